import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { LANGUAGES } from "#i18n/languages.ts";
import { t } from "#i18n/message.ts";
import { FIRST_STEPS } from "#platform/auth/first-steps.ts";
import { START_PAGES } from "#platform/auth/start-pages.ts";
import { profiles } from "#platform/auth/tables.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { HOUR_CYCLES } from "#platform/time/hour-cycle.ts";
import { moveDailyOps } from "./daily-ops-settings.ts";
import { BrowserClock, DENSITIES, MAX_PICTURE, MOTIONS, Profile, TimeZone, Weekday } from "./model.ts";
import { savePicture } from "./profile-picture.ts";

export const profile = resource("profile", {
  get: read({
    summary: "Get your name, how we greet you, time zone, preferences and role",
    input: z.strictObject({}),
    output: Profile,
    access: "user",
    run: (context) => ownProfile(context),
  }),

  update: write({
    summary: "Update your name, how we greet you, time zone, language, appearance or start page",
    input: z.strictObject({
      fullName: z.string().trim().min(1, t`Please enter your name`).max(200).optional(),
      address: z.string().trim().min(1, t`Please enter how we should greet you`).max(100).optional(),
      timeZone: TimeZone.optional(),
      hourCycle: z.enum(HOUR_CYCLES).optional(),
      firstWeekday: Weekday.nullable().optional(),
      density: z.enum(DENSITIES).optional(),
      motion: z.enum(MOTIONS).optional(),
      language: z.enum(LANGUAGES).nullable().optional(),
      startPage: z.enum(START_PAGES).optional(),
      startsEmpty: z.boolean().optional(),
      version: z.int(),
    }),
    output: Profile,
    access: "user",
    invalidates: ["session", "dailyOpsSettings", "dashboard"],
    run: async (context, { version, ...changes }) => {
      const { actor, db } = context;
      const [updated] = await db
        .update(profiles)
        .set({ ...changes, version: sql`${profiles.version} + 1` })
        .where(and(eq(profiles.userId, actor.userId), eq(profiles.version, version)))
        .returning();
      if (updated && changes.timeZone) await moveDailyOps(context, changes.timeZone);
      if (updated) return updated;
      const current = z.encode(Profile, await ownProfile(context));
      throw new AppError("conflict", t`Your profile was changed in another window`, { current });
    },
  }),

  setPicture: write({
    summary: "Set or remove your picture; people in your workspaces and conversations can see it",
    input: z.strictObject({
      /** JPEG, PNG or WebP in base64; null removes it. */
      picture: z
        .base64()
        .min(1)
        .max(Math.ceil(MAX_PICTURE / 3) * 4)
        .nullable(),
    }),
    output: Profile,
    access: "user",
    agents: "hidden",
    invalidates: ["session"],
    run: (context, { picture }) => savePicture(context, picture),
  }),

  setFirstSteps: write({
    summary: "Hide the first steps on the dashboard or show them again, all or those that are not skipped",
    input: z.strictObject({ isDone: z.boolean(), skipped: z.array(z.enum(FIRST_STEPS)).max(20).optional() }),
    output: z.strictObject({}),
    access: "user",
    agents: "hidden",
    invalidates: ["session", "profile", "dashboard"],
    run: async ({ actor, db, now }, { isDone, skipped }) => {
      await db
        .update(profiles)
        .set({ firstStepsAt: isDone ? now : null, ...(skipped && { skippedSteps: skipped }) })
        .where(eq(profiles.userId, actor.userId));
      return {};
    },
  }),

  adoptClock: write({
    summary:
      "Set time zone and hour cycle of a new profile from the browser; a profile that has them stays as it is",
    input: BrowserClock,
    output: z.strictObject({}),
    access: "user",
    agents: "hidden",
    invalidates: ["session", "dailyOpsSettings"],
    run: async (context, { timeZone, hourCycle, firstWeekday }) => {
      const { actor, db } = context;
      const [adopted] = await db
        .update(profiles)
        .set({
          hourCycle,
          firstWeekday: sql`coalesce(${profiles.firstWeekday}, ${firstWeekday})`,
          timeZone: sql`case when ${profiles.timeZone} = 'UTC' then ${timeZone} else ${profiles.timeZone} end`,
        })
        .where(and(eq(profiles.userId, actor.userId), isNull(profiles.hourCycle)))
        .returning({ timeZone: profiles.timeZone });
      if (adopted) await moveDailyOps(context, adopted.timeZone);
      return {};
    },
  }),
});

async function ownProfile({ actor, db }: SignedIn) {
  const [own] = await db.select().from(profiles).where(eq(profiles.userId, actor.userId));
  if (!own) throw notFound(t`Profile`);
  return own;
}
