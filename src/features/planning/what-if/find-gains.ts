import { hrefOf } from "#features/commitments/commitment-model.ts";
import { t } from "#i18n/message.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { EventStep } from "../alternative-model.ts";
import { piecesByItem, termsOf } from "../engine/cost-of-plan.ts";
import type { Block, Item } from "../engine/plan-problem.ts";
import type { Gain } from "../gain-model.ts";
import { subjectOf } from "../model.ts";
import { minutesBeyondLimit } from "../reading/meeting-minutes.ts";
import type { Reading } from "../reading/read-problem.ts";
import { MINUTE, type PlanEvent } from "../reading/wanted-item.ts";
import { hrefOfEvent } from "./find-effects.ts";
import { overlapsIn } from "./find-overlaps.ts";
import type { Meeting } from "./read-meetings.ts";
import type { Situation } from "./read-situation.ts";

/** A gain before it is put into words. */
export type FoundGain = Omit<Gain, "text">;

type Planned = { reading: Reading; blocks: readonly Block[] };

/** Less is not worth a fact of its own. */
const LEAST_MINUTES = 15;

/** What gets better by these steps, by comparing two plans: the meetings that give way first, then what they make room for. */
export function findGains(
  situation: Situation,
  steps: readonly EventStep[],
  today: Planned,
  changed: Planned,
): FoundGain[] {
  const meetings = steps.flatMap((step) => {
    const meeting = step.kind === "create" ? undefined : situation.subjects.meetings.get(step.eventId);
    return meeting ? [{ step, meeting }] : [];
  });
  const ends = { before: endsOf(today.blocks), after: endsOf(changed.blocks) };
  const outside = { before: outsideFocus(today), after: outsideFocus(changed) };
  const items = changed.reading.problem.items.flatMap((item) => {
    const at = recordOf(item, situation, changed.reading);
    return [...endGains(item, ends, at), ...focusGains(item, outside, ends, at)];
  });
  const days = situation.facts.days.flatMap((day) => {
    const minutes = minutesBeyondLimit(day, today.reading) - minutesBeyondLimit(day, changed.reading);
    const { timeZone } = situation.facts.clock;
    const first = meetings.find(({ meeting }) => dayInZone(new Date(meeting.start), timeZone) === day.date);
    return minutes > 0 && first
      ? [{ ...ofMeeting(first.meeting), title: t`Meetings`, kind: "limit" as const, minutes }]
      : [];
  });
  const clashing = overlapsIn(changed.reading, situation.facts.days);
  const apart = overlapsIn(today.reading, situation.facts.days)
    .filter(({ one, other }) => !clashing.some((now) => now.one.id === one.id && now.other.id === other.id))
    .map(({ one, other, minutes }) => apartGain(one, other, minutes));
  return [
    ...meetings.map(({ step, meeting }) => freedBy(step, meeting)),
    ...items.toSorted((one, another) => rankOf(one) - rankOf(another)),
    ...apart,
    ...days,
  ];
}

/** What is in time again comes first, then what is less late. */
const rankOf = ({ kind }: FoundGain): number => (kind === "inTime" ? 0 : kind === "sooner" ? 1 : 2);

const apartGain = (one: PlanEvent, other: PlanEvent, minutes: number): FoundGain => ({
  ...{ kind: "overlap", subject: "event", id: other.id, href: hrefOfEvent(other.id), minutes, due: null },
  title: t`“${one.title}” and “${other.title}”`,
  ...{ before: new Date(other.start), after: null },
});

const ofMeeting = ({ id, title, start }: Meeting) => ({
  ...{ subject: "event" as const, id, title, href: hrefOfEvent(id), due: null },
  ...{ before: new Date(start), after: null },
});

function freedBy(step: EventStep, meeting: Meeting): FoundGain {
  const isShorter = step.kind === "shorten" || step.kind === "ask";
  const from = isShorter ? step.endTime.getTime() : meeting.start;
  const minutes = Math.round((meeting.end - from) / MINUTE);
  return { ...ofMeeting(meeting), kind: "frees", minutes };
}

type Ends = ReadonlyMap<string, number>;
type Both<T> = { before: T; after: T };
type Recorded = Pick<FoundGain, "subject" | "id" | "href" | "title" | "due">;

const endsOf = (blocks: readonly Block[]): Ends =>
  new Map([...piecesByItem(blocks)].map(([id, pieces]) => [id, pieces.at(-1)?.end ?? 0]));

function recordOf(item: Item, { promises }: Situation, reading: Reading): Recorded {
  const { subject, id } = subjectOf(item.id);
  const answered = promises.get(item.id)?.find((promise) => subject === "commitment" && promise.id === id);
  const href = subject === "event" ? hrefOfEvent(id) : answered ? hrefOf(answered) : `/tasks?task=${id}`;
  const title = answered?.what ?? reading.wanted.get(item.id)?.title ?? "";
  return { subject, id, href, title, due: item.due === null ? null : new Date(item.due) };
}

function endGains({ id, due, minutes }: Item, { before, after }: Both<Ends>, at: Recorded): FoundGain[] {
  const [was, is] = [before.get(id), after.get(id)];
  if (is === undefined) return [];
  const gained = { ...at, before: was === undefined ? null : new Date(was), after: new Date(is) };
  if (was === undefined) return [{ ...gained, kind: "room", minutes }];
  const sooner = Math.round((was - is) / MINUTE);
  if (due === null || was <= due || sooner < LEAST_MINUTES) return [];
  return [{ ...gained, kind: is <= due ? "inTime" : "sooner", minutes: sooner }];
}

/** Minutes of deep work outside of the focus hours, by item. */
const outsideFocus = ({ reading, blocks }: Planned): ReadonlyMap<string, number> =>
  new Map(
    termsOf(reading.problem, blocks).flatMap(({ kind, itemId, amount }) =>
      kind === "energy" ? [[itemId, amount]] : [],
    ),
  );

function focusGains(
  { id, energy }: Item,
  outside: Both<ReadonlyMap<string, number>>,
  ends: Both<Ends>,
  at: Recorded,
): FoundGain[] {
  const [was, is] = [ends.before.get(id), ends.after.get(id)];
  if (energy !== "deep" || was === undefined || is === undefined) return [];
  const minutes = Math.round((outside.before.get(id) ?? 0) - (outside.after.get(id) ?? 0));
  if (minutes < LEAST_MINUTES) return [];
  return [{ ...at, kind: "focus", before: new Date(was), after: new Date(is), minutes }];
}
