import { formatClock } from "#platform/time/format-in-zone.ts";
import { daysBetween, instantOf, wallClock } from "#platform/time/wall-clock.ts";
import type { Article, BriefingLine, RecordLink, Traffic, Weather } from "../model.ts";
import { listed, plural, quoted, startOn } from "./format-facts.ts";
import type { BriefingDay, EventFact, Facts } from "./read-facts.ts";

/** What the body of the specified function daily-briefing-ai holds; at most five articles (DAILY-15, DAILY-25). */
export type BriefingBody = {
  facts: Facts;
  weather: readonly Weather[];
  traffic: readonly Traffic[];
  news: readonly Article[];
};
type Situation = BriefingDay & { now: Date };

/**
 * The built-in engine: every sentence is made of facts that SQL counted and listed, none is invented, and each carries
 * the records that it mentions.
 */
export function briefingSentences(body: BriefingBody, day: Situation): BriefingLine[] {
  const summary = [
    ...formatEvents(body.facts, day),
    ...formatTasks(body.facts, day),
    ...formatEmails(body.facts),
  ];
  const around = [...formatWeather(body.weather), ...formatTraffic(body.traffic), ...formatNews(body.news)];
  const insights = [
    ...overlaps(body.facts.events, day),
    ...oldestOverdue(body.facts, day),
    ...wayToFirstEvent(body, day),
    ...umbrella(body.weather),
    ...freeStretch(body.facts.events, day),
  ];
  if (summary.length === 0)
    summary.push({
      text: "Nothing is planned from today on: no tasks, no events and no new email.",
      records: [],
    });
  return [
    ...[...summary, ...around].map((line) => ({ part: "summary" as const, ...line })),
    ...insights.map((line) => ({ part: "insight" as const, ...line })),
  ];
}

type Sentence = Omit<BriefingLine, "part">;

function formatEvents({ events, counts }: Facts, day: Situation): Sentence[] {
  const later = counts["calendar.total_events"] - events.length;
  const upcoming = later > 0 ? ` ${later} more ${later === 1 ? "is" : "are"} ahead.` : "";
  if (events.length === 0)
    return later > 0 ? [{ text: `No events today; ${plural(later, "event")} ahead.`, records: [] }] : [];
  const meetings = events.filter(({ isMeeting }) => isMeeting).length;
  const kind = meetings === events.length ? plural(meetings, "meeting") : plural(events.length, "event");
  const named = events.slice(0, NAMED).map((event) => `${clockOf(event, day)} ${quoted(event)}`);
  return [
    {
      text: `${kind} today: ${listed(named, events.length)}.${upcoming}`,
      records: links(events),
      ...untilEndOf(events, day),
    },
  ];
}

function formatTasks(
  { overdue, dueToday, pressing, counts }: Facts,
  { now, timeZone }: Situation,
): Sentence[] {
  const lateBy = (dueDate: Date | null) => {
    const days = dueDate ? daysBetween(dueDate, now, timeZone) : 0;
    return days === 0 ? "due today" : `${plural(days, "day")} late`;
  };
  const count = counts["tasks.overdue"];
  return [
    ...(count > 0
      ? [
          {
            text: `${plural(count, "task")} overdue: ${listed(
              overdue.slice(0, NAMED).map((task) => `${quoted(task)} (${lateBy(task.dueDate)})`),
              count,
            )}.`,
            records: links(overdue),
          },
        ]
      : []),
    ...tasksSentence("due today", dueToday),
    ...tasksSentence("of high priority besides", pressing),
  ];
}

const tasksSentence = (description: string, tasks: readonly RecordLink[]): Sentence[] =>
  tasks.length === 0
    ? []
    : [
        {
          text: `${plural(tasks.length, "task")} ${description}: ${listed(tasks.slice(0, NAMED).map(quoted), tasks.length)}.`,
          records: links(tasks),
        },
      ];

function formatEmails({ unread, counts, records }: Facts): Sentence[] {
  const [total, unreadCount, urgent] = [
    counts["email.total"],
    counts["email.unread"],
    counts["email.urgent"],
  ];
  if (total === 0) return [];
  const from = unread.slice(0, NAMED).map((email) => `${quoted(email)} from ${email.sender}`);
  const named = from.length > 0 ? `: ${listed(from, unreadCount)}` : "";
  const pressing = urgent > 0 ? ` ${urgent} ${urgent === 1 ? "is" : "are"} urgent.` : "";
  return [
    {
      text: `${plural(total, "email")} since midnight, ${unreadCount} unread${named}.${pressing}`,
      records: links(unread.length > 0 ? unread : (records["email.total"] ?? [])),
    },
  ];
}

const formatWeather = (weather: readonly Weather[]): Sentence[] =>
  weather.slice(0, NAMED).map(({ id, location, temperature, condition, forecastData, kind }) => ({
    text: `${location}: ${temperature} °F, ${condition}, up to ${forecastData.today.high} °F${hint(kind)}.`,
    records: [{ kind: "weather", id, title: location }],
  }));

const formatTraffic = (traffic: readonly Traffic[]): Sentence[] =>
  traffic
    .slice(0, NAMED)
    .map(({ id, routeName, currentDuration, normalDuration, trafficCondition, kind }) => ({
      text: `${routeName}: ${currentDuration} min now, usually ${normalDuration}; ${trafficCondition.toLowerCase()} traffic${hint(kind)}.`,
      records: [{ kind: "traffic", id, title: routeName }],
    }));

function formatNews(news: readonly Article[]): Sentence[] {
  const [first, ...others] = news.toSorted((a, b) => b.relevanceScore - a.relevanceScore);
  if (!first) return [];
  const more = others.length > 0 ? ` and ${plural(others.length, "more article")}` : "";
  return [
    {
      text: `In the news: ${quoted(first)}${more}${hint(first.kind)}.`,
      records: news.map(({ id, title }) => ({ kind: "news", id, title })),
    },
  ];
}

function overlaps(events: readonly EventFact[], day: Situation): Sentence[] {
  const timed = events.filter(({ isAllDay, endTime }) => !isAllDay && endTime > day.now);
  const pairs = timed.flatMap((one, index) =>
    timed
      .slice(index + 1)
      .filter((other) => other.startTime < one.endTime && one.rideId !== other.id && other.rideId !== one.id)
      .map((other) => [one, other] as const),
  );
  return pairs.slice(0, 2).map(([one, other]) => ({
    text: `${quoted(one)} and ${quoted(other)} overlap from ${clockOf(other, day)}.`,
    records: links([one, other]),
    until: new Date(Math.min(one.endTime.getTime(), other.endTime.getTime())).toISOString(),
  }));
}

function oldestOverdue({ overdue }: Facts, { now, timeZone }: Situation): Sentence[] {
  const [oldest] = overdue;
  if (!oldest?.dueDate) return [];
  const days = daysBetween(oldest.dueDate, now, timeZone);
  if (days < 2) return [];
  return [
    {
      text: `${quoted(oldest)} has waited longest, ${plural(days, "day")} past its date: finish it, move it or drop it.`,
      records: links([oldest]),
    },
  ];
}

/** Heavy traffic matters only when there is an event with a location. */
function wayToFirstEvent({ facts, traffic }: BriefingBody, day: Situation): Sentence[] {
  const slow = traffic.find(({ trafficCondition }) => trafficCondition === "Heavy");
  const first = facts.events.find(
    ({ isAllDay, location, startTime }) => !isAllDay && location && startTime > day.now,
  );
  if (!slow || !first) return [];
  const extra = slow.currentDuration - slow.normalDuration;
  return [
    {
      text: `${slow.routeName} takes ${extra} min longer than usual${hint(slow.kind)}: allow for it before ${quoted(first)} at ${clockOf(first, day)}.`,
      records: [{ kind: "traffic", id: slow.id, title: slow.routeName }, ...links([first])],
      until: first.startTime.toISOString(),
    },
  ];
}

const umbrella = (weather: readonly Weather[]): Sentence[] =>
  weather
    .filter(({ forecastData }) => /rain|shower|storm/i.test(forecastData.today.condition))
    .slice(0, 1)
    .map(({ id, location, kind }) => ({
      text: `Rain is expected at ${location}${hint(kind)}: take an umbrella.`,
      records: [{ kind: "weather", id, title: location }],
    }));

const [WORK_START_HOUR, WORK_END_HOUR] = [8, 18];
const HOUR = 3_600_000;

/** The longest gap of at least ninety minutes between 8 and 18 o'clock, between the events of the day. */
function freeStretch(events: readonly EventFact[], day: Situation): Sentence[] {
  const timed = events.filter(({ isAllDay }) => !isAllDay);
  if (timed.length === 0) return [];
  const at = (hour: number) =>
    instantOf({ ...wallClock(day.from, day.timeZone), hour, minute: 0 }, day.timeZone).getTime();
  let from = Math.max(at(WORK_START_HOUR), day.now.getTime());
  const end = at(WORK_END_HOUR);
  let best = { from, length: 0 };
  for (const { startTime, endTime } of [...timed, { startTime: new Date(end), endTime: new Date(end) }]) {
    const length = Math.min(startTime.getTime(), end) - from;
    if (length > best.length) best = { from, length };
    from = Math.max(from, endTime.getTime());
  }
  if (best.length < 1.5 * HOUR) return [];
  const [start, until] = [best.from, best.from + best.length].map((at) => formatClock(new Date(at), day));
  const text = `The longest free stretch is from ${start} to ${until}.`;
  return [{ text, records: [], until: new Date(best.from + best.length).toISOString() }];
}

/** A sentence about events of the day is past when the last of them is. */
function untilEndOf(events: readonly EventFact[], day: Situation): { until: string } {
  const ends = events.map(({ isAllDay, endTime }) => (isAllDay ? day.to : endTime).getTime());
  return { until: new Date(Math.max(...ends)).toISOString() };
}

/** Records that a sentence names; the others are counted. */
const NAMED = 3;

const links = (records: readonly RecordLink[]): RecordLink[] =>
  records.map(({ kind, id, title }) => ({ kind, id, title }));

const hint = (kind: string) => (kind === "simulated" ? " (simulated)" : "");

const clockOf = ({ startTime, isAllDay }: EventFact, day: Situation) => {
  if (isAllDay) return "all day";
  return startOn(startTime, day);
};
