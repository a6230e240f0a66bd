import type { Mark } from "../../model.ts";

/**
 * A piece of a text that says something. It is found where one of its `keys` is: 'd:2026-12-05' is a day, 't:930' a time
 * in minutes, 'n:12450' a number, 'c:3:task' a number of something. `gives` are the keys that the same piece proves.
 */
export type Value = {
  kind: Mark["kind"];
  start: number;
  end: number;
  keys: readonly string[];
  gives: readonly string[];
  /** All of these have to be found as well: the words of a name, and those that follow each other. */
  all?: readonly string[];
  /** For a rounded figure ('about 12,000'): found where a number is at most five percent away. */
  about?: number;
  /** For a number of things, or of minutes: what may be counted or computed. */
  count?: number;
  minutes?: number;
};

/** The day and the zone in which the words of a text are to be read. */
export type Clock = { now: Date; timeZone: string };
