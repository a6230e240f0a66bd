import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { composeEvening, currentDays } from "./briefing/compose-evening.ts";
import { currentLines, generateBriefing } from "./briefing/generate-briefing.ts";
import { moveBack, moveLeft } from "./briefing/move-left.ts";
import { prefetchPhrasing } from "./briefing/prefetch-phrasing.ts";
import { MAX_LEFT } from "./briefing/read-evening.ts";
import { Evening } from "./evening-model.ts";
import { Briefing, CalendarDay, CalendarSummary, EmailSummary, TasksSummary } from "./model.ts";
import { requireArea } from "./require-area.ts";
import { refreshStaleSources } from "./sources/refresh-stale-sources.ts";
import { morningBriefings as table } from "./tables.ts";

const PastBriefing = z.object({
  id: Id,
  briefingDate: CalendarDay,
  tasksSummary: TasksSummary,
  calendarSummary: CalendarSummary,
  emailSummary: EmailSummary,
  updatedAt: Instant,
});

const MovedTask = z.object({ id: Id, before: Instant, dueDate: Instant });

export const briefings = resource("briefings", {
  list: read({
    summary: "List your briefings with their figures, newest first",
    input: z.strictObject(pageInput),
    output: pageOf(PastBriefing),
    access: "user",
    run: async ({ db, actor }, input) => {
      const day = { expression: dateOf, type: "date" };
      const page = keyset([newest(day), newest(table.id)], input);
      const rows = await db
        .select({
          id: table.id,
          briefingDate: table.briefingDate,
          tasksSummary: table.tasksSummary,
          calendarSummary: table.calendarSummary,
          emailSummary: table.emailSummary,
          updatedAt: table.updatedAt,
          ...page.columns,
        })
        .from(table)
        .where(and(eq(table.userId, actor.userId), page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  ofDay: read({
    summary: "Get the briefing of a day, by default of today in your time zone; null if there is none",
    input: z.strictObject({ date: CalendarDay.optional() }),
    output: z.object({ date: CalendarDay, today: CalendarDay, briefing: Briefing.nullable() }),
    access: "user",
    run: async (context, { date }) => {
      const { timezone } = await dailyOpsSettings.get(context, {});
      const today = dayAt(context.now, timezone);
      const asked = date ?? today;
      const [briefing] = await context.db
        .select()
        .from(table)
        .where(and(eq(table.userId, context.actor.userId), eq(table.briefingDate, asked)));
      const isCurrent = briefing && asked === today;
      const current = isCurrent
        ? { ...briefing, lines: await currentLines(context, briefing, timezone) }
        : briefing;
      return { date: asked, today, briefing: current ?? null };
    },
  }),
  evening: read({
    summary:
      "Get the end of your day: what was done, what moved, what comes first tomorrow, and the open tasks due today",
    input: z.strictObject({}),
    output: Evening,
    access: "user",
    run: (context) => composeEvening(context),
  }),
  moveLeft: write({
    summary: "Move the given open tasks that are due today to tomorrow, at the same time of day",
    input: z.strictObject({ date: CalendarDay, ids: z.array(Id).min(1).max(MAX_LEFT) }),
    output: z.object({ ids: z.array(Id), moved: z.array(MovedTask) }),
    access: "user",
    invalidates: ["tasks"],
    run: async (context, { date, ids }) => {
      const [today] = await currentDays(context);
      if (today.date !== date)
        throw new AppError("conflict", t`A new day has begun. Look at what is left of it`);
      return moveLeft(context, today, ids);
    },
  }),
  moveBack: write({
    summary: "Move tasks back to when they were due, if they are still due when they were moved to",
    input: z.strictObject({ moved: z.array(MovedTask).min(1).max(MAX_LEFT) }),
    output: z.object({ ids: z.array(Id) }),
    access: "user",
    invalidates: ["tasks"],
    run: (context, { moved }) => moveBack(context, moved),
  }),
  generate: write({
    summary: "Create today's briefing from your current tasks, events, emails, weather, traffic and news",
    input: z.strictObject({}),
    output: Briefing,
    access: "user",
    invalidates: ["weather", "traffic", "news"],
    ownTransactions: true,
    run: async (context) => {
      const settings = await inOwnTransaction(context, "read", (own) => requireArea(own, "briefingEnabled"));
      await refreshStaleSources(context, settings);
      const date = dayAt(context.now, settings.timezone);
      const phrasing = await prefetchPhrasing(context, settings, date);
      return inOwnTransaction(context, "write", (own) => generateBriefing(own, settings, date, phrasing));
    },
  }),
});

const dateOf = sql`${table.briefingDate}`;

/** The local date in the time zone, yyyy-MM-dd. */
export function dayAt(now: Date, timeZone: string): string {
  const { year, month, day } = wallClock(now, timeZone);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}
