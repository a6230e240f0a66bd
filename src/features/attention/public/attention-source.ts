import type { SQL } from "drizzle-orm";
import type { Actor } from "#platform/capability/actor.ts";
import type { Act } from "../model.ts";

/** Whose items are listed, and when: `endOfToday` and `endOfSoon` are the ends of this day and of the day in two weeks there. */
export type Scope = {
  actor: Actor;
  userId: string;
  email: string;
  now: Date;
  timeZone: string;
  endOfToday: Date;
  endOfSoon: Date;
};

/**
 * A query for the items of some kinds, the most pressing `MAX_OF_KIND` first; null where this reader can have none. Its
 * columns: kind, item (the id behind the kind), record_kind, record_id, title, person, since, due, is_due_day, priority
 * (points), detail (what the reason names), href.
 */
export type AttentionSource = (scope: Scope) => SQL | null;

/** What is the same for all items of a kind. */
export type AttentionKind = {
  /** The plural: 'Tasks'. */
  label(): string;
  /** Of the importance, before the time, the priority and what was learned. */
  points: number;
  /** Why an item needs its person. `detail`: the other event, the decision, the words of an error. */
  reason(detail: string | null, isOverdue: boolean): string;
  /** What is shown for the title that the query found; without it that title itself. */
  title?(title: string, detail: string | null): string;
  /** What ends an item, the usual act first. */
  acts: readonly Act[];
};

/** What a slice adds to the list of what needs a person. */
export type AttentionContribution = {
  kinds: Readonly<Record<string, AttentionKind>>;
  sources: readonly AttentionSource[];
};
