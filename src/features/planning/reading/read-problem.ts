import { readSettings } from "#features/calendar/calendar-settings.ts";
import { t } from "#i18n/message.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { MAX_DAYS, MAX_ITEMS, type PlanScope, type PlanSettings, type Subject, subjectOf } from "../model.ts";
import { readPlanSettings } from "../plan-settings.ts";
import { type Built, buildProblem } from "./build-problem.ts";
import { addDays, datesBetween, daySpans, minuteOf } from "./day-spans.ts";
import { DAYS_AHEAD, preparations } from "./prepare-meetings.ts";
import { readOwing } from "./read-answers.ts";
import { readBlocks } from "./read-blocks.ts";
import { readEvents } from "./read-events.ts";
import { readHistory, readTasks, wantedTasks } from "./read-tasks.ts";
import type { PlanEvent, WantedItem } from "./wanted-item.ts";

/** All that a plan is made from; `leftOut`: there is more than a plan takes. */
export type Reading = Built & {
  from: string;
  to: string;
  /** What was asked for; null for everything. */
  asked: readonly string[] | null;
  wanted: ReadonlyMap<string, WantedItem>;
  events: readonly PlanEvent[];
  settings: PlanSettings;
  clock: ZoneClock;
  leftOut: boolean;
  /** What waits for an item that the person does not want planned. */
  heldBack: readonly WantedItem[];
};

type Days = { from: string; to: string };

/** Reads what a plan of these days is made from, in the open transaction, with a fixed number of statements. */
export async function readProblem(context: SignedIn, scope: PlanScope): Promise<Reading> {
  const clock = await ownClock(context);
  const { timeZone } = clock;
  const days = daysOf(scope, dayInZone(context.now, timeZone));
  const [from, until] = [minuteOf(days.from, 0, timeZone), minuteOf(addDays(days.to, 1), 0, timeZone)];
  const settings = await readPlanSettings(context);
  const hours = await readSettings(context);
  const blocks = await readBlocks(context, { from, until });
  const asked = scope.items ?? null;
  const { wanted, events, leftOut } = await readWanted(context, {
    ...{ asked, from, until, timeZone, settings, hours },
    placed: blocks.flatMap(({ itemId, start, end }) => (start < until && end > from ? [itemId] : [])),
  });
  const lengths = new Map((scope.lengths ?? []).map(({ item, minutes }) => [item, minutes]));
  const here = events.filter(({ start }) => start < until);
  const placed = new Set(blocks.flatMap(({ itemId, end }) => (end > context.now.getTime() ? [itemId] : [])));
  const without = new Set(scope.without ?? []);
  const held = waitingFor(wanted, new Set([...without].filter((id) => !placed.has(id))));
  const staying = new Set([...without, ...held]);
  const built = buildProblem({
    ...{ now: context.now.getTime(), from, until, blocks, events: here, staying },
    wanted: wanted.filter(({ id }) => !staying.has(id)).map((item) => ofLength(item, lengths.get(item.id))),
    days: datesBetween(days.from, days.to).map((date) => daySpans(date, timeZone, hours, settings)),
    pauseMinutes: settings.pauseMinutes,
    isPartial: asked !== null,
  });
  return {
    ...built,
    ...days,
    ...{ asked, events: here, settings, clock, leftOut },
    wanted: new Map(wanted.map((item) => [item.id, item])),
    heldBack: wanted.filter(({ id }) => held.has(id) && !without.has(id) && !placed.has(id)),
  };
}

/** What is not divided stays in one piece. */
function ofLength(item: WantedItem, minutes: number | undefined): WantedItem {
  if (minutes === undefined) return item;
  const leastMinutes = item.leastMinutes < item.minutes ? Math.min(item.leastMinutes, minutes) : minutes;
  return { ...item, guess: null, minutes, leastMinutes };
}

/** Ids of all items that wait for these, one after the other, with these. */
function waitingFor(wanted: readonly WantedItem[], ids: ReadonlySet<string>): Set<string> {
  const held = new Set(ids);
  for (let before = -1; before < held.size; ) {
    before = held.size;
    for (const { id, after } of wanted) if (after.some((other) => held.has(other))) held.add(id);
  }
  return held;
}

function daysOf({ span, from, to }: PlanScope, today: string): Days {
  const first = from ?? today;
  const last = to ?? addDays(first, span === "day" ? 0 : 6);
  if (last < first) throw invalidDays(t`The last day must not be before the first`);
  if (addDays(first, MAX_DAYS - 1) < last) throw invalidDays(t`A plan has at most ${MAX_DAYS} days`);
  if (last < today) throw invalidDays(t`These days are over`);
  return { from: first, to: last };
}

const invalidDays = (message: string) => new AppError("invalid", message, { fields: { to: message } });

type Asked = {
  asked: readonly string[] | null;
  /** Items that have blocks in these days. */
  placed: readonly string[];
  from: number;
  until: number;
  timeZone: string;
  settings: PlanSettings;
  hours: Awaited<ReturnType<typeof readSettings>>;
};

async function readWanted(
  context: SignedIn,
  { asked, placed, from, until, timeZone, settings, hours }: Asked,
) {
  const tasks = await readTasks(context, {
    ...{ ids: asked && idsOf(asked, "task"), also: idsOf(placed, "task"), until },
  });
  const history = await readHistory(context);
  const owing = await readOwing(context);
  const events = await readEvents(context, { from, until: until + DAYS_AHEAD * DAY }, timeZone);
  const now = context.now.getTime();
  const meetings = preparations(events, { now, timeZone, hours, settings })
    .filter(({ id, earliest }) => earliest < until || placed.includes(id))
    .slice(0, MAX_ITEMS);
  const wanted = [
    ...wantedTasks(tasks.rows, history, owing.promised, timeZone),
    ...meetings,
    ...owing.answers,
  ];
  if (!asked) return { wanted, events, leftOut: !tasks.isComplete || !owing.isComplete };
  for (const item of asked) if (!wanted.some(({ id }) => id === item)) throw missing(item);
  // Tasks come with those that they wait for.
  const isAsked = ({ id, kind }: WantedItem) => kind === "task" || asked.includes(id);
  return { wanted: wanted.filter(isAsked), events, leftOut: false };
}

const idsOf = (items: readonly string[], subject: Subject) =>
  items.map(subjectOf).flatMap((each) => (each.subject === subject ? [each.id] : []));

const DAY = 86_400_000;

function missing(item: string) {
  const { subject } = subjectOf(item);
  if (subject === "task") return notFound(t`Task`);
  return subject === "event" ? notFound(t`Event`) : notFound(t`Promise`);
}
