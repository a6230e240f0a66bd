import { sql } from "drizzle-orm";
import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { countedRows, readFigures } from "./figures.ts";
import { FirstSteps, readFirstSteps } from "./first-steps.ts";
import { FIGURES, FigureRow, Figures, Productivity } from "./model.ts";
import { readProductivity } from "./productivity.ts";
import { describeSample } from "./sample/describe-sample.ts";
import { loadSample } from "./sample/load-sample.ts";
import { removeSample } from "./sample/remove-sample.ts";
import { readWork, readWorkRows } from "./work.ts";
import { WORK_FIGURES, Work, WorkRow } from "./work-model.ts";

/** Resources to refresh on open pages after the sample is loaded or removed. */
const FILLED = [
  "tasks",
  "projects",
  "emails",
  "templates",
  "events",
  "documents",
  "team",
  "conversations",
  "contacts",
  "briefings",
  "locations",
  "weather",
  "traffic",
  "news",
  "notifications",
  "voiceCommands",
];

export const dashboard = resource("dashboard", {
  figures: read({
    summary: "Get the figures of your dashboard, computed from your own data, with their definitions",
    input: z.strictObject({ timeZone: TimeZone }),
    output: Figures,
    access: "user",
    run: (context, { timeZone }) => readFigures(context, timeZone),
  }),
  rows: read({
    summary: "List the rows that one dashboard figure counts, newest first",
    input: z.strictObject({
      figure: z.enum(FIGURES).exclude(["briefing"]),
      timeZone: TimeZone,
      ...pageInput,
    }),
    output: pageOf(FigureRow),
    access: "user",
    run: async ({ db, actor, now }, { figure, timeZone, ...paging }) => {
      const counted = countedRows({ userId: actor.userId, now, timeZone })[figure];
      const page = keyset(
        [
          newest({ expression: sql`counted.at`, type: "timestamptz" }),
          newest({ expression: sql`counted.id`, type: "uuid" }),
        ],
        paging,
      );
      const { rows } = await db.execute<
        Omit<z.output<typeof FigureRow>, "at"> & { at: string; pageKey: string }
      >(sql`
        select counted.id, counted.title, counted.at, counted.weight::float8 as weight, ${page.columns.pageKey} as "pageKey"
          from (${counted}) counted where ${page.after ?? sql`true`}
         order by ${sql.join(page.orderBy, sql`, `)} limit ${page.fetch}`);
      const { items, nextCursor } = page.of(rows);
      return { items: items.map((item) => ({ ...item, at: new Date(item.at) })), nextCursor };
    },
  }),
  productivity: read({
    summary: "Count the tasks created and completed per day, by priority and by project",
    input: z.strictObject({ timeZone: TimeZone, days: z.int().min(1).max(366).default(30) }),
    output: Productivity,
    access: "user",
    run: (context, { timeZone, days }) => readProductivity(context, timeZone, days),
  }),
  work: read({
    summary:
      "Get work statistics: response times to mail, time in meetings, focus time and completed decisions",
    input: z.strictObject({ timeZone: TimeZone, days: z.int().min(1).max(366).default(30) }),
    output: Work,
    access: "user",
    run: readWork,
  }),
  workRows: read({
    summary: "List the newest 50 records that one figure of `work` counts",
    input: z.strictObject({
      figure: z.enum(WORK_FIGURES),
      timeZone: TimeZone,
      days: z.int().min(1).max(366).default(30),
    }),
    output: z.object({ items: z.array(WorkRow) }),
    access: "user",
    run: async (context, input) => ({ items: await readWorkRows(context, input) }),
  }),
  firstSteps: read({
    summary: "Get which first steps of your account are open, done or skipped",
    input: z.strictObject({}),
    output: FirstSteps,
    access: "user",
    agents: "hidden",
    run: readFirstSteps,
  }),
  loadSample: write({
    summary: "Load the sample workspace into your empty account",
    input: z.strictObject({ timeZone: TimeZone.optional() }),
    output: z.object({ loaded: z.literal(true) }),
    access: "user",
    invalidates: FILLED,
    run: async (context, { timeZone }) => {
      await loadSample(context, timeZone);
      context.undoWith({ capability: "dashboard.removeSample", input: {} });
      return { loaded: true as const };
    },
  }),
  sampleWorkspace: read({
    summary: "Get when your sample workspace was loaded, null if there is none, and how many records it has",
    input: z.strictObject({}),
    output: z.object({ loadedAt: Instant.nullable(), records: z.int() }),
    access: "user",
    run: describeSample,
  }),
  removeSample: destroy({
    summary: "Remove the sample workspace from your account, and nothing else",
    input: z.strictObject({}),
    output: z.object({ removed: z.int() }),
    access: "user",
    invalidates: FILLED,
    run: (context) => removeSample(context),
  }),
});
