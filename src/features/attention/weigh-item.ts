import type { ImportancePart, Mark } from "./model.ts";

/** What decides the importance of an item. */
export type Weighed = {
  kind: string;
  /** Of the kind. */
  points: number;
  title: string;
  person: string | null;
  since: Date;
  due: Date | null;
  /** Points of the record's own priority. */
  priority: number;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DUE: readonly [within: number, points: number][] = [
  [0, 30],
  [DAY, 25],
  [3 * DAY, 15],
  [7 * DAY, 8],
];
const MAX_AGE_POINTS = 10;
const MAX_LEARNED = 30;

/** Points whose sum is the importance; parts without points are left out. */
export function weighItem(item: Weighed, now: Date, learned: ReadonlyMap<string, number>): ImportancePart[] {
  const taught = traitsOf(item).reduce((sum, trait) => sum + (learned.get(trait) ?? 0), 0);
  const parts: ImportancePart[] = [
    { part: "kind", points: item.points },
    { part: "due", points: pointsOfDue(item.due, now) },
    { part: "priority", points: item.priority },
    { part: "age", points: pointsOfAge(item.since, now) },
    { part: "learned", points: rounded(Math.max(-MAX_LEARNED, Math.min(MAX_LEARNED, taught))) },
  ];
  return parts.filter(({ points }) => points !== 0);
}

function pointsOfDue(due: Date | null, now: Date): number {
  if (!due) return 0;
  const left = due.getTime() - now.getTime();
  return DUE.find(([within]) => left <= within)?.[1] ?? 0;
}

const pointsOfAge = (since: Date, now: Date): number =>
  Math.max(0, Math.min(MAX_AGE_POINTS, Math.floor((now.getTime() - since.getTime()) / DAY)));

const MAX_WORDS = 6;
const MAX_TRAIT = 100;

/** By what an item resembles others: its kind, its person, and up to six longer words of its title. */
export function traitsOf({ kind, person, title }: Pick<Weighed, "kind" | "person" | "title">): string[] {
  const words = title
    .slice(0, 200)
    .toLocaleLowerCase("en")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 5 && word.length <= MAX_TRAIT);
  return [
    `kind:${kind}`,
    ...(person ? [`person:${person.toLocaleLowerCase("en").slice(0, MAX_TRAIT)}`] : []),
    ...[...new Set(words)].slice(0, MAX_WORDS).map((word) => `word:${word}`),
  ];
}

const TAUGHT: Record<Mark, { person: number; kind: number; word: number }> = {
  done: { person: 1, kind: 0.5, word: 0.5 },
  snoozed: { person: -0.5, kind: -0.25, word: -0.25 },
  unimportant: { person: -5, kind: -1, word: -2 },
  not_mine: { person: -2, kind: -0.5, word: -1 },
};

/** What a mark on this item teaches, by trait. */
export const taughtBy = (
  mark: Mark,
  item: Pick<Weighed, "kind" | "person" | "title">,
): Record<string, number> =>
  Object.fromEntries(traitsOf(item).map((trait) => [trait, TAUGHT[mark][kindOfTrait(trait)]]));

/** 'person' of 'person:ada@lovelace.example' */
export function kindOfTrait(trait: string): "person" | "kind" | "word" {
  const kind = trait.slice(0, trait.indexOf(":"));
  return kind === "person" || kind === "kind" ? kind : "word";
}

const rounded = (points: number) => Math.round(points * 10) / 10;
