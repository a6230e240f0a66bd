import { events } from "#features/calendar/calendar-events.ts";
import { midnightOf } from "#features/calendar/model.ts";
import { emails } from "#features/email/emails.ts";
import type { DailyOpsSettings } from "#features/settings/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { formatClock, formatWeekdayAndDay, type ZoneClock } from "#platform/time/format-in-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import type { CommandResult } from "../command-result.ts";
import { refreshSourcesNow } from "../jobs.ts";
import { type Area, hrefOf, NO_LOCATIONS, SWITCHED_OFF, TOO_FEW_LOCATIONS } from "../model.ts";
import { storedNews, storeNews } from "../news.ts";
import { listPlaces } from "../sources/list-places.ts";
import { simulation } from "../sources/select-sources.ts";
import { storedTraffic } from "../traffic.ts";
import type { CommandType } from "../voice-model.ts";
import { storedWeather } from "../weather.ts";
import { draftEmail, writesEmail } from "./draft-email.ts";
import type { ParsedCommand } from "./parse-command.ts";

type CommandInput = { text: string; settings: DailyOpsSettings };
type CommandHandler = (
  context: SignedIn,
  command: ParsedCommand,
  input: CommandInput,
) => Promise<CommandResult>;

/**
 * Executes a command through the screen's capability. Errors that the user can fix are returned, not thrown. Answers in
 * English, the language that it understands.
 */
export const runCommand: CommandHandler = (context, command, input) =>
  inLanguage("en", () => runInEnglish(context, command, input));

async function runInEnglish(
  context: SignedIn,
  command: ParsedCommand,
  input: CommandInput,
): Promise<CommandResult> {
  try {
    return await ACTIONS[command.type](context, command, input);
  } catch (error) {
    if (error instanceof AppError) return { success: false, response: error.message };
    throw error;
  }
}

/** Moves the created record to the trash. */
export async function undoCommand(context: SignedIn, type: CommandType, id: string): Promise<void> {
  if (type === "task") await tasks.delete(context, { id });
  else if (type === "calendar") await events.delete(context, { id });
  else if (type === "email") await emails.delete(context, { id });
  else throw new Error(`A command of type ${type} makes nothing`);
}

const onTasks: CommandHandler = async (context, command, { settings }) => {
  const { timezone: timeZone } = settings;
  if (command.isQuestion) return answerTasks(context, timeZone);
  if (command.subject === "")
    return clarify("What should I create? For example, say 'create a task to call Anna'.");
  const task = await tasks.create(context, {
    title: command.subject,
    dueDate: command.moment?.at.toISOString() ?? null,
    ...(command.parameters.priority && { priority: command.parameters.priority }),
  });
  const due = task.dueDate
    ? `, due ${dayAndTime(task.dueDate, await ownClock(context), command.moment?.hasTime)}`
    : "";
  const priority = command.parameters.priority ? `, ${command.parameters.priority} priority` : "";
  return {
    success: true,
    response: `Task created: '${task.title}'${due}${priority}.`,
    href: hrefOf({ kind: "task", id: task.id }),
    resultId: task.id,
  };
};

async function answerTasks(context: SignedIn, timeZone: string): Promise<CommandResult> {
  const { overdue, dueToday, byStatus } = await tasks.counts(context, { timeZone });
  const open = byStatus.todo + byStatus.in_progress + byStatus.review;
  const { items } = await tasks.list(context, {
    status: ["todo", "in_progress", "review"],
    sort: "due",
    limit: 3,
  });
  const next = items.length > 0 ? ` Next: ${items.map(({ title }) => `'${title}'`).join(", ")}.` : "";
  return {
    success: true,
    response: `${plural(open, "open task")}, ${dueToday} due today, ${overdue} overdue.${next}`,
    href: "/tasks",
  };
}

const MEETING_MINUTES = 60;

const onCalendar: CommandHandler = async (context, command, { text, settings }) => {
  const { timezone: timeZone } = settings;
  const { moment, subject } = command;
  if (command.isQuestion || !/\b(schedule|create|add|book|plan|set up|new|put|make)\b/i.test(text))
    return answerEvents(context, moment?.at ?? context.now, timeZone);
  if (!moment?.hasTime)
    return clarify("When? For example, say 'schedule a meeting with Anna tomorrow at 3 pm'.");
  const minutes = durationIn(text) ?? MEETING_MINUTES;
  const event = await events.create(context, {
    title: subject.replace(DURATION, "").trim() || "Meeting",
    startTime: moment.at.toISOString(),
    endTime: new Date(moment.at.getTime() + minutes * 60_000).toISOString(),
    createdFrom: { quote: text.trim().slice(0, 1000), reason: "You gave this as a command" },
    timeZone,
  });
  return {
    success: true,
    response: `Event created: '${event.title}', ${dayAndTime(event.startTime, await ownClock(context))}, ${minutes} minutes.`,
    href: hrefOf({ kind: "event", id: event.id }),
    resultId: event.id,
  };
};

const DURATION = /(?<!\s)\s*\bfor (\d{1,3}|an?|half an) (minutes?|mins?|hours?)\b/i;

function durationIn(text: string): number | undefined {
  const [, amount = "", unit = ""] = DURATION.exec(text) ?? [];
  if (amount === "") return undefined;
  const count = /^\d/.test(amount) ? Number(amount) : amount.toLowerCase() === "half an" ? 0.5 : 1;
  const minutes = unit.toLowerCase().startsWith("h") ? count * 60 : count;
  return minutes > 0 && minutes <= 24 * 60 ? minutes : undefined;
}

async function answerEvents(context: SignedIn, day: Date, timeZone: string): Promise<CommandResult> {
  const from = startOfDay(day, timeZone);
  const { items } = await events.list(context, {
    from: from.toISOString(),
    to: startOfDay(day, timeZone, 1).toISOString(),
    limit: 50,
  });
  const ofDay = items.filter(
    ({ isAllDay, startTime, endTime }) =>
      !isAllDay || (midnightOf(startTime, timeZone) <= from && from < midnightOf(endTime, timeZone)),
  );
  const name = formatWeekdayAndDay(from, timeZone);
  const clock = await ownClock(context);
  const named = ofDay
    .slice(0, 5)
    .map(
      ({ title, startTime, isAllDay }) =>
        `${isAllDay ? "all day" : formatClock(startTime, clock)} '${title}'`,
    );
  return {
    success: true,
    response:
      ofDay.length === 0
        ? `Nothing is in your calendar on ${name}.`
        : `${plural(ofDay.length, "event")} on ${name}: ${named.join(", ")}.`,
    href: "/calendar",
  };
}

/** Never sends by itself: outbound actions need approval. */
const onEmail: CommandHandler = async (context, command, { text }) =>
  command.isQuestion || !writesEmail(text)
    ? answerEmails(context)
    : draftEmail(context, { text, priority: command.parameters.priority });

async function answerEmails(context: SignedIn): Promise<CommandResult> {
  const { unread } = await emails.stats(context, {});
  const { items } = await emails.list(context, { view: "unread", limit: 3 });
  const named = items.map(({ subject, sender }) => `'${subject}' from ${sender}`);
  return {
    success: true,
    response: `${plural(unread, "unread email")}${named.length > 0 ? `: ${named.join(", ")}` : ""}.`,
    href: "/email",
  };
}

const onWeather: CommandHandler = async (context, _command, { settings }) => {
  requireOn(settings, "weatherEnabled");
  const items = await storedWeather(context);
  if (items.length === 0) return refreshMissing(context, 1, NO_LOCATIONS);
  const parts = items
    .slice(0, 3)
    .map(
      ({ location, temperature, condition, kind, lastUpdated }) =>
        `${location}: ${temperature} °F, ${condition}${kind === "simulated" ? " (simulated)" : ""}${ageOf(context, lastUpdated)}`,
    );
  return { success: true, response: `${parts.join("; ")}.`, href: "/daily-ops?tab=weather" };
};

const onTraffic: CommandHandler = async (context, _command, { settings }) => {
  requireOn(settings, "trafficEnabled");
  const items = await storedTraffic(context);
  if (items.length === 0) return refreshMissing(context, 2, TOO_FEW_LOCATIONS);
  const parts = items
    .slice(0, 3)
    .map(
      ({ routeName, currentDuration, trafficCondition, kind, lastUpdated }) =>
        `${routeName}: ${currentDuration} min, ${trafficCondition.toLowerCase()} traffic${kind === "live" || kind === "cached" ? "" : ` (${KIND_LABELS[kind]})`}${ageOf(context, lastUpdated)}`,
    );
  return { success: true, response: `${parts.join("; ")}.`, href: "/daily-ops?tab=traffic" };
};

const KIND_LABELS = { simulated: "simulated", estimate: "estimated" };

const ageOf = ({ now }: SignedIn, at: Date): string => {
  const hours = Math.floor((now.getTime() - at.getTime()) / 3_600_000);
  return hours < 1 ? "" : `, as of ${plural(hours, "hour")} ago`;
};

/** A command does not wait for the network: if nothing is stored yet, it starts a refresh and says so. */
async function refreshMissing(context: SignedIn, atLeast: number, missing: string): Promise<CommandResult> {
  if ((await listPlaces(context)).length < atLeast) return clarify(missing);
  const { userId } = context.actor;
  await context.enqueue(refreshSourcesNow, { userId }, { key: userId });
  return clarify("This is being loaded for the first time. Ask again in a moment.");
}

const onNews: CommandHandler = async (context, _command, { settings }) => {
  requireOn(settings, "newsEnabled");
  const stored = await storedNews(context, 3);
  const items =
    stored.length > 0
      ? stored
      : (await storeNews(context, await simulation.news.readNews(context.now))).slice(0, 3);
  const label = items[0]?.kind === "simulated" ? "Headlines (simulated)" : "Headlines";
  return {
    success: true,
    response: `${label}: ${items.map(({ title }) => title).join("; ")}.`,
    href: "/daily-ops?tab=news",
  };
};

const HELP =
  "You can say: create a task to call Anna tomorrow; schedule a meeting on Friday at 10; any unread emails; what is on my calendar; how is the weather, the traffic or the news; find budget.";

/** Commands of no area search tasks and events. */
const onOther: CommandHandler = async (context, _command, { text }) => {
  const words = text
    .replace(/^(please )?(find|search( for)?|look( for| up)?|show( me)?|open)\s+/i, "")
    .trim();
  if (words === "" || /^(help|what can (you|i)|hello|hi)\b/i.test(text))
    return { success: true, response: HELP };
  const search = words.slice(0, 200);
  const [foundTasks, foundEvents] = [
    await tasks.list(context, { text: search, limit: 3 }),
    await events.list(context, { text: search, limit: 3 }),
  ];
  const found = [
    ...foundTasks.items.map(({ id, title }) => ({ kind: "task" as const, id, title })),
    ...foundEvents.items.map(({ id, title }) => ({ kind: "event" as const, id, title })),
  ];
  const [first] = found;
  if (!first) return { success: false, response: `No results for '${search}'. ${HELP}` };
  return {
    success: true,
    response: `Found ${found.map(({ kind, title }) => `${kind} '${title}'`).join(", ")}.`,
    href: hrefOf(first),
  };
};

const ACTIONS: Record<CommandType, CommandHandler> = {
  email: onEmail,
  calendar: onCalendar,
  task: onTasks,
  weather: onWeather,
  traffic: onTraffic,
  news: onNews,
  general: onOther,
};

function requireOn(settings: DailyOpsSettings, area: Area): void {
  if (!settings[area]) throw new AppError("invalid", SWITCHED_OFF[area]);
}

/** Asks the user if a command is unclear, instead of guessing. */
const clarify = (question: string): CommandResult => ({ success: false, response: question });

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const dayAndTime = (at: Date, clock: ZoneClock, hasTime = true) =>
  hasTime
    ? `${formatWeekdayAndDay(at, clock.timeZone)} at ${formatClock(at, clock)}`
    : formatWeekdayAndDay(at, clock.timeZone);
