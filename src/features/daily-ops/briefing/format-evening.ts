import type { AttentionItem } from "#features/attention/model.ts";
import { formatClock, formatShortWeekdayAndDay, type ZoneClock } from "#platform/time/format-in-zone.ts";
import { daysBetween } from "#platform/time/wall-clock.ts";
import type { EveningLine } from "../evening-model.ts";
import type { RecordLink } from "../model.ts";
import { shortened } from "../split-by-titles.ts";
import type { DayPart, FirstThing } from "../today-model.ts";
import { listed, plural, quoted, shortReason } from "./format-facts.ts";
import type { EveningFacts } from "./read-evening.ts";

/** `first` and `parts` are of the next day, which begins at `from`. */
type Tomorrow = { first: readonly FirstThing[]; parts: readonly DayPart[] };
type Clock = ZoneClock & { from: Date };

/** The end of a day: what was done, what moved, and what comes first tomorrow; each line with its records. */
export function formatEvening(facts: EveningFacts, tomorrow: Tomorrow, clock: Clock): EveningLine[] {
  return [
    ...formatDone(facts),
    ...formatMoved(facts, clock),
    ...formatFirstEvent(tomorrow.parts, clock),
    ...tomorrow.first.map((item) => formatFirst(item, clock)),
  ];
}

const NAMED = 3;

function formatDone({ tasksDone, promisesMet, meetings, mailsSent }: EveningFacts): EveningLine[] {
  return [
    ...counted("task done", "tasks done", tasksDone),
    ...counted("promise met", "promises met", promisesMet),
    ...counted("meeting", "meetings", meetings),
    ...(mailsSent > 0
      ? [{ part: "done" as const, text: `${plural(mailsSent, "mail")} sent.`, records: [] }]
      : []),
  ];
}

function counted(one: string, many: string, { count, records }: EveningFacts["tasksDone"]): EveningLine[] {
  if (count === 0) return [];
  const named = records.slice(0, NAMED);
  const text = `${count} ${count === 1 ? one : many}: ${listed(named.map(quoted), count)}.`;
  return [{ part: "done", text, records: named }];
}

function formatMoved(
  { tasksMoved, eventsMoved, cancelled }: EveningFacts,
  { timeZone }: ZoneClock,
): EveningLine[] {
  const tasks = tasksMoved.map(
    (task) => `${quoted(task)} (${formatShortWeekdayAndDay(task.dueDate, timeZone)})`,
  );
  return [
    ...moved("Moved to later", tasks, tasksMoved),
    ...moved("Changed in the calendar", eventsMoved.map(quoted), eventsMoved),
    ...moved(
      "Taken out of the calendar",
      cancelled.map((title) => quoted({ title })),
      [],
    ),
  ];
}

const moved = (label: string, names: readonly string[], records: readonly RecordLink[]): EveningLine[] =>
  names.length === 0
    ? []
    : [
        {
          part: "moved",
          text: `${label}: ${listed(names.slice(0, NAMED), names.length)}.`,
          records: records.slice(0, NAMED).map(({ kind, id, title }) => ({ kind, id, title })),
        },
      ];

function formatFirstEvent(parts: readonly DayPart[], clock: Clock): EveningLine[] {
  // One that began before is not the first of the day.
  const event = parts.find((part) => part.kind === "event" && !part.isAllDay && part.from >= clock.from);
  if (event?.kind !== "event") return [];
  return [
    {
      part: "tomorrow",
      time: formatClock(event.from, clock),
      text: quoted(event),
      records: [{ kind: "event", id: event.id, title: event.title, href: event.href }],
    },
  ];
}

const formatFirst = (item: AttentionItem, tomorrow: Clock): EveningLine => ({
  part: "tomorrow",
  text: item.person ? `${quoted(item)} (${shortened(item.person, MAX_NAME)})` : quoted(item),
  note: shortReason(reasonFor(item, tomorrow)),
  records: [{ kind: "item", id: item.record.id, title: item.title, href: item.href }],
});

const MAX_NAME = 40;

/** The reason of a task names the day on which it is read, which is not yet there. */
function reasonFor({ kind, reason, due, isDueDay }: AttentionItem, { from, timeZone }: Clock): string {
  if (kind !== "task" || !due) return reason;
  if (due > from) return "This task is due tomorrow";
  const last = isDueDay ? new Date(due.getTime() - 1) : due;
  return daysBetween(last, from, timeZone) > 1 ? "This task is overdue" : "This task is due today";
}
