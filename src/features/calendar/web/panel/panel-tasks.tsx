import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { createPortal } from "react-dom";
import type { TaskOnWire } from "#features/tasks/model.ts";
import { tasks as taskVerbs } from "#features/tasks/web/api.ts";
import { t, term } from "#i18n/message.ts";
import { localMoment } from "#platform/time/local-day.ts";
import { formatDate } from "#ui/dates.ts";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { usePopover } from "#ui/overlays/popover.tsx";
import { WhenPopover } from "#ui/overlays/when-menu.tsx";
import { useDefaultCalendar } from "../calendars/use-calendars.ts";
import { blockTime } from "../events/task-events.ts";
import { describeDaysAndTimes } from "../format-events.ts";
import { PanelSection } from "./panel-section.tsx";
import styles from "./panel-tasks.module.css";
import { type TaskDrag, useTaskDrag } from "./use-task-drag.ts";

const HOUR = 3_600_000;
/** Those due next; the others are on the page of tasks. */
const OPEN_TASKS = taskVerbs.list.query({
  status: ["todo", "in_progress", "review"],
  sort: "due",
  limit: 30,
});

/** Open tasks, due soon first: dragged into the grid, or scheduled in words, each blocks time for itself. */
export function PanelTasks({ onScheduled }: { onScheduled(at: Date): void }) {
  const { data, isPending, isError, refetch } = useQuery({ ...OPEN_TASKS, retry: false });
  const tasks = data?.items ?? [];
  const calendarId = useDefaultCalendar();
  const { drag, handlersOf } = useTaskDrag((task, times) => void blockTime(task, times, calendarId));
  const schedule = (task: TaskOnWire, start: Date) => {
    const endTime = new Date(start.getTime() + HOUR).toISOString();
    void blockTime(task, { startTime: start.toISOString(), endTime, isAllDay: false }, calendarId);
    onScheduled(start);
  };
  return (
    <PanelSection title={t`Tasks`}>
      {tasks.length > 0 && (
        <ul aria-label={t`Tasks to schedule`}>
          {tasks.map((task) => (
            <Row as="li" key={task.id} gap={6} className={styles.task} {...handlersOf(task)}>
              <TaskText title={task.title} facts={task.dueDate && t`Due ${formatDate(task.dueDate)}`} />
              <ScheduleButton task={task} onSchedule={(at) => schedule(task, at)} />
            </Row>
          ))}
        </ul>
      )}
      {isPending && <SkeletonText count={3} label={t`Loading tasks`} />}
      {data && tasks.length === 0 && (
        <Text tone="soft" size="list">
          {t`No open tasks. Tasks appear here, to block time for them.`}
        </Text>
      )}
      {isError && (
        <Stack gap={12} align="start">
          <Text tone="soft" size="list">
            {t`The tasks could not be read`}
          </Text>
          <Button variant="default" onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
        </Stack>
      )}
      {drag && createPortal(<DraggedTask drag={drag} />, document.body)}
    </PanelSection>
  );
}

const TaskText = ({ title, facts }: { title: string; facts: string | null }) => (
  <Stack gap={0} grow shrink>
    <Text size="list" weight="medium" overflow="dots">
      {title}
    </Text>
    {facts && (
      <Text size="label" tone="soft" isTabular>
        {facts}
      </Text>
    )}
  </Stack>
);

type ScheduleProps = { task: TaskOnWire; onSchedule(at: Date): void };

/** The keyboard's and the finger's way to the same: a day and a time in words. */
function ScheduleButton({ task, onSchedule }: ScheduleProps) {
  const popover = usePopover();
  const label = t`Schedule '${task.title}'`;
  const choose = (moment: string) => {
    const at = localMoment(moment);
    if (at === null) return t`Enter a day and a time`;
    onSchedule(new Date(at));
    return undefined;
  };
  return (
    // A press on the button begins no drag of its row.
    <span onPointerDown={(event) => event.stopPropagation()}>
      <IconButton label={label} icon={CalendarClock} {...popover.triggerProps} />
      <WhenPopover
        popover={popover}
        anchor={popover.triggerProps.ref}
        label={label}
        verb={term("Schedule", "button: plan a time for a task")}
        onWhen={choose}
      />
    </span>
  );
}

/** The task under the pointer, with the time that it would block. */
const DraggedTask = ({ drag: { task, x, y, times } }: { drag: TaskDrag }) => (
  <Box
    surface="card"
    pad="6px 10px"
    maxWidth="18rem"
    className={styles.dragged}
    style={{ left: x + 12, top: y + 8 }}
    aria-hidden
  >
    <TaskText
      title={task.title}
      facts={times ? describeDaysAndTimes(times) : t`Drop it on a day or an hour`}
    />
  </Box>
);
