import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";

const Times = { startTime: Instant, endTime: Instant };

/** From here on an invitation is in the way of focus hours, in minutes. */
export const LEAST_CLASH_MINUTES = 15;

/** An invitation in focus hours that the person defends. */
export const FocusClash = z.object({
  /** So much of the focus hours it would take. */
  minutes: z.int(),
  /** The nearest times that are free instead, at most two. */
  times: z.array(z.object(Times)).max(2),
});
export type FocusClash = z.output<typeof FocusClash>;

export const FocusAnswer = z.object({
  /** Null: it is in no focus hours, these are not defended, or there is nothing to answer. */
  clash: FocusClash.nullable(),
});
export type FocusAnswer = z.output<typeof FocusAnswer>;

export const ProposedTimes = z.object({
  /** The draft to the organizer; nobody sends it but the person. */
  emailId: Id,
  times: FocusClash.shape.times,
});
export type ProposedTimes = z.output<typeof ProposedTimes>;
