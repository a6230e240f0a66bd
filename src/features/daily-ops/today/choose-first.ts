import type { AttentionItem } from "#features/attention/model.ts";
import { t } from "#i18n/message.ts";
import { formatClock, type ZoneClock } from "#platform/time/format-in-zone.ts";
import { type FirstThing, MAX_FIRST, type PersonMet } from "../today-model.ts";
import type { WorkDay } from "./read-day.ts";

type Reason = { points: number; sentence: string };

/**
 * At most three things to do first: by the importance that the attention list computed plus what the day adds. An event
 * that has begun is no reason any more, so its conflict or invitation is left out.
 */
export function chooseFirst(
  items: readonly AttentionItem[],
  line: WorkDay,
  people: readonly PersonMet[],
  { now, clock }: { now: Date; clock: ZoneClock },
): FirstThing[] {
  const day = { ...line, people, now, clock };
  return items
    .filter(({ record, due }) => record.kind !== "event" || due === null || due > now)
    .map((item) => {
      const reasons = [dueBeforeFreeTime, needsFreeTime, preparesMeeting, isOnTheLine].flatMap(
        (reasonOf) => reasonOf(item, day) ?? [],
      );
      return {
        ...item,
        why: [item.reason, ...reasons.map(({ sentence }) => sentence)],
        dayPoints: reasons.reduce((sum, { points }) => sum + points, 0),
      };
    })
    .map((item, place) => ({ item, place }))
    .sort((one, other) => weightOf(other.item) - weightOf(one.item) || one.place - other.place)
    .map(({ item }) => item)
    .filter(isFirstConflict)
    .slice(0, MAX_FIRST);
}

/** Three events at one time are three conflicts: one of them says it, and leaves room for other things. */
const isFirstConflict = ({ id, kind }: FirstThing, _place: number, all: readonly FirstThing[]) =>
  kind !== "conflict" || all.find((other) => other.kind === "conflict")?.id === id;

const weightOf = ({ importance, dayPoints }: FirstThing) => importance + dayPoints;

type Day = WorkDay & { people: readonly PersonMet[]; now: Date; clock: ZoneClock };

/**
 * What is due at a time of today before the next free time begins can only be done now. Free time is known within the
 * working hours alone, so nothing is stated of other hours.
 */
function dueBeforeFreeTime(
  { due, isDueDay, record }: AttentionItem,
  { parts, now, to, workEnds, isWorkingDay, clock }: Day,
): Reason | null {
  if (record.kind === "event" || due === null || isDueDay || due <= now || due >= to) return null;
  const left = parts.filter((part) => part.kind === "free" && part.to > now);
  if (!isWorkingDay || due > workEnds || left.some(({ from }) => from < due)) return null;
  const [next] = left;
  return {
    points: 20,
    sentence: next
      ? t`It is due at ${formatClock(due, clock)}, before your next free time`
      : t`It is due at ${formatClock(due, clock)}, and you have no free time before`,
  };
}

/** Minutes of free time that are little for what is left of a day. */
const LITTLE = 120;
const MINUTE = 60_000;

/** What is due today, where little free time is left, in one stretch. */
function needsFreeTime({ due, record }: AttentionItem, { parts, now, to, clock }: Day): Reason | null {
  if (record.kind === "event" || due === null || due <= now || due > to) return null;
  const [free, another] = parts.filter((part) => part.kind === "free" && part.to > now);
  if (!free || another) return null;
  const isNow = free.from <= now;
  if (free.to.getTime() - (isNow ? now : free.from).getTime() > LITTLE * MINUTE) return null;
  const until = formatClock(free.to, clock);
  return {
    points: 10,
    sentence: isNow
      ? t`Your free time today ends at ${until}`
      : t`Your only free time left today is ${formatClock(free.from, clock)} to ${until}`,
  };
}

/** What is between the person and somebody whom they still meet today. */
function preparesMeeting({ person, record }: AttentionItem, { people, now, clock }: Day): Reason | null {
  if (record.kind === "event") return null;
  const met = people.find(
    ({ event, address, owedByMe, owedByThem, unread }) =>
      event.from > now &&
      (owedByMe.some(({ id }) => id === record.id) ||
        owedByThem.some(({ id }) => id === record.id) ||
        unread?.id === record.id ||
        // By address alone: two people may have the same name.
        (address !== null && person?.toLowerCase() === address)),
  );
  return met
    ? { points: 15, sentence: t`You meet ${met.name} at ${formatClock(met.event.from, clock)}` }
    : null;
}

/** A conflict or an invitation of today. */
function isOnTheLine({ record, due }: AttentionItem, { to, clock }: Day): Reason | null {
  if (record.kind !== "event" || due === null || due >= to) return null;
  return { points: 15, sentence: t`It begins at ${formatClock(due, clock)} today` };
}
