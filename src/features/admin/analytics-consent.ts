import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { countView } from "./jobs.ts";
import { analyticsConsents } from "./tables.ts";

/** Whether the person consents to page-view analytics. Asked only if an administrator set an id and its secret. */
export const analyticsConsent = resource("analyticsConsent", {
  get: read({
    summary: "Get whether page-view analytics need your consent, and whether you gave it",
    input: z.strictObject({}),
    output: z.object({ isAvailable: z.boolean(), isGiven: z.boolean().nullable() }),
    access: "user",
    agents: "hidden",
    run: async (context) => ({
      isAvailable: isCounting(context.systemSettings),
      isGiven: (await decisionOf(context))?.isGiven ?? null,
    }),
  }),
  set: write({
    summary: "Give or withdraw your consent to page-view analytics",
    input: z.strictObject({ isGiven: z.boolean() }),
    output: z.object({ isGiven: z.boolean() }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, actor }, { isGiven }) => {
      // Every new decision gets a new visitor id, so that views before and after it cannot be linked.
      const changed = { isGiven, decidedAt: new Date(), visitorId: sql`gen_random_uuid()` };
      await db
        .insert(analyticsConsents)
        .values({ userId: actor.userId, isGiven })
        .onConflictDoUpdate({ target: analyticsConsents.userId, set: changed });
      return { isGiven };
    },
  }),
  view: write({
    summary: "Count a page view, if you gave your consent",
    input: z.strictObject({ path: z.string().max(500) }),
    output: z.strictObject({}),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    isTraffic: true,
    run: async (context, { path }) => {
      const decision = await decisionOf(context);
      if (decision?.isGiven && isCounting(context.systemSettings))
        await context.enqueue(countView, { visitorId: decision.visitorId, path: withoutRecords(path) });
      return {};
    },
  }),
});

const isCounting = (settings: SystemSettings) =>
  settings.current.googleAnalyticsId !== "" && settings.secret("googleAnalyticsSecret") !== null;

async function decisionOf({ db, actor }: SignedIn) {
  const [decision] = await db
    .select()
    .from(analyticsConsents)
    .where(eq(analyticsConsents.userId, actor.userId));
  return decision;
}

/** The path without its query and without ids: only segments of lower-case words, so no mail, document or person. */
export const withoutRecords = (path: string): string =>
  `/${path
    .replace(/[?#].*$/s, "")
    .split("/")
    .filter((part) => /^[a-z]+(-[a-z]+)*$/.test(part))
    .slice(0, 4)
    .join("/")}`;
