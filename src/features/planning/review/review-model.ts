import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";
import { BlockChanges, Fact, ItemId, ItemKind } from "../model.ts";

const Day = z.iso.date();
const Times = { startTime: Instant, endTime: Instant };

/** What became of a block: `open` if its time is not over yet. */
export const BLOCK_STATES = ["done", "missed", "open"] as const;

/** A block that a review counts, with the page of what it was for. */
export const ReviewedBlock = z.object({
  ...{ eventId: Id, item: ItemId, kind: ItemKind, title: z.string(), href: z.string() },
  ...Times,
  minutes: z.int(),
  state: z.enum(BLOCK_STATES),
  isMoved: z.boolean(),
  projectId: Id.nullable(),
});
export type ReviewedBlock = z.output<typeof ReviewedBlock>;

const ReviewedMeeting = z.object({ eventId: Id, title: z.string(), ...Times, minutes: z.int() });

/** Minutes of an event within focus hours. */
const FocusEvent = ReviewedMeeting;

/** What became of focus hours, as they are set now. */
export const FocusReview = z.object({
  hadMinutes: z.int(),
  /** To meetings with other people. */
  lostMinutes: z.int(),
  /** Of invitations within them that were declined. */
  defendedMinutes: z.int(),
  /** The meetings and the declined invitations that the figures count, each with its minutes within them. */
  lost: z.array(FocusEvent),
  defended: z.array(FocusEvent),
});
export type FocusReview = z.output<typeof FocusReview>;

/** Where the hours of some days went. */
export const PlanReview = z.object({
  from: Day,
  to: Day,
  plannedMinutes: z.int(),
  /** Of blocks whose task, meeting or answer is done. */
  doneMinutes: z.int(),
  /** Of blocks that are over and whose matter is still open. */
  missedMinutes: z.int(),
  /** Blocks that were moved at least once, by a plan or by hand. */
  moved: z.int(),
  movedMinutes: z.int(),
  meetingMinutes: z.int(),
  kinds: z.array(z.object({ kind: ItemKind, minutes: z.int() })),
  projects: z.array(z.object({ projectId: Id.nullable(), name: z.string().nullable(), minutes: z.int() })),
  /** All that the figures count, in the order of time. */
  blocks: z.array(ReviewedBlock),
  meetings: z.array(ReviewedMeeting),
  focus: FocusReview,
});
export type PlanReview = z.output<typeof PlanReview>;

/** What today's plan had for one item, in all of its blocks. */
const DayItem = z.object({
  ...{ item: ItemId, kind: ItemKind, title: z.string(), href: z.string() },
  /** Of its first and its last block. */
  ...Times,
  minutes: z.int(),
  isDone: z.boolean(),
});
export type DayItem = z.output<typeof DayItem>;

/** An event or a block. */
const FirstEvent = z.object({ eventId: Id, title: z.string(), ...Times });

export const DayReview = z.object({
  day: Day,
  items: z.array(DayItem),
  tomorrow: z.object({
    day: Day,
    /** Null on a day without events that have a time. */
    first: FirstEvent.nullable(),
    meetingMinutes: z.int(),
    plannedMinutes: z.int(),
  }),
});
export type DayReview = z.output<typeof DayReview>;

export const Postponed = z.strictObject({ item: ItemId, until: z.enum(["tomorrow", "week"]) });
export type Postponed = z.output<typeof Postponed>;

export const PostponedItem = z.object({
  /** The events that were moved, created or removed. */
  ids: z.array(Id),
  /** Where it begins now. */
  startTime: Instant,
  /** For `plan.restore`. */
  undo: BlockChanges,
});
export type PostponedItem = z.output<typeof PostponedItem>;

/** A task as far as it is known, for example while it is typed. */
export const DescribedTask = z.strictObject({
  title: z.string().trim().min(1).max(500),
  tags: z.array(z.string().max(60)).max(50).default([]),
  projectId: Id.nullable().default(null),
});
export type DescribedTask = z.output<typeof DescribedTask>;

export const LengthGuess = z.object({
  minutes: z.int(),
  from: Fact.shape.from.unwrap(),
  /** So many tasks it is made from. */
  count: z.int(),
  text: z.string(),
});
export type LengthGuess = z.output<typeof LengthGuess>;
