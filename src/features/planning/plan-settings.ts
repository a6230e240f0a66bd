import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { PLAN_DEFAULTS, PlanSettings } from "./model.ts";
import { planSettings as table } from "./tables.ts";

/** Focus hours, breaks and limits of a person's plans; the working hours are in `calendarSettings`. */
export const planSettings = resource("planSettings", {
  get: read({
    summary: "Get how you want to be planned, or the defaults if nothing was saved",
    input: z.strictObject({}),
    output: PlanSettings,
    access: "user",
    run: (context) => readPlanSettings(context),
  }),
  save: write({
    summary:
      "Save focus hours, breaks and limits of plans; an outdated `version` is rejected with the current settings",
    input: z.strictObject(PlanSettings.shape),
    output: PlanSettings,
    access: "user",
    run: async (context, { version, ...settings }) => {
      const before = await readPlanSettings(context);
      const saved = version === before.version ? await store(context, settings, version) : undefined;
      if (!saved)
        throw new AppError("conflict", t`These settings were changed in another window`, {
          current: await readPlanSettings(context),
        });
      context.undoWith({ capability: "planSettings.save", input: { ...before, version: saved.version } });
      return saved;
    },
  }),
});

const { userId: _, updatedAt: __, ...fields } = getTableColumns(table);

export async function readPlanSettings({ db, actor }: SignedIn): Promise<PlanSettings> {
  const [own] = await db.select(fields).from(table).where(eq(table.userId, actor.userId));
  return own ?? PLAN_DEFAULTS;
}

/** Returns undefined if another window saved first. */
async function store(
  { db, actor, now }: SignedIn,
  settings: Omit<PlanSettings, "version">,
  version: number,
): Promise<PlanSettings | undefined> {
  if (version === 0) {
    const row = { ...settings, userId: actor.userId, updatedAt: now };
    const [first] = await db.insert(table).values(row).onConflictDoNothing().returning(fields);
    return first;
  }
  const [next] = await db
    .update(table)
    .set({ ...settings, updatedAt: now, version: sql`${table.version} + 1` })
    .where(and(eq(table.userId, actor.userId), eq(table.version, version)))
    .returning(fields);
  return next;
}
