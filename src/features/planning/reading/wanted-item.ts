import type { Provenance } from "#platform/capability/provenance.ts";
import type { Item } from "../engine/plan-problem.ts";
import type { Guess } from "./guess-minutes.ts";

/** What is to be placed, before the blocks that are there already are taken into account. */
export type WantedItem = Omit<Item, "kept" | "isFixed"> & {
  /** Of its block. */
  title: string;
  /** Who wrote the words of the title. */
  provenance: Provenance;
  /** Null: the person said how long it takes. */
  guess: Guess | null;
  /** Who relies on it, if the person promised it to somebody by name. */
  promisedTo: string | null;
};

/** A block that is in the calendar, with the times that it has there, in milliseconds. */
export type PresentBlock = {
  eventId: string;
  /** What it is for; see `ItemId`. */
  itemId: string;
  title: string;
  start: number;
  end: number;
  /** The person moved it, or changed how long it is. */
  isMovedByHand: boolean;
};

/** An event of the days, in milliseconds: an all-day one from midnight to midnight on the person's clock. */
export type PlanEvent = {
  id: string;
  title: string;
  provenance: Provenance;
  location: string | null;
  start: number;
  end: number;
  isAllDay: boolean;
  travelMinutes: number;
  /** It takes none of the person's time. */
  isFree: boolean;
  /** Other people take part. */
  hasGuests: boolean;
  /** So many are named. */
  guestCount: number;
  /** One of them is of another domain than the person. */
  isOutside: boolean;
  /** One of a series: it is prepared by habit. */
  isRecurring: boolean;
};

export const MINUTE = 60_000;

/** Places are the same whatever the case and the spaces of their names. */
export const placeOf = (text: string | null): string | null =>
  text?.trim().toLowerCase().replaceAll(/\s+/g, " ") || null;
