import { type Commitment, hrefOf } from "#features/commitments/commitment-model.ts";
import type { Effect } from "../alternative-model.ts";
import { piecesByItem } from "../engine/cost-of-plan.ts";
import type { Block, Item } from "../engine/plan-problem.ts";
import { subjectOf } from "../model.ts";
import type { PlanFacts } from "../reading/read-facts.ts";
import type { Reading } from "../reading/read-problem.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import { spanOf } from "./change-facts.ts";
import { type Collision, findCollisions } from "./find-collisions.ts";
import { partyOf, type Situation } from "./read-situation.ts";

/** An effect before it is put into words. */
export type Found = Omit<Effect, "text">;

type Planned = { reading: Reading; blocks: readonly Block[] };

/**
 * What breaks, by comparing the plan without the changes with the other one: meetings first, then what is later or has
 * no place, then what others owe. `facts`: those of the other plan.
 */
export function findEffects(
  situation: Situation,
  facts: PlanFacts,
  today: Planned,
  changed: Planned,
): Found[] {
  const collisions = findCollisions(facts, situation.changes, situation.subjects);
  const ends = { before: endsOf(today.blocks), after: endsOf(changed.blocks) };
  const later = today.reading.problem.items.flatMap((item) =>
    changed.reading.wanted.has(item.id) ? itemEffects(item, ends, situation, changed.reading) : [],
  );
  return [
    ...collisions.map((collision) => collisionEffect(collision, situation)),
    ...later,
    ...waitingEffects(situation, ends, changed.reading),
    ...owedEffects(situation),
  ];
}

type Ends = ReadonlyMap<string, number>;
type BothEnds = { before: Ends; after: Ends };

const endsOf = (blocks: readonly Block[]): Ends =>
  new Map([...piecesByItem(blocks)].map(([id, pieces]) => [id, pieces.at(-1)?.end ?? 0]));

const EMPTY = {
  change: null,
  other: null,
  due: null,
  before: null,
  after: null,
  minutes: null,
  person: null,
};
const dateOf = (at: number | null | undefined): Date | null =>
  at === null || at === undefined ? null : new Date(at);

export const hrefOfEvent = (id: string): string => `/calendar?event=${id}`;

function collisionEffect(collision: Collision, { subjects }: Situation): Found {
  const { kind, meeting, change, otherId, minutes } = collision;
  const other = otherId === null ? undefined : subjects.meetings.get(otherId);
  const person = kind === "missing" ? (subjects.missing.get(change)?.person ?? null) : null;
  return {
    ...EMPTY,
    ...{ kind, subject: "event", id: meeting.id, href: hrefOfEvent(meeting.id), title: meeting.title },
    ...{ change, minutes, person, before: new Date(meeting.start), after: new Date(meeting.start) },
    other: other ? { id: other.id, href: hrefOfEvent(other.id), title: other.title } : null,
  };
}

function itemEffects(
  item: Item,
  { before, after }: BothEnds,
  situation: Situation,
  reading: Reading,
): Found[] {
  const [was, is] = [before.get(item.id) ?? null, after.get(item.id) ?? null];
  const { subject, id } = subjectOf(item.id);
  const title = reading.wanted.get(item.id)?.title ?? "";
  const at = { ...EMPTY, title, before: dateOf(was), after: dateOf(is), due: dateOf(item.due) };
  if (was === null) return [];
  if (item.kind === "preparation") {
    const meeting = { subject: "event" as const, id, href: hrefOfEvent(id), minutes: item.minutes };
    const name = situation.subjects.meetings.get(id)?.title ?? title;
    return is === null ? [{ ...at, ...meeting, kind: "noPreparation", title: name }] : [];
  }
  const promises = situation.promises.get(item.id) ?? [];
  const slipped = promises.flatMap((promise) => promiseEffect(promise, was, is, situation));
  const answered = promises.find((promise) => subject === "commitment" && promise.id === id);
  if (answered?.kind === "promise") return slipped;
  const record = {
    ...{ subject, id, href: answered ? hrefOf(answered) : `/tasks?task=${id}` },
    person: answered ? partyOf(answered, situation) : null,
  };
  if (is === null) return [{ ...at, ...record, kind: "noRoom", minutes: item.minutes }, ...slipped];
  const minutes = lateMinutes(item.due, was, is);
  return minutes > 0 ? [{ ...at, ...record, kind: "late", minutes }, ...slipped] : slipped;
}

/** How much later than due it is than it was; all in milliseconds but for the answer. */
const lateMinutes = (due: number | null, was: number, is: number): number =>
  due === null ? 0 : Math.round(Math.max(0, is - Math.max(due, was)) / MINUTE);

function promiseEffect(promise: Commitment, was: number, is: number | null, situation: Situation): Found[] {
  if (promise.kind !== "promise") return [];
  const due = promise.due?.getTime() ?? null;
  const minutes = is === null ? null : lateMinutes(due, was, is);
  if (minutes === 0) return [];
  return [
    {
      ...EMPTY,
      ...{
        kind: "promise",
        subject: "commitment",
        id: promise.id,
        href: hrefOf(promise),
        title: promise.what,
      },
      ...{ due: promise.due, before: new Date(was), after: dateOf(is), minutes },
      person: partyOf(promise, situation),
    },
  ];
}

function waitingEffects({ subjects }: Situation, { before, after }: BothEnds, reading: Reading): Found[] {
  return [...subjects.waiting].flatMap(([change, taskIds]) =>
    taskIds.flatMap((id): Found[] => {
      const item = reading.wanted.get(`task:${id}`);
      if (!item) return [];
      return [
        {
          ...EMPTY,
          ...{ kind: "waits", subject: "task", id, href: `/tasks?task=${id}`, title: item.title, change },
          ...{
            due: dateOf(item.due),
            before: dateOf(before.get(item.id)),
            after: dateOf(after.get(item.id)),
          },
          person: subjects.missing.get(change)?.person ?? null,
        },
      ];
    }),
  );
}

/** What they owe until they are back, and what has no date. */
function owedEffects({ owed, changes, facts, subjects }: Situation): Found[] {
  return [...owed].flatMap(([change, promises]) => {
    const asked = changes[change];
    if (asked?.kind !== "withoutPerson") return [];
    const back = spanOf(asked, facts).end;
    return promises
      .filter(({ due }) => due === null || due.getTime() < back)
      .map(
        (promise): Found => ({
          ...EMPTY,
          ...{
            kind: "owes",
            subject: "commitment",
            id: promise.id,
            href: hrefOf(promise),
            title: promise.what,
          },
          ...{ change, due: promise.due, before: promise.due, after: promise.due ? new Date(back) : null },
          minutes: promise.due ? Math.round((back - promise.due.getTime()) / MINUTE) : null,
          person: subjects.missing.get(change)?.person ?? null,
        }),
      );
  });
}
