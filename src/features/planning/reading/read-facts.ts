import { readSettings } from "#features/calendar/calendar-settings.ts";
import type { CalendarSettings } from "#features/calendar/model.ts";
import { t } from "#i18n/message.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Busy, PlanDay, Stay } from "../engine/plan-problem.ts";
import { joined } from "../engine/span-sets.ts";
import { MAX_DAYS, type PlanScope, type PlanSettings, type Subject, subjectOf } from "../model.ts";
import { readPlanSettings } from "../plan-settings.ts";
import { busyOf } from "./busy-of.ts";
import { addDays, datesBetween, daySpans, minuteOf } from "./day-spans.ts";
import { type Rides, ridesAmong } from "./find-rides.ts";
import { readOwing } from "./read-answers.ts";
import { readBlocks } from "./read-blocks.ts";
import { readEvents } from "./read-events.ts";
import { readHistory, readTasks, wantedTasks } from "./read-tasks.ts";
import type { PlanEvent, PresentBlock, WantedItem } from "./wanted-item.ts";

/** All that a plan is made from, as it was read. Instants are in milliseconds. */
export type PlanFacts = {
  /** The first and the last day. */
  from: string;
  to: string;
  now: number;
  /** What was asked for; null for everything. */
  asked: readonly string[] | null;
  /** What is not to be planned now. */
  without: readonly string[];
  days: readonly PlanDay[];
  blocks: readonly PresentBlock[];
  /** Tasks and answers; preparation follows from the events. */
  wanted: readonly WantedItem[];
  /** Also of some days after the last one. */
  events: readonly PlanEvent[];
  /** What takes time and is no event yet. */
  taken: readonly Busy[];
  /** Where the person is besides what events say. */
  stays: readonly Stay[];
  rides: Rides;
  settings: PlanSettings;
  hours: CalendarSettings;
  clock: ZoneClock;
  /** There is more than a plan takes. */
  leftOut: boolean;
};

type Days = { from: string; to: string };

/** Reads what a plan of these days is made from, in the open transaction, with a fixed number of statements. */
export async function readFacts(context: SignedIn, scope: PlanScope): Promise<PlanFacts> {
  const clock = await ownClock(context);
  const { timeZone } = clock;
  const days = daysOf(scope, dayInZone(context.now, timeZone));
  const [from, until] = [minuteOf(days.from, 0, timeZone), minuteOf(addDays(days.to, 1), 0, timeZone)];
  const settings = await readPlanSettings(context);
  const hours = await readSettings(context);
  const blocks = await readBlocks(context, { from, until });
  const asked = scope.items ?? null;
  const placed = blocks.flatMap(({ itemId, start, end }) => (start < until && end > from ? [itemId] : []));
  const tasks = await readTasks(context, {
    ...{ ids: asked && idsOf(asked, "task"), also: idsOf(placed, "task"), until },
  });
  const history = await readHistory(context);
  const owing = await readOwing(context);
  const events = await readEvents(context, { from, until: until + DAYS_AHEAD * DAY }, timeZone);
  const rides = ridesAmong(events, blocks, settings);
  const busy = joined(busyOf(events, rides));
  const dates = datesBetween(days.from, days.to);
  const lengths = new Map((scope.lengths ?? []).map(({ item, minutes }) => [item, minutes]));
  return {
    ...{ ...days, now: context.now.getTime(), asked, without: scope.without ?? [] },
    ...{ blocks, events, settings, hours, clock, rides, taken: [], stays: [] },
    days: dates.map((date) => daySpans(date, timeZone, hours, settings, busy)),
    wanted: [...wantedTasks(tasks.rows, history, owing.promised, { timeZone, dates }), ...owing.answers].map(
      (item) => ofLength(item, lengths.get(item.id)),
    ),
    leftOut: asked === null && !(tasks.isComplete && owing.isComplete),
  };
}

/** What is not divided stays in one piece. */
function ofLength(item: WantedItem, minutes: number | undefined): WantedItem {
  if (minutes === undefined) return item;
  const leastMinutes = item.leastMinutes < item.minutes ? Math.min(item.leastMinutes, minutes) : minutes;
  return { ...item, guess: null, minutes, leastMinutes };
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
const idsOf = (items: readonly string[], subject: Subject) =>
  items.map(subjectOf).flatMap((each) => (each.subject === subject ? [each.id] : []));

const DAY = 86_400_000;
/** Days after the last planned one whose meetings may be prepared within it. */
const DAYS_AHEAD = 4;
