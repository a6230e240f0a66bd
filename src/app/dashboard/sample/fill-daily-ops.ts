import { and, eq, getTableName } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { generateBriefing } from "#features/daily-ops/briefing/generate-briefing.ts";
import { dayAt } from "#features/daily-ops/briefings.ts";
import { conditionOf } from "#features/daily-ops/model.ts";
import { simulatedNews } from "#features/daily-ops/providers/simulated-news.ts";
import { simulatedTraffic } from "#features/daily-ops/providers/simulated-traffic.ts";
import { simulatedWeather } from "#features/daily-ops/providers/simulated-weather.ts";
import {
  morningBriefings,
  newsArticles,
  trafficData,
  voiceCommands,
  weatherData,
} from "#features/daily-ops/tables.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { userLocations } from "#features/settings/tables.ts";
import { tasks } from "#features/tasks/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { smartNotifications } from "#platform/notify/tables.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";
import { seeded } from "./seeded.ts";
import { OPEN_TASKS } from "./work.ts";

const PLACES = [
  {
    locationType: "home",
    name: "Home",
    address: "12 Harbour Lane, Aldermoor",
    latitude: 51.48,
    longitude: -0.02,
    isPrimary: true,
  },
  {
    locationType: "work",
    name: "Aldermoor office",
    address: "1 Mill Road, Aldermoor",
    latitude: 51.52,
    longitude: -0.08,
    isPrimary: false,
  },
  {
    locationType: "frequent",
    name: "Norrvatten site",
    address: "Pump House 3, Northmere",
    latitude: null,
    longitude: null,
    isPrimary: false,
  },
] as const;

/** Locations with simulated surroundings, notifications, voice commands, and today's briefing made from the sample. */
export async function fillDailyOps(
  context: SignedIn,
  writer: SampleWriter,
  calendar: SampleCalendar,
): Promise<void> {
  const dice = seeded(4);
  const random = () => dice.between(0, 999_999) / 1_000_000;
  await add(
    writer,
    userLocations,
    PLACES.map((place, number) => ({
      ...place,
      userId: writer.userId,
      createdAt: calendar.minutesAgo(90 - number),
    })),
  );
  await fillTravelAndNews(context, writer, random);
  await fillNotifications(writer, calendar);
  await fillCommands(writer, calendar);
  await fillBriefing(context, writer);
}

/** Existing rows with the same name belong to the person and are not changed. */
async function add<T extends PgTable & { id: AnyPgColumn }>(
  writer: SampleWriter,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  if (rows.length === 0) return;
  const added = await writer.db
    .insert(table)
    .values([...rows] as never)
    .onConflictDoNothing()
    .returning({ id: table.id });
  writer.remember(getTableName(table), added as { id: string }[]);
}

async function fillTravelAndNews(context: SignedIn, writer: SampleWriter, random: () => number) {
  const { userId } = writer;
  const lastUpdated = context.now;
  const weather = simulatedWeather(random);
  const traffic = simulatedTraffic(random);
  for (const place of PLACES) {
    const reading = await weather.readWeather(place);
    await add(writer, weatherData, [{ ...reading, userId, location: place.name, lastUpdated }]);
  }
  const [home, ...others] = PLACES;
  for (const to of others) {
    const reading = await traffic.readTraffic(home, to);
    const trafficCondition = conditionOf(reading.currentDuration, reading.normalDuration);
    const routeName = `${home.name} to ${to.name}`;
    const way = { routeName, origin: home.address, destination: to.address, trafficCondition, lastUpdated };
    await add(writer, trafficData, [{ ...reading, ...way, userId }]);
  }
  const articles = await simulatedNews(random).readNews(context.now);
  await add(
    writer,
    newsArticles,
    articles.map((article) => ({ ...article, userId })),
  );
}

async function fillNotifications(writer: SampleWriter, calendar: SampleCalendar): Promise<void> {
  const notificationRows = [
    {
      title: "The firmware decision waits for your vote",
      message: "Go or no-go for firmware 4.2: the others have voted.",
      type: "decision",
      priority: "high" as const,
      href: "/team",
      minutes: 35,
    },
    {
      title: "Clause 11 is due before noon",
      message: "Amara Okafor needs your word on the Vale River contract.",
      type: "task",
      priority: "urgent" as const,
      href: "/tasks?due=today",
      minutes: 80,
    },
    {
      title: "Three meetings today",
      message: "The first one has an agenda and two papers.",
      type: "event",
      priority: "medium" as const,
      href: "/calendar",
      minutes: 140,
    },
  ];
  await add(
    writer,
    smartNotifications,
    notificationRows.map(({ minutes, ...notice }) => ({
      ...notice,
      userId: writer.userId,
      scheduledFor: calendar.minutesAgo(minutes),
      createdAt: calendar.minutesAgo(minutes),
      isSent: true,
    })),
  );
}

/** The voice commands created tasks of the sample, or asked about data on the other tabs. */
async function fillCommands(writer: SampleWriter, calendar: SampleCalendar): Promise<void> {
  const title = OPEN_TASKS[1]?.title ?? "";
  const [task] = await writer.db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.userId, writer.userId), eq(tasks.title, title)));
  const commandRows = [
    {
      commandText: `Create a task to ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      actionType: "task" as const,
      success: true,
      response: `Task created: '${title}'.`,
      href: task ? `/tasks?task=${task.id}` : "/tasks",
    },
    {
      commandText: "Schedule a meeting with Elena",
      actionType: "calendar" as const,
      success: false,
      response: "When? For example, say 'schedule a meeting with Anna tomorrow at 3 pm'.",
      href: null,
    },
    {
      commandText: "What is in the news",
      actionType: "news" as const,
      success: true,
      response: "Ten articles stand on the News tab (simulated).",
      href: "/daily-ops?tab=news",
    },
  ];
  await add(
    writer,
    voiceCommands,
    commandRows.map((command, number) => {
      const at = calendar.minutesAgo(50 + number * 65);
      return { ...command, userId: writer.userId, executedAt: at, createdAt: at };
    }),
  );
}

/** Made by the engine that makes all other briefings, for the person's current day. */
async function fillBriefing(context: SignedIn, writer: SampleWriter): Promise<void> {
  const settings = await dailyOpsSettings.get(context, {});
  const date = dayAt(context.now, settings.timezone);
  const isToday = and(eq(morningBriefings.userId, writer.userId), eq(morningBriefings.briefingDate, date));
  if ((await writer.db.$count(morningBriefings, isToday)) > 0) return;
  const { id } = await generateBriefing(context, settings, date);
  writer.remember("morning_briefings", [{ id }]);
}
