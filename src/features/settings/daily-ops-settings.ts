import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { profiles } from "#platform/auth/tables.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { DAILY_OPS_DEFAULTS, DailyOpsSettings } from "./model.ts";
import { dailyOperationsSettings as table } from "./tables.ts";

/** What Daily Operations does for a person, and when. */
export const dailyOpsSettings = resource("dailyOpsSettings", {
  get: read({
    summary:
      "Get the time of the briefing and which parts of Daily Operations are on, or the defaults if nothing was saved",
    input: z.strictObject({}),
    output: DailyOpsSettings,
    access: "user",
    run: (context) => ownSettings(context),
  }),
  save: write({
    summary:
      "Save all settings of Daily Operations; an outdated `version` is rejected with the current settings",
    input: z.strictObject(DailyOpsSettings.shape),
    output: DailyOpsSettings,
    access: "user",
    invalidates: ["briefings", "profile", "session"],
    run: async (context, { version, ...given }) => {
      const settings = { ...given, weekdays: [...new Set(given.weekdays)].sort() };
      const before = await ownSettings(context);
      const saved = version === before.version ? await store(context, settings, version) : undefined;
      if (!saved)
        throw new AppError("conflict", t`These settings were changed in another window`, {
          current: z.encode(DailyOpsSettings, await ownSettings(context)),
        });
      await moveProfile(context, saved.timezone);
      context.undoWith({ capability: "dailyOpsSettings.save", input: { ...before, version: saved.version } });
      return saved;
    },
  }),
});

/** Until something is saved a person's day follows the zone of their profile, which is UTC until they change it. */
async function ownSettings({ db, actor }: SignedIn): Promise<DailyOpsSettings> {
  const [own] = await db.select().from(table).where(eq(table.userId, actor.userId));
  if (own) return own;
  const [profile] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return { ...DAILY_OPS_DEFAULTS, timezone: profile?.timeZone ?? DAILY_OPS_DEFAULTS.timezone };
}

/** A person has one clock: with the profile's zone moves that of Daily Operations. */
export async function moveDailyOps({ db, actor, now }: SignedIn, timezone: string): Promise<void> {
  await db
    .update(table)
    .set({ timezone, scheduledAt: now, updatedAt: now, version: sql`${table.version} + 1` })
    .where(and(eq(table.userId, actor.userId), ne(table.timezone, timezone)));
}

/** The reverse: the zone is chosen there too. */
async function moveProfile({ db, actor }: SignedIn, timeZone: string): Promise<void> {
  await db
    .update(profiles)
    .set({ timeZone, version: sql`${profiles.version} + 1` })
    .where(and(eq(profiles.userId, actor.userId), ne(profiles.timeZone, timeZone)));
}

/** Undefined if another window saved first. */
async function store(
  { db, actor, now }: SignedIn,
  settings: Omit<DailyOpsSettings, "version">,
  version: number,
): Promise<DailyOpsSettings | undefined> {
  if (version === 0) {
    const row = { ...settings, userId: actor.userId, scheduledAt: now, updatedAt: now };
    const [first] = await db.insert(table).values(row).onConflictDoNothing().returning();
    return first;
  }
  const schedule = sql`(${table.briefingTime}, ${table.timezone}, ${table.briefingEnabled}, ${table.weekdays})`;
  const newSchedule = sql`(${settings.briefingTime}::text, ${settings.timezone}::text, ${settings.briefingEnabled}::boolean, ${sql.param(settings.weekdays)}::integer[])`;
  const [next] = await db
    .update(table)
    .set({
      ...settings,
      scheduledAt: sql`case when ${schedule} = ${newSchedule} then ${table.scheduledAt} else ${now}::timestamptz end`,
      updatedAt: now,
      version: sql`${table.version} + 1`,
    })
    .where(and(eq(table.userId, actor.userId), eq(table.version, version)))
    .returning();
  return next;
}
