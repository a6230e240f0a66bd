import { z } from "zod";
import { END_AFTER_START } from "#features/calendar/model.ts";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import type { CostKind } from "./engine/plan-problem.ts";

/** What a block is for. */
export const ITEM_KINDS = ["task", "preparation", "answer"] as const;
export const ItemKind = z.enum(ITEM_KINDS);
export type ItemKind = z.infer<typeof ItemKind>;

/** The records that blocks are for: a task, the event that is prepared, the promise or request that is answered. */
export const SUBJECTS = ["task", "event", "commitment"] as const;
export type Subject = (typeof SUBJECTS)[number];
export const KIND_OF_SUBJECT = {
  task: "task",
  event: "preparation",
  commitment: "answer",
} as const satisfies Record<Subject, ItemKind>;

/** `task:`, `event:` or `commitment:` and the id of the record. */
export const ItemId = z
  .string()
  .max(60)
  .regex(/^(task|event|commitment):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

export const itemIdOf = (subject: Subject, id: string): string => `${subject}:${id}`;

/** The record of an item. */
export function subjectOf(item: string): { subject: Subject; id: string } {
  const [subject, id = ""] = item.split(":");
  return { subject: SUBJECTS.find((each) => each === subject) ?? "task", id };
}

export const MAX_DAYS = 14;
/** Tasks, answers and meetings of one plan, each. */
export const MAX_ITEMS = 200;
export const MAX_BLOCKS = 500;

const Day = z.iso.date();
/** How long items take this time, whatever was estimated or guessed. */
const Lengths = z
  .array(z.strictObject({ item: ItemId, minutes: z.int().min(5).max(1440) }))
  .max(20)
  .optional();
/** What the person does not want planned now: its blocks stay as they are, and it gets no other ones. */
const Without = z.array(ItemId).max(MAX_BLOCKS).optional();
/** As events: beyond these years, days cannot be told apart by their names. */
export const PlannedDay = Day.refine((day) => day >= "1900-01-01" && day < "2200-01-01", {
  message: t`Plans are between the years 1900 and 2200`,
});

/** The days to plan, and what to place into them. */
export const PlanScope = z.strictObject({
  /** `week` are seven days. */
  span: z.enum(["day", "week"]).default("week"),
  /** The first day on the person's clock; today if it is not given. */
  from: PlannedDay.optional(),
  /** The last day; by `span` if it is not given. */
  to: PlannedDay.optional(),
  /** Only these; all others stay as they are. */
  items: z.array(ItemId).min(1).max(MAX_ITEMS).optional(),
  without: Without,
  lengths: Lengths,
});
export type PlanScope = z.output<typeof PlanScope>;

const Times = { startTime: Instant, endTime: Instant };

/** Why a block is where it is, and why it takes so long: facts, not opinions. */
export const REASON_KINDS = [
  "late",
  "due",
  "undated",
  "reserve",
  "approach",
  "beyond",
  "limit",
  "meeting",
  "promised",
  "important",
  "after",
  "blocks",
  "focus",
  "outsideFocus",
  "notBefore",
  "hours",
  "place",
  "ride",
  "piece",
  "undivided",
  "kept",
  "moved",
  "fixed",
  "firstFree",
  "onlyRoom",
  "held",
  "crowdedOut",
  "pause",
  "together",
  "cheapest",
  "estimate",
  "guess",
  "worked",
] as const;

/** `at`, `minutes` and `count` belong to the kinds that need them. */
export const Fact = z.strictObject({
  kind: z.enum(REASON_KINDS),
  at: Instant.optional(),
  minutes: z.int().optional(),
  count: z.int().optional(),
  /** What the item waits for; the event of a `ride` or an `approach`. */
  item: ItemId.optional(),
  /** What holds the time of `held`; what would lose its place, or else move, for what is `crowdedOut`. */
  items: z.array(ItemId).max(20).optional(),
  /** To whom it was promised. */
  person: z.string().max(500).optional(),
  /** What that would cost more. */
  points: z.number().optional(),
  /** What a guess is made from. */
  from: z.enum(["done", "estimated", "tag", "project", "word", "kind", "answer"]).optional(),
});
export type Fact = z.output<typeof Fact>;
/** As it is stored, with ISO 8601 text. */
export type FactOnWire = z.input<typeof Fact>;

export const Reason = Fact.extend({ text: z.string() });
export type Reason = z.output<typeof Reason>;

export const CHANGES = ["new", "moved", "kept"] as const;
const Titled = { item: ItemId, kind: ItemKind, title: z.string() };

export const ProposedBlock = z.object({
  ...Titled,
  ...Times,
  change: z.enum(CHANGES),
  /** The event of a block that is there already; null for a new one. */
  eventId: Id.nullable(),
  /** Where a moved block is now. */
  before: z.object(Times).nullable(),
  isGuess: z.boolean(),
  reasons: z.array(Reason),
});
export type ProposedBlock = z.output<typeof ProposedBlock>;

export const OBSTACLES = ["room", "window", "before", "place", "hours", "limit", "unneeded"] as const;

const TERM_KINDS = [
  "unplaced",
  "late",
  "close",
  "reserve",
  "energy",
  "approach",
  "beyond",
  "divided",
  "moved",
  "waiting",
  "pause",
  "switch",
] as const satisfies readonly CostKind[];

export const Proposal = z.object({
  from: Day,
  to: Day,
  /** Of what the plan was made from and of its blocks; `plan.apply` refuses it when either changed. */
  basis: z.string(),
  blocks: z.array(ProposedBlock),
  unplaced: z.array(
    z.object({
      ...Titled,
      minutes: z.int(),
      because: z.enum(OBSTACLES),
      text: z.string(),
      reasons: z.array(Reason),
    }),
  ),
  /** Blocks that the plan takes away. */
  removed: z.array(z.object({ ...Titled, ...Times, eventId: Id, text: z.string() })),
  notes: z.array(
    z.object({
      kind: z.enum(["week", "leftOut", "late", "allDay", "meetings", "focus", "overlap"]),
      day: Day.nullable(),
      text: z.string(),
    }),
  ),
  cost: z.number(),
  terms: z.array(
    z.object({
      kind: z.enum(TERM_KINDS),
      item: ItemId,
      amount: z.number(),
      cost: z.number(),
    }),
  ),
});
export type Proposal = z.output<typeof Proposal>;

/** A block that is in the calendar: what it is for, and why it was put there. */
export const PlannedBlock = z.object({
  ...Titled,
  ...Times,
  eventId: Id,
  /** Where its record is: the task, the event or the words that are answered. */
  href: z.string(),
  reasons: z.array(Reason),
});
export type PlannedBlock = z.output<typeof PlannedBlock>;

/** Exactly the proposal that was shown. */
export const ShownPlan = z.strictObject({
  from: PlannedDay,
  to: PlannedDay,
  items: z.array(ItemId).min(1).max(MAX_ITEMS).optional(),
  without: Without,
  lengths: Lengths,
  basis: z.string().max(100),
  blocks: z.array(z.strictObject({ item: ItemId, ...Times })).max(MAX_BLOCKS),
});
export type ShownPlan = z.output<typeof ShownPlan>;

/** Which coming blocks are removed: those between two instants, of these items; all of them without either. */
export const ClearScope = z.strictObject({
  from: Instant.optional(),
  to: Instant.optional(),
  items: z.array(ItemId).min(1).max(MAX_ITEMS).optional(),
});
export type ClearScope = z.output<typeof ClearScope>;

/** What becomes of blocks that are or were in the calendar, by their events; the undo of a plan is another one. */
export const BlockChanges = z.strictObject({
  remove: z.array(Id).max(MAX_BLOCKS),
  restore: z.array(Id).max(MAX_BLOCKS),
  move: z
    .array(
      z.strictObject({ eventId: Id, ...Times }).refine(({ startTime, endTime }) => endTime > startTime, {
        path: ["endTime"],
        message: END_AFTER_START,
      }),
    )
    .max(MAX_BLOCKS),
});
export type BlockChanges = z.output<typeof BlockChanges>;

export const AppliedPlan = z.object({
  /** The events that were created, moved or removed. */
  ids: z.array(Id),
  created: z.int(),
  moved: z.int(),
  removed: z.int(),
});
export type AppliedPlan = z.output<typeof AppliedPlan>;

const MinuteOfDay = z.int().min(0).max(1440);
const Stretch = z
  .strictObject({ from: MinuteOfDay, to: MinuteOfDay })
  .refine(({ from, to }) => from < to, { path: ["to"], message: t`The end must be after the beginning` });
export type Stretch = z.output<typeof Stretch>;
/** Minutes past midnight on the person's clock, of every working day. */
const Stretches = z.array(Stretch).max(6);
const Minutes = z.int().min(0).max(1440);

export const FOCUS_DEFENCES = ["off", "propose"] as const;

/** How a person wants to be planned; `version` is 0 until something is saved. */
export const PlanSettings = z.object({
  focus: Stretches,
  breaks: Stretches,
  mostPlannedMinutes: Minutes,
  /** Null: no limit. */
  mostMeetingMinutes: Minutes.nullable(),
  pauseMinutes: z.int().min(0).max(120),
  /** Before meetings with other people; 0: none. */
  preparationMinutes: z.int().min(0).max(240),
  movesByItself: z.boolean(),
  /** Work may lie on trains and planes. */
  worksOnRides: z.boolean(),
  /** `propose`: others see focus hours as taken, and for invitations in them another time can be proposed. */
  defendsFocus: z.enum(FOCUS_DEFENCES),
  version: z.int(),
});
export type PlanSettings = z.output<typeof PlanSettings>;

export const PLAN_DEFAULTS: PlanSettings = {
  focus: [{ from: 9 * 60, to: 11 * 60 }],
  breaks: [{ from: 12 * 60, to: 13 * 60 }],
  mostPlannedMinutes: 360,
  mostMeetingMinutes: null,
  pauseMinutes: 5,
  preparationMinutes: 15,
  movesByItself: false,
  worksOnRides: false,
  defendsFocus: "off",
  version: 0,
};
