import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";

/** The clock of the person who reads a description, and what it shows now. */
export type ReadClock = ZoneClock & { now: Date };

export const readClock = async (context: SignedIn): Promise<ReadClock> => ({
  ...(await ownClock(context)),
  now: context.now,
});
