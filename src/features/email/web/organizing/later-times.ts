import { t } from "#i18n/message.ts";
import { readerDayAt, readerWeekday } from "#platform/time/reader-clock.ts";

export const tomorrowMorning = (now = new Date()): Date => morningAfter(now, 1);

/** Usual times to snooze until, on the reader's clock. */
export function snoozeTimes(now = new Date()): { label: string; at: Date }[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const toMonday = ((8 - readerWeekday(now)) % 7 || 7) as number;
  const evening = readerDayAt(now, 0, 18);
  return [
    { label: t`In 3 hours`, at: inHours(3) },
    ...(evening.getTime() - now.getTime() > 3_600_000 ? [{ label: t`This evening`, at: evening }] : []),
    { label: t`Tomorrow morning`, at: tomorrowMorning(now) },
    { label: t`In 3 days`, at: morningAfter(now, 3) },
    { label: t`Next Monday`, at: morningAfter(now, toMonday) },
    { label: t`In 2 weeks`, at: morningAfter(now, 14) },
  ];
}

/** Usual times for reminders about missing replies: offices reply from Monday to Friday. */
export const reminderTimes = (now = new Date()): { label: string; at: Date }[] => [
  { label: t`On the next workday`, at: workdayAfter(now, 1) },
  { label: t`In 2 workdays`, at: workdayAfter(now, 2) },
  { label: t`In 3 workdays`, at: workdayAfter(now, 3) },
  { label: t`In a week`, at: workdayAfter(now, 5) },
  { label: t`In 2 weeks`, at: workdayAfter(now, 10) },
];

function workdayAfter(now: Date, workdays: number): Date {
  let days = 0;
  for (let remaining = workdays; remaining > 0; remaining -= isWorkday(morningAfter(now, days)) ? 1 : 0)
    days += 1;
  return morningAfter(now, days);
}

const isWorkday = (at: Date) => ![0, 6].includes(readerWeekday(at));

const morningAfter = (now: Date, days: number): Date => readerDayAt(now, days, 8);
