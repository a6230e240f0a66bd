import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { usualHours, weekdayOfDate, workingHoursOn } from "#features/calendar/hours-model.ts";
import type { WhatIfChange } from "#features/planning/alternative-model.ts";
import { dayInZone, instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { asksFor, type Roles } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { findPeople } from "../../people/find-people.ts";
import { EVENT } from "../../record-kinds.ts";
import { readDuration } from "../../times/read-duration.ts";
import { newTimes } from "../events/new-times.ts";
import { readWindow } from "../events/read-window.ts";
import { readPlanPeriod } from "./plan-period.ts";

/** The changes that a sentence imagines. */
type Changes = { changes: WhatIfChange[] } | Answer;

const HOUR = 3_600_000;
const DROPPED =
  /\b(?:cancel\w{0,7}|call(?:s|ed)? off|drop\w{0,4}|skip\w{0,4}|scrap\w{0,4}|miss\w{0,4}|without|not happen\w{0,4}|falls? (?:through|away)|ditch\w{0,4}|delet\w{0,4}|remov\w{0,4}|bail\w{0,4}|gone|no(?! (?:matter|longer))|leave out|left out)\b/i;
const LATE_START =
  /\b(?:start|begin|get (?:in|to work|here|there)|come in|arrive|show up|turn up|be (?:back|there|in)|am (?:back|there|in)|only (?:from|at)|not before|until|till)\b/i;
const MEETING =
  /\b(?:meeting|workshop|call|session|lunch|dinner|interview|visit|offsite|appointment|review|slot)\b/i;

/** 'If I fly to Lisbon from Tuesday to Thursday', 'if Dan is ill', 'without the offsite': what would be different. */
export async function changesOf(turn: Turn, roles: Roles): Promise<Changes> {
  const { place, person, item } = roles;
  if (item) return eventChange(turn, roles);
  if (place) return trip(turn, roles);
  if (person) return missing(turn, roles);
  return ownTime(turn, roles);
}

async function eventChange(turn: Turn, { item, when }: Roles): Promise<Changes> {
  const one = await findOne(turn, EVENT, item);
  if ("answer" in one) return one.answer;
  const { id } = one.found;
  const times = when && !DROPPED.test(turn.sentence) ? newTimes(turn, one.found, when) : null;
  if (times)
    return {
      changes: [
        {
          kind: "moveEvent",
          eventId: id,
          startTime: new Date(times.startTime),
          endTime: new Date(times.endTime),
        },
      ],
    };
  if (when && !DROPPED.test(turn.sentence)) return asksFor(`When is '${when}'?`);
  return { changes: [{ kind: "dropEvent", eventId: id }] };
}

/** The whole days that the words name, both included. */
function daysIn(turn: Turn, words: string): { from: string; to: string } | null {
  const period = readPlanPeriod(turn, words);
  if (!period) return null;
  const last = new Date(period.to.getTime() - 1);
  const from = period.from < turn.context.now ? turn.context.now : period.from;
  return last < from ? null : { from: dayInZone(from, turn.timeZone), to: dayInZone(last, turn.timeZone) };
}

function trip(turn: Turn, { place = "", when }: Roles): Changes {
  const days = daysIn(turn, when ?? turn.sentence);
  if (!days) return asksFor(when ? `Which days are '${when}'?` : `When would you be in ${place}?`);
  return { changes: [{ kind: "trip", ...days, place }] };
}

async function missing(turn: Turn, { person, when }: Roles): Promise<Changes> {
  const people = await findPeople(turn, person, { isOpen: true });
  if ("answer" in people) return people.answer;
  const [one] = people.found;
  if (!one) return asksFor(`Who is '${person}'?`);
  const days = when ? daysIn(turn, when) : null;
  if (when && !days) return asksFor(`Which days are '${when}'?`);
  const who = one.userId
    ? { userId: one.userId }
    : one.contact
      ? { contactId: one.contact.id }
      : { email: one.addresses[0] ?? "" };
  return { changes: [{ kind: "withoutPerson", ...who, ...days }] };
}

/** The person's own time: days off, a later start, or something new at a time of day. */
async function ownTime(turn: Turn, { when, duration }: Roles): Promise<Changes> {
  if (!when) return asksFor("On which days?");
  const days = readPlanPeriod(turn, when);
  const window = (await readWindow(turn, when)) ?? (days && { ...days, isMoment: false });
  if (!window) return asksFor(`When is '${when}'?`);
  const isWholeDays = isMidnight(window.from, turn) && isMidnight(window.to, turn);
  const minutes = duration ? readDuration(duration) : null;
  if (isWholeDays && !(minutes && MEETING.test(turn.sentence))) {
    const off = daysIn(turn, when);
    return off ? { changes: [{ kind: "dayOff", ...off }] } : asksFor(`When is '${when}'?`);
  }
  if (window.isMoment && LATE_START.test(turn.sentence) && !MEETING.test(turn.sentence)) {
    const from = await startOfWork(turn, window.from);
    if (from < window.from) return { changes: [{ kind: "newEvent", startTime: from, endTime: window.from }] };
  }
  const start = isWholeDays ? await startOfWork(turn, window.from) : window.from;
  const length = minutes ? minutes * 60_000 : window.to.getTime() - start.getTime();
  const endTime = new Date(start.getTime() + Math.min(Math.max(length, HOUR / 4), 24 * HOUR));
  return { changes: [{ kind: "newEvent", startTime: start, endTime }] };
}

const isMidnight = (at: Date, { timeZone }: Turn) => startOfDay(at, timeZone).getTime() === at.getTime();

async function startOfWork(turn: Turn, day: Date): Promise<Date> {
  const settings = await turn.use(calendarSettings.get, {});
  const { year, month, day: date } = wallClock(day, turn.timeZone);
  const { from } =
    workingHoursOn(settings, weekdayOfDate({ year, month, day: date })) ?? usualHours(settings);
  return instantOf({ year, month, day: date, hour: 0, minute: from }, turn.timeZone);
}
