import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { requireWritable } from "./events/event-target.ts";
import { CALENDAR_DEFAULTS, CalendarSettings } from "./model.ts";
import { calendars, calendarSettings as table } from "./tables.ts";

/** Working hours, second time zone and default calendar of a person. */
export const calendarSettings = resource("calendarSettings", {
  get: read({
    summary: "Get the calendar settings and working hours, or the defaults if nothing was saved",
    input: z.strictObject({}),
    output: CalendarSettings,
    access: "user",
    run: (context) => readSettings(context),
  }),
  save: write({
    summary:
      "Save working hours, second time zone and default calendar; an outdated `version` is rejected with the current settings",
    input: z.strictObject({
      ...CalendarSettings.shape,
      /** Those of before where they are not given. */
      otherHours: CalendarSettings.shape.otherHours.optional(),
      defaultCalendarId: Id.nullable().default(null),
    }),
    output: CalendarSettings,
    access: "user",
    run: async (context, { version, ...given }) => {
      if (given.workTo <= given.workFrom) throw endsTooEarly();
      await requireWritable(context, given.defaultCalendarId);
      const before = await readSettings(context);
      const settings = withOtherDays({ ...given, otherHours: given.otherHours ?? before.otherHours });
      const saved = version === before.version ? await store(context, settings, version) : undefined;
      if (!saved)
        throw new AppError("conflict", t`These settings were changed in another window`, {
          current: await readSettings(context),
        });
      context.undoWith({ capability: "calendarSettings.save", input: { ...before, version: saved.version } });
      return saved;
    },
  }),
});

const { userId: _, updatedAt: __, ...fields } = getTableColumns(table);

/** A day with hours of its own is a working day. */
function withOtherDays<S extends Pick<CalendarSettings, "workingDays" | "otherHours">>(settings: S): S {
  const days = [...settings.workingDays, ...settings.otherHours.map(({ weekday }) => weekday)];
  return { ...settings, workingDays: [...new Set(days)].sort() };
}

const endsTooEarly = () => {
  const message = t`The working day must end after it begins`;
  return new AppError("invalid", message, { fields: { workTo: message } });
};

export async function readSettings({ db, actor }: SignedIn): Promise<CalendarSettings> {
  const [own] = await db.select(fields).from(table).where(eq(table.userId, actor.userId));
  return own ?? CALENDAR_DEFAULTS;
}

/** The calendar for events that name none; null if it is deleted or read-only. */
export async function defaultCalendar({ db, actor }: SignedIn): Promise<string | null> {
  const [chosen] = await db
    .select({ id: calendars.id })
    .from(table)
    .innerJoin(calendars, eq(calendars.id, table.defaultCalendarId))
    .where(and(eq(table.userId, actor.userId), isNull(calendars.deletedAt), eq(calendars.isReadOnly, false)));
  return chosen?.id ?? null;
}

/** Returns undefined if another window saved first. */
async function store(
  { db, actor, now }: SignedIn,
  settings: Omit<CalendarSettings, "version">,
  version: number,
): Promise<CalendarSettings | undefined> {
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
