import { eq } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";
import { profiles } from "./tables.ts";

/** Whether a page or the person has said which clock it is. */
export async function hasChosenClock({ db, actor }: Pick<SignedIn, "db" | "actor">): Promise<boolean> {
  const [own] = await db
    .select({ hourCycle: profiles.hourCycle })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return own?.hourCycle != null;
}

/** The clock of the person: how times are written for them. Until their first page has said it, 0 to 23 hours in UTC. */
export async function ownClock({ db, actor }: Pick<SignedIn, "db" | "actor">): Promise<ZoneClock> {
  const [own] = await db
    .select({ timeZone: profiles.timeZone, hourCycle: profiles.hourCycle })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return { timeZone: own?.timeZone ?? "UTC", hourCycle: own?.hourCycle ?? "h23" };
}
