import type { EventStep, Measures } from "../alternative-model.ts";
import { compareBlocks } from "../compare-blocks.ts";
import { costOf, sharedMinutes, termsOf } from "../engine/cost-of-plan.ts";
import type { Block, PlanDay } from "../engine/plan-problem.ts";
import { joined } from "../engine/span-sets.ts";
import { minutesOf } from "../reading/build-problem.ts";
import { minutesBeyondLimit } from "../reading/meeting-minutes.ts";
import { isDispensable } from "../reading/meeting-weight.ts";
import type { Reading } from "../reading/read-problem.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import { overlapsIn } from "./find-overlaps.ts";
import { MEETING_PRICES } from "./free-meetings.ts";
import type { Meeting } from "./read-meetings.ts";
import { shorterMinutes } from "./shorten-meetings.ts";

/** Points for each minute beyond the working day. */
export const OVERTIME_PRICE = 0.5;

type Measured = {
  reading: Reading;
  blocks: readonly Block[];
  /** The days as they are without any change: all alternatives are measured by them. */
  days: readonly PlanDay[];
  steps: readonly EventStep[];
  /** Meetings that do not fit to the changes. */
  conflicts: number;
  meetings: ReadonlyMap<string, Meeting>;
};

export function measurePlan({ reading, blocks, days, steps, conflicts, meetings }: Measured): Measures {
  const { problem, present } = reading;
  const terms = termsOf({ ...problem, days }, blocks);
  const late = terms.filter(({ kind }) => kind === "late");
  const unplaced = terms.filter(({ kind }) => kind === "unplaced");
  const { placed, removed } = compareBlocks(blocks, present);
  const gone = [...placed.filter(({ change }) => change === "moved"), ...removed];
  const overtime = overtimeMinutes(reading, blocks, days);
  const changed = steps.reduce((sum, step) => sum + priceOf(step, meetings), 0);
  const beyond = days.reduce((sum, day) => sum + minutesBeyondLimit(day, reading), 0);
  const clashes = overlapsIn(reading, days).reduce((sum, { minutes }) => sum + overlapPrice(minutes), 0);
  const price = changed + clashes + conflicts * MEETING_PRICES.missed + beyond * MEETING_PRICES.beyondLimit;
  return {
    cost: costOf(terms) + overtime * OVERTIME_PRICE + price,
    lateMinutes: whole(late.reduce((sum, { amount }) => sum + amount, 0)),
    lateCount: late.length,
    unplacedMinutes: whole(unplaced.reduce((sum, { amount }) => sum + amount, 0)),
    unplacedCount: unplaced.length,
    movedMinutes: minutesOf(gone),
    movedCount: gone.length,
    overtimeMinutes: overtime,
    meetings: steps.filter(({ kind }) => kind !== "ask").length,
    conflicts,
  };
}

/** What the person fixed is where they wanted it. */
function overtimeMinutes({ problem }: Reading, blocks: readonly Block[], days: readonly PlanDay[]): number {
  const fixed = new Set(problem.items.flatMap(({ id, isFixed }) => (isFixed ? [id] : [])));
  const own = blocks.filter(({ itemId }) => !fixed.has(itemId));
  return minutesOf(own) - whole(sharedMinutes(own, joined(days.flatMap(({ work }) => work))));
}

function priceOf(step: EventStep, meetings: ReadonlyMap<string, Meeting>): number {
  const { ask, shorten, shortenPerGuest, move, perGuest, mostGuests, decline } = MEETING_PRICES;
  if (step.kind === "create") return 0;
  const meeting = meetings.get(step.eventId);
  const guests = Math.min(meeting?.guests.length ?? 0, mostGuests);
  const isMany = meeting !== undefined && isDispensable(meeting);
  switch (step.kind) {
    case "ask":
      return ask;
    case "shorten":
      return shorten + shortenPerGuest * guests + MEETING_PRICES.shortenMore * minutesMore(step, meeting);
    case "move":
      return move + perGuest * guests;
    case "skip":
      return isMany ? MEETING_PRICES.skipOfMany : MEETING_PRICES.skip;
    default:
      return isMany ? MEETING_PRICES.skipOfMany : decline;
  }
}

/** By which it ends earlier than a meeting of its length usually would. */
function minutesMore({ startTime, endTime }: Times, meeting: Meeting | undefined): number {
  if (!meeting) return 0;
  const whole = Math.round((meeting.end - meeting.start) / MINUTE);
  const left = Math.round((endTime.getTime() - startTime.getTime()) / MINUTE);
  return Math.max(0, (shorterMinutes(whole) ?? whole) - left);
}
type Times = { startTime: Date; endTime: Date };

const overlapPrice = (minutes: number) => MEETING_PRICES.overlap + MEETING_PRICES.overlapMinute * minutes;

const whole = Math.round;
