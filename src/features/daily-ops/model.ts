import { z } from "zod";
import { t, term } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

/** Where a reading comes from. `simulated` stands on every card until an outside source is configured. */
export const READING_KINDS = ["live", "cached", "estimate", "simulated"] as const;
export const ReadingKind = z.enum(READING_KINDS);
export type ReadingKind = z.infer<typeof ReadingKind>;
/** A note about how the reading was obtained, such as why no service answered. */
const ReadingNote = z.string().nullable();

/** What is said where an area is switched off. */
export const SWITCHED_OFF = {
  briefingEnabled: t`The morning briefing is switched off in Settings`,
  weatherEnabled: t`Weather updates are switched off in Settings`,
  trafficEnabled: t`Traffic updates are switched off in Settings`,
  newsEnabled: t`News updates are switched off in Settings`,
  voiceCommandsEnabled: t`Voice commands are switched off in Settings`,
  smartNotificationsEnabled: t`Smart notifications are switched off in Settings`,
} as const;
/** A part of Daily Operations that can be switched off in Settings. */
export type Area = keyof typeof SWITCHED_OFF;

const Day = z.object({ high: z.int(), low: z.int(), condition: z.string() });
export const Forecast = z.object({ today: Day, tomorrow: Day, dayAfter: Day });

/** What is measured at a place: degrees Fahrenheit, per cent, miles an hour. */
export const WeatherReading = z.object({
  temperature: z.int(),
  condition: z.string(),
  humidity: z.int(),
  windSpeed: z.int(),
  forecastData: Forecast,
  kind: ReadingKind,
  note: ReadingNote,
});
export type WeatherReading = z.infer<typeof WeatherReading>;

export const Weather = WeatherReading.extend({
  id: Id,
  /** The name of the place. */
  location: z.string(),
  lastUpdated: Instant,
});
export type Weather = z.output<typeof Weather>;

export const NO_LOCATIONS = t`Please add locations in Settings to get weather updates`;
export const TOO_FEW_LOCATIONS = t`Please add two locations in Settings to get traffic updates`;

export const TRAFFIC_CONDITIONS = ["Light", "Moderate", "Heavy"] as const;
export const TrafficCondition = z.enum(TRAFFIC_CONDITIONS);
export type TrafficCondition = z.infer<typeof TrafficCondition>;

/** Heavy above 1.2 times the usual duration, Moderate above 1.1 times (DAILY-05). Whole minutes, so compared as such. */
export function conditionOf(current: number, normal: number): TrafficCondition {
  if (current * 10 > normal * 12) return "Heavy";
  return current * 10 > normal * 11 ? "Moderate" : "Light";
}

/** Minutes. */
export const TrafficReading = z.object({
  currentDuration: z.int(),
  normalDuration: z.int(),
  kind: ReadingKind,
  note: ReadingNote,
});
export type TrafficReading = z.infer<typeof TrafficReading>;

export const Traffic = TrafficReading.extend({
  id: Id,
  routeName: z.string(),
  /** Addresses. */
  origin: z.string(),
  destination: z.string(),
  trafficCondition: TrafficCondition,
  lastUpdated: Instant,
});
export type Traffic = z.output<typeof Traffic>;

export const NEWS_LIMIT = 10;
/** The briefing reads this many (DAILY-25). */
export const BRIEFING_NEWS = 5;
/** Above it an article is shown as 'High Relevance' (DAILY-30). */
export const HIGH_RELEVANCE = 0.7;

/** Result of the last read of a feed: it was read; nobody answered; the answer is no feed or a refusal. */
export const FEED_STATES = ["ok", "unreachable", "refused"] as const;
export const MAX_FEEDS = 50;
export const MAX_INTERESTS = 50;

export const NewsFeed = z.object({
  id: Id,
  url: z.string(),
  title: z.string(),
  state: z.enum(FEED_STATES),
  lastError: z.string().nullable(),
  lastReadAt: Instant.nullable(),
  createdAt: Instant,
  version: z.int(),
});
export type NewsFeed = z.output<typeof NewsFeed>;

export const Interests = z.object({
  interests: z
    .array(z.string().trim().min(2, t`An interest has at least two letters`).max(60))
    .max(MAX_INTERESTS),
});

export const ArticleReading = z.object({
  title: z.string(),
  content: z.string(),
  summary: z.string(),
  url: z.string(),
  publishedAt: Instant,
  category: z.string(),
  tags: z.array(z.string()),
  /** 0 to 1. */
  relevanceScore: z.number(),
  /** Why it is relevant. */
  reason: z.string().nullable(),
  /** The feed that it comes from. */
  source: z.string().nullable(),
  kind: ReadingKind,
});
export type ArticleReading = z.output<typeof ArticleReading>;

export const Article = ArticleReading.extend({
  id: Id,
  /** True once a briefing has spoken of it. */
  isProcessed: z.boolean(),
});
export type Article = z.output<typeof Article>;

export type Place = { name: string; address: string; latitude: number | null; longitude: number | null };

/** The interfaces of external sources; the simulation in providers/ implements them too. */
export type WeatherProvider = { readWeather(place: Place): Promise<WeatherReading> };
export type TrafficProvider = { readTraffic(from: Place, to: Place): Promise<TrafficReading> };
export type NewsProvider = { readNews(now: Date): Promise<ArticleReading[]> };

/** A day of the calendar, yyyy-MM-dd (DAILY-26). */
export const CalendarDay = z.iso.date();

export const RecordKind = z.enum([
  "task",
  "event",
  "email",
  "weather",
  "traffic",
  "news",
  "commitment",
  /** Something that needs the person, of any kind. */
  "item",
]);
export const RecordLink = z.object({
  kind: RecordKind,
  id: Id,
  title: z.string(),
  /** Where it is shown, if its kind does not say so. */
  href: z.string().optional(),
});
export type RecordLink = z.infer<typeof RecordLink>;

/** Where a record is shown. */
export const hrefOf = ({ kind, id, href }: Pick<RecordLink, "kind" | "id" | "href">): string => {
  if (href) return href;
  if (kind === "task") return `/tasks?task=${id}`;
  if (kind === "event") return `/calendar?event=${id}`;
  if (kind === "email") return `/email?email=${id}`;
  return `/daily-ops?tab=${kind}`;
};

const count = z.int();
export const TasksSummary = z.object({
  total: count,
  completed: count,
  overdue: count,
  high_priority: count,
});
export const CalendarSummary = z.object({ total_events: count, meetings: count, deadlines: count });
export const EmailSummary = z.object({ total: count, unread: count, urgent: count });
export const NewsSummary = z.object({ total_articles: count, top_categories: z.array(z.string()) });
/** Weather and traffic at the time of the briefing. */
export const BriefingWeather = z.array(
  Weather.pick({ id: true, location: true, temperature: true, condition: true, kind: true }),
);
export const BriefingTraffic = z.array(
  Traffic.pick({
    id: true,
    routeName: true,
    currentDuration: true,
    normalDuration: true,
    trafficCondition: true,
    kind: true,
  }),
);

/** The figures of a briefing, with their labels. */
export const COUNTED = {
  tasks: {
    total: t`Tasks`,
    completed: term("Completed", "how many tasks are completed"),
    overdue: term("Overdue", "how many tasks are overdue"),
    high_priority: t`High priority`,
  },
  calendar: { total_events: t`Events`, meetings: t`Meetings`, deadlines: t`Deadlines` },
  email: {
    total: t`Emails`,
    unread: term("Unread", "how many emails are unread"),
    urgent: term("Urgent", "how many emails are urgent"),
  },
} as const;
export const COUNTED_FIGURES = [
  "tasks.total",
  "tasks.completed",
  "tasks.overdue",
  "tasks.high_priority",
  "calendar.total_events",
  "calendar.meetings",
  "calendar.deadlines",
  "email.total",
  "email.unread",
  "email.urgent",
] as const;
export type CountedFigure = (typeof COUNTED_FIGURES)[number];

/** What is read first, in this order. */
export const OPENING_PARTS = ["first", "day", "change", "needs", "owed", "people"] as const;
/** `meeting`: context for the next one. `change`: since the last briefing. `held`: held-back notifications. */
export const BRIEFING_PARTS = [...OPENING_PARTS, "summary", "insight", "meeting", "held"] as const;
export type BriefingPart = (typeof BRIEFING_PARTS)[number];

export const PART_LABELS: Record<BriefingPart, string> = {
  first: t`Do first`,
  day: t`Your day`,
  change: t`What changed`,
  needs: t`Needs you`,
  owed: t`Owed`,
  people: t`People you meet`,
  summary: t`Summary`,
  insight: t`AI Insights`,
  meeting: t`Your next meeting`,
  held: term("Held back", "notifications"),
};

/** One sentence of a briefing and the records that it speaks of. */
export const BriefingLine = z.object({
  part: z.enum(BRIEFING_PARTS),
  /** When it begins, on the person's clock. */
  time: z.string().optional(),
  text: z.string(),
  /** Why it is there. */
  note: z.string().optional(),
  records: z.array(RecordLink),
  /** From this instant on it is past and not shown. */
  until: z.iso.datetime().optional(),
  /** Shown when the rest is opened. */
  isFolded: z.boolean().optional(),
});
export type BriefingLine = z.infer<typeof BriefingLine>;

export const isPast = ({ until }: Pick<BriefingLine, "until">, now: Date): boolean =>
  until !== undefined && new Date(until) <= now;

export const Briefing = z.object({
  id: Id,
  briefingDate: CalendarDay,
  summary: z.string(),
  tasksSummary: TasksSummary,
  calendarSummary: CalendarSummary,
  emailSummary: EmailSummary,
  weatherData: BriefingWeather.nullable(),
  trafficData: BriefingTraffic.nullable(),
  newsSummary: NewsSummary.nullable(),
  aiInsights: z.string().nullable(),
  lines: z.array(BriefingLine),
  /** Up to twenty records behind each number. */
  records: z.partialRecord(z.enum(COUNTED_FIGURES), z.array(RecordLink)),
  /** Who wrote it: rules that come with the product, or a language model. */
  source: z.enum(["built-in", "model"]),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Briefing = z.output<typeof Briefing>;
export type BriefingOnWire = z.input<typeof Briefing>;
