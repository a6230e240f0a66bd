import { CalendarClock, CircleCheck, RotateCcw } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { readerInstant, readerWallClock } from "#platform/time/reader-clock.ts";
import { isSameDay } from "#ui/dates.ts";
import { SwipeLayer } from "#ui/swipe/swipe-layer.tsx";
import type { SwipeAction } from "#ui/swipe/track-swipes.ts";
import type { FirstTouch } from "#ui/swipe/use-first-touch.ts";
import type { TaskOnWire } from "../../model.ts";
import { taskRecords } from "../records.ts";
import { taskWrites, toggleCompleted } from "../task-mutations.ts";

/** To the right: completed, or open again. To the left: due tomorrow. */
export const TaskSwipes = ({ firstTouch }: { firstTouch: FirstTouch }) => (
  <SwipeLayer
    firstTouch={firstTouch}
    actionsOf={({ dataset }) => {
      const task = taskRecords.get(dataset.task ?? "");
      return task ? { right: completing(task), left: postponing(task) } : {};
    }}
  />
);

const completing = (task: TaskOnWire): SwipeAction =>
  task.status === "completed"
    ? {
        label: term("Reopen", "button: a completed task becomes open again"),
        icon: RotateCcw,
        tone: "accent",
        leaves: true,
        run: () => toggleCompleted(task),
      }
    : {
        label: term("Complete", "button: mark a task as completed"),
        icon: CircleCheck,
        tone: "good",
        leaves: true,
        run: () => toggleCompleted(task),
      };

/** Not for what is done, or due tomorrow already. */
function postponing(task: TaskOnWire): SwipeAction | undefined {
  if (task.status === "completed") return undefined;
  const tomorrow = tomorrowAtTimeOf(task.dueDate);
  if (task.dueDate && isSameDay(task.dueDate, tomorrow)) return undefined;
  return {
    label: t`Due tomorrow`,
    icon: CalendarClock,
    tone: "accent",
    run: () => void taskWrites.change(task, { dueDate: tomorrow.toISOString() }),
  };
}

/** At the time of the day that it is due now; without one, the day. */
function tomorrowAtTimeOf(dueDate: string | null): Date {
  const { year, month, day } = readerWallClock(new Date());
  const { hour, minute } = dueDate ? readerWallClock(new Date(dueDate)) : { hour: 0, minute: 0 };
  return readerInstant({ year, month, day: day + 1, hour, minute });
}
