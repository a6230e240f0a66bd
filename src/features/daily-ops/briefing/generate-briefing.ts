import { and, eq, inArray, sql } from "drizzle-orm";
import type { DailyOpsSettings } from "#features/settings/model.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import {
  type Article,
  BRIEFING_NEWS,
  type Briefing,
  type BriefingLine,
  type BriefingPart,
  type CountedFigure,
  isPast,
  OPENING_PARTS,
} from "../model.ts";
import { storedNews } from "../news.ts";
import { morningBriefings, newsArticles } from "../tables.ts";
import { storedTraffic } from "../traffic.ts";
import { storedWeather } from "../weather.ts";
import { briefingSentences } from "./briefing-sentences.ts";
import { foldLines } from "./fold-lines.ts";
import { formatChanges } from "./format-changes.ts";
import { formatOpening } from "./format-opening.ts";
import { NO_PHRASING, type Phrasing, withPhrasing } from "./phrase-briefing.ts";
import { readChanges } from "./read-changes.ts";
import { briefingDay, readFacts } from "./read-facts.ts";
import { readOpening } from "./read-opening.ts";

/**
 * Composes and stores the briefing of a day, replacing an existing one (DAILY-06). `phrasing` applies to sentences that
 * have not changed.
 */
export async function generateBriefing(
  context: SignedIn,
  settings: DailyOpsSettings,
  date: string,
  phrasing: Phrasing = NO_PHRASING,
): Promise<Briefing> {
  const { db, actor, now } = context;
  const { facts, around, news, lines } = await composeBriefing(context, settings, date);
  const phrased = withPhrasing(lines, phrasing);
  const fields = {
    ...figuresOf(facts.counts),
    ...surroundingsOf(settings, around),
    summary: textOf(phrased, "summary"),
    aiInsights: textOf(phrased, "insight"),
    lines: phrased,
    records: facts.records,
    source: phrased.some(({ text }, at) => text !== lines[at]?.text)
      ? ("model" as const)
      : ("built-in" as const),
    updatedAt: now,
  };
  const stored = await db
    .insert(morningBriefings)
    .values({ ...fields, userId: actor.userId, briefingDate: date, createdAt: now })
    .onConflictDoUpdate({ target: [morningBriefings.userId, morningBriefings.briefingDate], set: fields })
    .returning()
    .then(returnedRow);
  await markProcessed(context, news);
  return stored;
}

type Composed = Awaited<ReturnType<typeof composeBriefing>>;

function figuresOf(counts: Composed["facts"]["counts"]) {
  const count = (figure: CountedFigure) => counts[figure];
  return {
    tasksSummary: {
      total: count("tasks.total"),
      completed: count("tasks.completed"),
      overdue: count("tasks.overdue"),
      high_priority: count("tasks.high_priority"),
    },
    calendarSummary: {
      total_events: count("calendar.total_events"),
      meetings: count("calendar.meetings"),
      deadlines: count("calendar.deadlines"),
    },
    emailSummary: {
      total: count("email.total"),
      unread: count("email.unread"),
      urgent: count("email.urgent"),
    },
  };
}

/** Weather, traffic and news as far as the user has enabled them. */
const surroundingsOf = (settings: DailyOpsSettings, around: Composed["around"]) => ({
  weatherData: settings.weatherEnabled
    ? around.weather.map(({ id, location, temperature, condition, kind }) => ({
        id,
        location,
        temperature,
        condition,
        kind,
      }))
    : null,
  trafficData: settings.trafficEnabled
    ? around.traffic.map(({ id, routeName, currentDuration, normalDuration, trafficCondition, kind }) => ({
        id,
        routeName,
        currentDuration,
        normalDuration,
        trafficCondition,
        kind,
      }))
    : null,
  newsSummary: settings.newsEnabled
    ? { total_articles: around.news.length, top_categories: topCategories(around.news) }
    : null,
});

/** The facts and the built-in sentences, which are English; stores nothing. */
const composeBriefing = (context: SignedIn, settings: DailyOpsSettings, date: string) =>
  inLanguage("en", () => composeInEnglish(context, settings, date));

async function composeInEnglish(context: SignedIn, settings: DailyOpsSettings, date: string) {
  const { now } = context;
  const { day, facts, around, news, written } = await writeSentences(context, settings, date);
  const changes = await readChanges(context, date);
  const opening = formatOpening(await readOpening(context, day), { ...day, now });
  const lines = foldLines([...opening, ...written, ...formatChanges(changes, { ...day, now })]);
  return { facts, around, news, lines };
}

/** The built-in sentences alone, which a model may phrase. */
export const composeSentences = (
  context: SignedIn,
  settings: DailyOpsSettings,
  date: string,
): Promise<BriefingLine[]> =>
  inLanguage("en", async () => (await writeSentences(context, settings, date)).written);

async function writeSentences(context: SignedIn, settings: DailyOpsSettings, date: string) {
  const day = briefingDay(date, { ...(await ownClock(context)), timeZone: settings.timezone });
  const facts = await readFacts(context, day);
  const around = await surroundings(context, settings);
  const news = around.news.slice(0, BRIEFING_NEWS);
  const written = briefingSentences({ facts, ...around, news }, { ...day, now: context.now });
  return { day, facts, around, news, written };
}

/** The lines of today's briefing as they are now: a new beginning, and of the stored rest what is not past. */
export const currentLines = (
  context: SignedIn,
  { lines }: Pick<Briefing, "lines">,
  timeZone: string,
): Promise<BriefingLine[]> =>
  inLanguage("en", async () => {
    const { now } = context;
    const clock = { ...(await ownClock(context)), timeZone };
    const day = briefingDay(dayInZone(now, timeZone), clock);
    const opening = formatOpening(await readOpening(context, day), { ...day, now });
    const rest = lines.filter((line) => !FRESH.has(line.part) && !isPast(line, now));
    return foldLines([...opening, ...rest]);
  });

/** What is read anew whenever the briefing of today is opened. */
const FRESH: ReadonlySet<BriefingPart> = new Set(OPENING_PARTS.filter((part) => part !== "change"));

const textOf = (lines: readonly BriefingLine[], part: BriefingLine["part"]) =>
  lines
    .filter((line) => line.part === part)
    .map(({ text }) => text)
    .join("\n");

/** The latest stored values; disabled areas are left out. */
const surroundings = async (context: SignedIn, settings: DailyOpsSettings) => ({
  weather: settings.weatherEnabled ? await storedWeather(context) : [],
  traffic: settings.trafficEnabled ? await storedTraffic(context) : [],
  news: settings.newsEnabled ? await storedNews(context) : [],
});

function topCategories(news: readonly Article[]): string[] {
  const counts = new Map<string, number>();
  for (const { category } of news) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([category]) => category);
}

async function markProcessed({ db, actor }: SignedIn, news: readonly Article[]): Promise<void> {
  const ids = news.filter(({ isProcessed }) => !isProcessed).map(({ id }) => id);
  if (ids.length === 0) return;
  const own = and(eq(newsArticles.userId, actor.userId), inArray(newsArticles.id, ids));
  // Locks in the same order as the import of articles, to avoid a deadlock.
  const byAddress = sql`${newsArticles.url} collate "C"`;
  await db
    .select({ id: newsArticles.id })
    .from(newsArticles)
    .where(own)
    .orderBy(byAddress, newsArticles.id)
    .for("update");
  await db.update(newsArticles).set({ isProcessed: true }).where(own);
}
