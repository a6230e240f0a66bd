/** Milliseconds since 1970-01-01 UTC; the end is not part of it. Days that change the clock need no rule of their own. */
export type Span = { readonly start: number; readonly end: number };

/** One day of the person, in the time zone that they are in. */
export type PlanDay = {
  /** As in ISO 8601, for example 2026-12-01. */
  readonly date: string;
  /** Working hours without breaks; nothing is placed outside. In order, without overlaps; none on a day off. */
  readonly work: readonly Span[];
  /** Within `work`: when the person works best without interruption. */
  readonly focus: readonly Span[];
  /** So many minutes of the day at most are planned. */
  readonly mostMinutes: number;
};

/** What takes place anyway: an event, the way there and back. */
export type Busy = Span & { readonly id: string };

/** Where the person is, if it matters: items that need another place are not placed there. */
export type Stay = Span & { readonly place: string };

/**
 * Time that is better left free, as far as an item does not belong there. `approach`: the last minutes before a decisive
 * event, for what must end when it ends. `beyond`: a ride outside of the working hours. `id`: of the event.
 */
export type Quiet = Span & { readonly kind: "approach" | "beyond"; readonly id: string };

export type Item = {
  readonly id: string;
  readonly kind: "task" | "preparation" | "answer";
  /** How long it takes, in minutes. */
  readonly minutes: number;
  /** It may be divided into pieces of at least so many minutes; as much as `minutes` if it may not. */
  readonly leastMinutes: number;
  /** Not before; milliseconds. */
  readonly earliest: number;
  /** Done later it is late, at a cost; null without a date. */
  readonly due: number | null;
  /** Never after this: preparation ends before its meeting. */
  readonly latest: number | null;
  /** From 0 to 1. */
  readonly importance: number;
  /** It was promised to somebody: to be late costs more. */
  readonly isPromised: boolean;
  /** Items that must be done before; those that are not in the problem are ignored. */
  readonly after: readonly string[];
  /** `deep` belongs into the focus hours, `light` outside of them. */
  readonly energy: "deep" | "light" | "any";
  /** Only where the person is there; null: anywhere. */
  readonly place: string | null;
  /** Its blocks lie within one of these: the hours of the day at which it can be done; null: at any time. */
  readonly hours: readonly Span[] | null;
  /** Where the last plan has it. To move it costs something. */
  // rule: banned-words - a person keeps an appointment: the plan is the person's, not the program's
  readonly kept: readonly Span[];
  /** The person placed it there, or it has begun: it stays in `kept`. */
  readonly isFixed: boolean;
  /** Of equals, which comes first: else the order of the items would decide. */
  readonly title?: string;
};

/** What there is to be planned. Everything is in milliseconds or minutes, as each field says. */
export type Problem = {
  readonly now: number;
  /** In the order of time. */
  readonly days: readonly PlanDay[];
  readonly busy: readonly Busy[];
  readonly stays: readonly Stay[];
  readonly quiet: readonly Quiet[];
  readonly items: readonly Item[];
  /** Wanted between two blocks, and between a block and an event: less costs something; minutes. */
  readonly pauseMinutes: number;
};

export type Block = Span & { readonly itemId: string };

export const COST_KINDS = [
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
] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** One part of what a plan costs; `amount` is in the unit of its kind, `cost` in points. */
export type CostTerm = {
  readonly kind: CostKind;
  readonly itemId: string;
  readonly amount: number;
  readonly cost: number;
};

export type Plan = {
  /** In the order of time. */
  readonly blocks: readonly Block[];
  /** Items without room, with the hard rule that left none. */
  readonly unplaced: readonly { readonly itemId: string; readonly because: Obstacle }[];
  readonly terms: readonly CostTerm[];
  readonly cost: number;
};

/**
 * `room`: no free stretch is long enough; `window`: none between its earliest and latest; `before`: what it waits for has
 * no place; `unneeded`: what waits for it has none, and nothing else asks for it; `hours`: none at the hours of the day at which it
 * can be done.
 */
export type Obstacle = "room" | "window" | "before" | "place" | "hours" | "limit" | "unneeded";
