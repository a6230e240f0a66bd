import { formatClock, formatShortWeekdayAndDay, type ZoneClock } from "#platform/time/format-in-zone.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import type { Card } from "./model.ts";

/** '1 task', '3 tasks'. */
export const plural = (count: number, noun: string, pluralNoun = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : pluralNoun}`;

export const joinWords = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** A due date at midnight is shown as a day, without a time. */
export const momentOf = (at: Date, clock: ZoneClock): string => {
  const day = formatShortWeekdayAndDay(at, clock.timeZone);
  const { hour, minute } = wallClock(at, clock.timeZone);
  return hour === 0 && minute === 0 ? day : `${day}, ${formatClock(at, clock)}`;
};

type Dated = { id: string; title: string };

export const taskCard = (
  task: Dated & { dueDate: Date | null; priority: string },
  clock: ZoneClock,
): Card => ({
  kind: "task",
  id: task.id,
  title: task.title,
  subtitle: [task.dueDate && `due ${momentOf(task.dueDate, clock)}`, `${task.priority} priority`]
    .filter(Boolean)
    .join(", "),
  href: `/tasks?task=${task.id}`,
});

export const eventCard = (
  event: Dated & { startTime: Date; endTime: Date; isAllDay: boolean; location: string | null },
  clock: ZoneClock,
): Card => {
  const when = event.isAllDay
    ? `${formatShortWeekdayAndDay(event.startTime, "UTC")}, all day`
    : `${formatShortWeekdayAndDay(event.startTime, clock.timeZone)}, ${formatClock(event.startTime, clock)} to ${formatClock(event.endTime, clock)}`;
  return {
    kind: "event",
    id: event.id,
    title: event.title,
    subtitle: event.location ? `${when}, ${event.location}` : when,
    href: `/calendar?event=${event.id}`,
  };
};

export const emailCard = (email: {
  id: string;
  subject: string;
  sender: string;
  recipients: string[];
  status: string;
}): Card => ({
  kind: "email",
  id: email.id,
  title: email.subject,
  subtitle:
    email.status === "received"
      ? `from ${email.sender}`
      : `to ${email.recipients.join(", ") || "nobody yet"}`,
  href: `/email?email=${email.id}`,
});
