import { z } from "zod";
import { END_AFTER_START } from "#features/calendar/model.ts";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { Gain } from "./gain-model.ts";
import {
  BlockChanges,
  ItemId,
  MAX_BLOCKS,
  PlannedDay,
  PlanScope,
  ProposedBlock,
  ShownPlan,
} from "./model.ts";

const Times = { startTime: Instant, endTime: Instant };
const Days = { from: PlannedDay, to: PlannedDay };
const inOrder = ({ startTime, endTime }: { startTime: Date; endTime: Date }) => endTime > startTime;
const END_FIRST = { path: ["endTime"], message: END_AFTER_START };
const LAST_FIRST = { path: ["to"], message: t`The last day must not be before the first` };

/** A day on the person's clock, or an instant. */
const Moment = z.union([PlannedDay, Instant]);

/** Nothing is planned on these days. */
const DayOff = z
  .strictObject({ kind: z.literal("dayOff"), ...Days })
  .refine(({ from, to }) => from <= to, LAST_FIRST);

/** The person is elsewhere, and on the way for so many minutes in each direction, from `from` on and until `to`. */
const Trip = z.strictObject({
  kind: z.literal("trip"),
  from: Moment,
  to: Moment,
  place: z.string().trim().min(1).max(200),
  travelMinutes: z.int().min(0).max(1440).optional(),
});

const MoveEvent = z
  .strictObject({ kind: z.literal("moveEvent"), eventId: Id, ...Times })
  .refine(inOrder, END_FIRST);
const DropEvent = z.strictObject({ kind: z.literal("dropEvent"), eventId: Id });

/** Somebody is missing: one of the three says who, the days of the plan count if none are given. */
const WithoutPerson = z
  .strictObject({
    kind: z.literal("withoutPerson"),
    contactId: Id.optional(),
    userId: Id.optional(),
    email: z.string().trim().toLowerCase().min(3).max(254).optional(),
    from: PlannedDay.optional(),
    to: PlannedDay.optional(),
  })
  .refine(({ contactId, userId, email }) => contactId ?? userId ?? email, {
    path: ["contactId"],
    message: t`Say who is missing`,
  })
  .refine(({ from, to }) => !from || !to || from <= to, LAST_FIRST);

const NewMeeting = z
  .strictObject({ kind: z.literal("newEvent"), title: z.string().trim().max(500).optional(), ...Times })
  .refine(inOrder, END_FIRST);

export const WhatIfChange = z.discriminatedUnion("kind", [
  DayOff,
  Trip,
  MoveEvent,
  DropEvent,
  WithoutPerson,
  NewMeeting,
]);
export type WhatIfChange = z.output<typeof WhatIfChange>;

export const MAX_CHANGES = 10;
const Changes = z.array(WhatIfChange).max(MAX_CHANGES);

/** What is asked: the days as of a plan, and what would be different. */
export const WhatIf = PlanScope.extend({ changes: Changes.min(1) });
export type WhatIf = z.output<typeof WhatIf>;

/** The days as of a plan, in which meetings may give way. */
export const MakeRoom = PlanScope.omit({ lengths: true });
export type MakeRoom = z.output<typeof MakeRoom>;

/** Somebody to tell, or whom something is owed: an address in lower case, the id of an account, or only a name. */
const Party = z.object({ name: z.string(), address: z.string().nullable(), userId: Id.nullable() });
export type Party = z.output<typeof Party>;

/**
 * `collides`: a meeting at a time that is taken. `away`: a meeting in person while one is elsewhere. `missing`: a
 * meeting with somebody who is missing. `late`: done later than due, and later than before. `noRoom`: without a place
 * that it had. `noPreparation`: a meeting whose preparation lost its place. `promise`: a promise that is met later.
 * `waits`: a task that waits for somebody who is missing. `owes`: what they owe meanwhile.
 */
export const EFFECT_KINDS = [
  "collides",
  "away",
  "missing",
  "late",
  "noRoom",
  "noPreparation",
  "promise",
  "waits",
  "owes",
] as const;

/** One thing that breaks, as a fact. */
export const Effect = z.object({
  kind: z.enum(EFFECT_KINDS),
  subject: z.enum(["task", "event", "commitment"]),
  id: Id,
  href: z.string(),
  title: z.string(),
  /** The first of the changes that it comes from; null if it follows from all of them together. */
  change: z.int().nullable(),
  /** Another event that is in the way. */
  other: z.object({ id: Id, href: z.string(), title: z.string() }).nullable(),
  due: Instant.nullable(),
  /** When it takes place, or is done, without the changes; null if it has no place then. */
  before: Instant.nullable(),
  /** With them; null if it has no place then. */
  after: Instant.nullable(),
  /** How much: of lateness what is added, else the minutes that collide, are lost or are owed. */
  minutes: z.int().nullable(),
  /** Whom a promise was made to, or who owes it. */
  person: Party.nullable(),
  text: z.string(),
});
export type Effect = z.output<typeof Effect>;

/** What a plan is measured by; all of it is better if it is less. */
export const Measures = z.object({
  /** Points: of the plan, the hours beyond the working day, and the meetings that change or are missed. */
  cost: z.number(),
  lateMinutes: z.int(),
  lateCount: z.int(),
  unplacedMinutes: z.int(),
  unplacedCount: z.int(),
  /** Blocks that are in the calendar and move or go. */
  movedMinutes: z.int(),
  movedCount: z.int(),
  overtimeMinutes: z.int(),
  /** Meetings that are shortened, moved, left out, declined or removed beyond what was asked for. */
  meetings: z.int(),
  /** Meetings that do not fit to the changes and stay as they are. */
  conflicts: z.int(),
});
export type Measures = z.output<typeof Measures>;

/**
 * `late`: all stays, and is late where that costs least. `meetings`: meetings that matter least are shortened, moved or
 * declined. `longer`: more hours on the other days. `postpone`: the least important tasks wait. To make room, meetings
 * are only `shorten`ed, or also `move`d, or also `decline`d or left to others; to `ask` is to write to their organizers and no more.
 */
export const ALTERNATIVE_KINDS = [
  "late",
  "meetings",
  "longer",
  "postpone",
  "shorten",
  "move",
  "decline",
  "ask",
] as const;

export const CREATED = ["trip", "travel", "dayOff", "meeting"] as const;

/** What becomes of one event. */
export const EventStep = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("move"), eventId: Id, ...Times }),
  /** It ends earlier. */
  z.strictObject({ kind: z.literal("shorten"), eventId: Id, ...Times }),
  /** A draft asks the organizer to end it earlier: nothing changes before they do. */
  z.strictObject({ kind: z.literal("ask"), eventId: Id, ...Times }),
  z.strictObject({ kind: z.literal("remove"), eventId: Id }),
  /** The person does not go: it takes none of their time any more, and a draft asks for the minutes. */
  z.strictObject({ kind: z.literal("skip"), eventId: Id }),
  /** The own answer to an invitation; the organizer is told as for every answer. */
  z.strictObject({ kind: z.literal("decline"), eventId: Id }),
  z.strictObject({
    kind: z.literal("create"),
    what: z.enum(CREATED),
    title: z.string().max(500),
    place: z.string().max(200).nullable(),
    isAllDay: z.boolean(),
    ...Times,
  }),
]);
export type EventStep = z.output<typeof EventStep>;

/** A step with what it is about, for people. */
const ShownStep = z.object({
  step: EventStep,
  title: z.string(),
  href: z.string().nullable(),
  /** Where it is now. */
  before: z.object(Times).nullable(),
  /** False: it is one of the changes that were asked about. */
  isChosen: z.boolean(),
  text: z.string(),
});

/** A mail to somebody who should know; it is stored as a draft and sent by nobody but the person. */
export const WhatIfDraft = z.strictObject({
  to: z.array(z.string().max(320)).min(1).max(50),
  subject: z.string().max(900),
  text: z.string().max(5000),
});
export type WhatIfDraft = z.output<typeof WhatIfDraft>;

const Titled = { item: ItemId, kind: ProposedBlock.shape.kind, title: z.string() };

export const Alternative = z.object({
  kind: z.enum(ALTERNATIVE_KINDS),
  /** Of all that it was made from and of itself; `plan.applyWhatIf` refuses it when either changed. */
  basis: z.string(),
  measures: Measures,
  /** Points more than today's plan. */
  costsMore: z.number(),
  blocks: z.array(ProposedBlock),
  unplaced: z.array(z.object({ ...Titled, minutes: z.int(), isPostponed: z.boolean(), text: z.string() })),
  /** Blocks that go. */
  removed: z.array(z.object({ ...Titled, ...Times, eventId: Id })),
  steps: z.array(ShownStep),
  /** What breaks if this is done. */
  effects: z.array(Effect),
  /** What it gains, where it makes room. */
  gains: z.array(Gain),
  drafts: z.array(WhatIfDraft),
  text: z.string(),
});
export type Alternative = z.output<typeof Alternative>;

export const WhatIfAnswer = z.object({
  from: PlannedDay,
  to: PlannedDay,
  /** The plan without the changes. */
  today: Measures,
  /** What breaks if nothing is done about it: that of the alternative `late`. */
  effects: z.array(Effect),
  /** At most three, cheapest first, of different kinds. */
  alternatives: z.array(Alternative).max(3),
  /** Why no meeting is to give way where none is; null otherwise. */
  reason: z.string().nullable(),
});
export type WhatIfAnswer = z.output<typeof WhatIfAnswer>;

export const MAX_STEPS = 80;
export const MAX_DRAFTS = 40;

/** Exactly one alternative as it was shown. */
export const ShownAlternative = z.strictObject({
  ...Days,
  items: ShownPlan.shape.items,
  without: ShownPlan.shape.without,
  changes: Changes,
  kind: z.enum(ALTERNATIVE_KINDS),
  basis: z.string().max(100),
  blocks: z.array(z.strictObject({ item: ItemId, ...Times })).max(MAX_BLOCKS),
  steps: z.array(EventStep).max(MAX_STEPS),
  drafts: z.array(WhatIfDraft).max(MAX_DRAFTS),
});
export type ShownAlternative = z.output<typeof ShownAlternative>;

const Ids = z.array(Id).max(MAX_BLOCKS);
const Former = z.enum(["needs-action", "accepted", "tentative", "declined"]);

/** What takes an applied alternative back, and that again. */
export const WhatIfUndo = z.strictObject({
  blocks: BlockChanges,
  remove: Ids,
  restore: Ids,
  move: z.array(z.strictObject({ eventId: Id, ...Times })).max(MAX_STEPS),
  /** Events that take the person's time again, and those that take none. */
  attend: Ids.default([]),
  skip: Ids.default([]),
  /** Occurrences that follow their series again. */
  rejoin: Ids,
  answers: z.array(z.strictObject({ eventId: Id, answer: Former })).max(MAX_STEPS),
  removeDrafts: Ids,
  restoreDrafts: Ids,
});
export type WhatIfUndo = z.output<typeof WhatIfUndo>;

export const AppliedWhatIf = z.object({
  /** The events that were created, moved, shortened, left out, removed or declined. */
  ids: z.array(Id),
  created: z.int(),
  moved: z.int(),
  shortened: z.int(),
  removed: z.int(),
  /** Own meetings to which the person does not go. */
  skipped: z.int(),
  declined: z.int(),
  /** The drafts of mails; nobody sends them but the person. */
  draftIds: z.array(Id),
  /** The input of `plan.restoreWhatIf` that takes it back. */
  undo: WhatIfUndo,
});
export type AppliedWhatIf = z.output<typeof AppliedWhatIf>;
