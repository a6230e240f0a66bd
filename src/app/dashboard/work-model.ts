import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

export const WORK_FIGURES = ["tasks", "answered", "meetings", "focus", "decisions", "booked", "due"] as const;
export type WorkFigure = (typeof WORK_FIGURES)[number];

/** Minimum minutes without a meeting that count as focus time. */
export const FOCUS_FROM = 60;

/** Days of the week ahead, today included. */
export const AHEAD = 7;

/** What each figure counts, as shown on the page (S1). */
export const workDefinitions = (): Record<WorkFigure, string> => ({
  tasks: t`Tasks of yours that were completed in this time, on the day on which they were; those moved to the trash do not count. By priority and project they stand beside the tasks that are open now.`,
  answered: t`Messages that you received in this time, and of these the ones after which you sent one in the same thread. How fast is the median of the time between the two. Both stand on the day on which the message came.`,
  meetings: t`Events of your calendar in this time that have attendees or a meeting link, take up time and are not cancelled; all-day events do not count. Two at once count twice.`,
  focus: t`Stretches of at least ${FOCUS_FROM} minutes without any event that takes up time, within your working hours on your working days (Calendar, Settings). Days to come do not count. Below stands what took the other time.`,
  decisions: t`Decisions of your workspaces that are open now, those that were completed in this time, how they came out, and in how many of them you have a vote.`,
  booked: t`Events of your calendar today and in the six days after that take up time and are not cancelled; all-day events do not count. Those with attendees or a meeting link are meetings. Two at once count twice.`,
  due: t`Tasks of yours that are not completed and are due today or in the six days after; those moved to the trash do not count.`,
});

const Day = z.object({ date: z.iso.date(), minutes: z.number() });

export const Work = z.object({
  mail: z.object({
    received: z.int(),
    answered: z.int(),
    /** Null while nothing was answered. */
    medianMinutes: z.number().nullable(),
    days: z.array(z.object({ date: z.iso.date(), received: z.int(), answered: z.int() })),
  }),
  meetings: z.object({ count: z.int(), minutes: z.number(), days: z.array(Day) }),
  focus: z.object({ minutes: z.number(), days: z.array(Day) }),
  decisions: z.object({
    /** Now, and of these the ones without a vote of the person. */
    open: z.int(),
    awaiting: z.int(),
    completed: z.int(),
    voted: z.int(),
    byOutcome: z.array(z.object({ outcome: z.string(), count: z.int() })),
  }),
  /** Today first. */
  week: z.array(
    z.object({
      date: z.iso.date(),
      /** Of meetings, and of other events that take up time. */
      meetings: z.number(),
      other: z.number(),
      /** Tasks that are due. */
      due: z.int(),
    }),
  ),
  definitions: z.record(z.enum(WORK_FIGURES), z.string()),
});
export type Work = z.output<typeof Work>;

export const WorkRow = z.object({
  id: Id,
  title: z.string(),
  at: Instant,
  /** Minutes until the answer, or of the event; null for tasks and decisions. */
  minutes: z.number().nullable(),
  href: z.string(),
});
export type WorkRow = z.output<typeof WorkRow>;
