import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";

/**
 * `frees`: a meeting that gives way, with the minutes that it took. `overlap`: nothing takes place at the same time any more. `inTime`: what was late is in time. `sooner`: it is
 * late, but less. `room`: it had no place. `focus`: deep work within focus hours. `limit`: a day has fewer meetings
 * beyond what the person wants.
 */
export const GAIN_KINDS = ["frees", "overlap", "inTime", "sooner", "room", "focus", "limit"] as const;

/** One thing that gets better, as a fact. */
export const Gain = z.object({
  kind: z.enum(GAIN_KINDS),
  subject: z.enum(["task", "event", "commitment"]),
  id: Id,
  href: z.string(),
  title: z.string(),
  due: Instant.nullable(),
  /** When it takes place, or is done, as of now; null without a place. */
  before: Instant.nullable(),
  after: Instant.nullable(),
  minutes: z.int(),
  text: z.string(),
});
export type Gain = z.output<typeof Gain>;
