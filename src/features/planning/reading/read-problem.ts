import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";
import type { PlanDay } from "../engine/plan-problem.ts";
import { MAX_ITEMS, type PlanScope, type PlanSettings, subjectOf } from "../model.ts";
import { type Built, buildProblem } from "./build-problem.ts";
import { addDays, minuteOf } from "./day-spans.ts";
import { daysWithRides, rideTimes } from "./find-rides.ts";
import { leavingFor, preparedEvent } from "./own-preparation.ts";
import { preparations } from "./prepare-meetings.ts";
import { type PlanFacts, readFacts } from "./read-facts.ts";
import type { PlanEvent, WantedItem } from "./wanted-item.ts";

/** What a plan is made from, ready to be planned; `leftOut`: there is more than a plan takes. */
export type Reading = Built & {
  from: string;
  to: string;
  /** What was asked for; null for everything. */
  asked: readonly string[] | null;
  wanted: ReadonlyMap<string, WantedItem>;
  events: readonly PlanEvent[];
  /** Ids of the events that are blocks of a plan. */
  blockEvents: ReadonlySet<string>;
  settings: PlanSettings;
  clock: ZoneClock;
  leftOut: boolean;
  /** What waits for an item that the person does not want planned. */
  heldBack: readonly WantedItem[];
};

/** Reads what a plan of these days is made from, in the open transaction, with a fixed number of statements. */
export const readProblem = async (context: SignedIn, scope: PlanScope): Promise<Reading> =>
  toReading(await readFacts(context, scope));

/** Throws not_found for an item that was asked for and is not there. */
export function toReading(facts: PlanFacts): Reading {
  const { now, asked, blocks, settings, clock, leftOut } = facts;
  const { from, until } = spanOfDays(facts);
  const wanted = wantedIn(facts, from, until);
  const here = facts.events.filter(({ start }) => start < until);
  const placed = new Set(blocks.flatMap(({ itemId, end }) => (end > now ? [itemId] : [])));
  const without = new Set(facts.without);
  const held = waitingFor(wanted, new Set([...without].filter((id) => !placed.has(id))));
  const staying = new Set([...without, ...held]);
  const built = buildProblem({
    ...{ now, from, until, blocks, events: here, staying, days: facts.days },
    ...{ taken: facts.taken, stays: facts.stays, rides: facts.rides, timeZone: clock.timeZone },
    wanted: wanted.filter(({ id }) => !staying.has(id)),
    pauseMinutes: settings.pauseMinutes,
    isPartial: asked !== null,
  });
  return {
    ...built,
    ...{ from: facts.from, to: facts.to, asked, events: here, settings, clock, leftOut },
    wanted: new Map(wanted.map((item) => [item.id, item])),
    blockEvents: new Set(blocks.map(({ eventId }) => eventId)),
    heldBack: wanted.filter(({ id }) => held.has(id) && !without.has(id) && !placed.has(id)),
  };
}

/** From the midnight before the first day to that after the last one, in milliseconds. */
export const spanOfDays = ({ from, to, clock }: Pick<PlanFacts, "from" | "to" | "clock">) => ({
  from: minuteOf(from, 0, clock.timeZone),
  until: minuteOf(addDays(to, 1), 0, clock.timeZone),
});

/** The days with the rides on which the person works. */
export const plannedDays = ({ days, events, rides, clock }: PlanFacts): readonly PlanDay[] =>
  daysWithRides(days, rideTimes(events, rides), rides, clock.timeZone);

function wantedIn(facts: PlanFacts, from: number, until: number): WantedItem[] {
  const { asked, blocks, events } = facts;
  const placed = new Set(
    blocks.flatMap(({ itemId, start, end }) => (start < until && end > from ? [itemId] : [])),
  );
  const isTask = ({ kind }: WantedItem) => kind === "task";
  const prepared = new Set<string>();
  const tasks = facts.wanted.filter(isTask).map((task) => {
    const event = preparedEvent(task, events, facts.clock.timeZone);
    if (event) prepared.add(event.id);
    const isAhead = event && leavingFor(event) > facts.now;
    return isAhead ? { ...task, latest: leavingFor(event) } : task;
  });
  const meetings = preparations(events, facts, prepared)
    .filter(({ id, earliest }) => earliest < until || placed.has(id))
    .slice(0, MAX_ITEMS);
  const wanted = [...tasks, ...meetings, ...facts.wanted.filter((item) => !isTask(item))];
  if (!asked) return wanted;
  for (const item of asked) if (!wanted.some(({ id }) => id === item)) throw missing(item);
  // Tasks come with those that they wait for.
  return wanted.filter((item) => isTask(item) || asked.includes(item.id));
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

function missing(item: string) {
  const { subject } = subjectOf(item);
  if (subject === "task") return notFound(t`Task`);
  return subject === "event" ? notFound(t`Event`) : notFound(t`Promise`);
}
