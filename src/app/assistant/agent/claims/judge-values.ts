import type { Mark } from "../../model.ts";
import type { Value } from "./claim.ts";
import { COMMON_WORDS } from "./common-words.ts";
import type { Material, Rows } from "./material.ts";
import type { ReadAnswer, SentenceClaims } from "./read-answer.ts";
import { FILLERS, thingOf } from "./read-figures.ts";
import type { Scope } from "./scope-index.ts";
import type { Sentence } from "./split-sentences.ts";
import { stemOf } from "./tokens.ts";

/** A sentence that says what is not there may name what was looked for. */
const ABSENT =
  /\b(?:no|not|nothing|none|nobody|never|neither|without|free|empty|isn't|aren't|don't|doesn't|didn't|couldn't|can't|cannot|kein|keine|keinen|nicht|nichts|aucune?|rien|pas|ning[u\u00fa]n|ninguna|nada)\b/i;
/** A sentence about what waits may name what it would do. */
const OFFERED =
  /\b(?:propos\w*|suggest\w*|would|approv\w*|wait\w*|shall|should|draft\w*|prepar\w*|once you|if you|confirm\w*|vorschl\w*|genehmig\w*)/i;
const SUMMED =
  /\b(?:total|totals|together|sum|altogether|combined|in all|overall|difference|more than|less than|left|remaining|cheaper|adds? up|insgesamt|zusammen|summe|en tout|au total|en total|between|apart|later|earlier|longer|shorter|before|after)\b/i;
/** A question what to do names days and times that nobody has yet. */
const ASKS =
  /^(?:shall|should|may|can|could|would|do you|want me|soll|darf|dois-je|veux-tu|voulez-vous|debo|quieres)\b.{0,400}\?$/is;
/** A rounded figure is at most this share away. */
const NEAR = 0.05;

/** The values of a sentence that are found nowhere, and days or times of another record than the one it names. */
export function findUnchecked(claims: SentenceClaims, answer: ReadAnswer, material: Material): Mark[] {
  const { sentence, values } = claims;
  const isAbsent = ABSENT.test(sentence.text);
  const isOffered = OFFERED.test(sentence.text);
  const isClock = /^(?:it is|it's|today is|today's date is|as of) /i.test(sentence.text);
  const isAsking = ASKS.test(sentence.text);
  return values.flatMap((value): Mark[] => {
    const { start, end, kind } = value;
    if (isAsking && (kind === "date" || kind === "time" || value.minutes !== undefined)) return [];
    const isIn = (keys: ReadonlySet<string>) =>
      value.all ? value.all.every((key) => keys.has(key)) : value.keys.some((key) => keys.has(key));
    if (isClock && isIn(material.today)) return [];
    const isOpen = (isAbsent && isIn(material.searched)) || (isOffered && isIn(material.offered));
    if (isOpen || isDerived(value, claims, answer, material)) return [];
    if (!isIn(material.keys)) return [{ start, end, kind }];
    return isOfAnother(value, claims, material) ? [{ start, end, kind }] : [];
  });
}

/**
 * A day or time that the records named do not have, although they have days or times: it is one of another record. A day
 * may also come from a text that is about the same.
 */
function isOfAnother(value: Value, { scopes, sentence }: SentenceClaims, material: Material): boolean {
  const { kind, keys } = value;
  if (kind !== "date" && kind !== "time") return false;
  const clause = clauseOf(value, sentence);
  const own = scopes.filter(
    ({ has, title }) =>
      has.has(kind) &&
      (!title ||
        clause.includes(title.toLowerCase()) ||
        !sentence.text.toLowerCase().includes(title.toLowerCase())),
  );
  if (own.length === 0 || own.some((scope) => keys.some((key) => scope.keys.has(key)))) return false;
  const others = material.index.writing(keys);
  if (others.some(({ isOwn }) => isOwn)) return false;
  return kind === "time" || !others.some((scope) => isAboutSame(scope, sentence));
}

const JOINT = /[,;:]? (?:and|then|but|while|und|dann|et|puis|y) |; /g;

/** The part of a sentence in which a value stands, from one 'and' or 'then' to the next. */
function clauseOf({ start }: Value, { text, start: from }: Sentence): string {
  const at = start - from;
  let first = 0;
  for (const { 0: joint, index } of text.matchAll(JOINT)) {
    if (index >= at) return text.slice(first, index).toLowerCase();
    first = index + joint.length;
  }
  return text.slice(first).toLowerCase();
}

/** Two words of the sentence stand in the text. */
function isAboutSame({ id, keys }: Scope, { tokens }: Sentence): boolean {
  if (id === null) return false;
  const words = new Set(
    tokens
      .filter(({ kind, plain }) => kind === "word" && plain.length > 3 && !COMMON_WORDS.has(plain))
      .map(({ plain }) => plain),
  );
  return [...words].filter((word) => keys.has(`word:${word}`)).length > 1;
}

function isDerived(value: Value, claims: SentenceClaims, answer: ReadAnswer, material: Material): boolean {
  if (value.kind !== "figure") return false;
  if (value.about !== undefined && material.numbers.some((number) => isNear(number, value.about ?? 0)))
    return true;
  if (value.minutes !== undefined && isBetween(value.minutes, answer)) return true;
  if (value.count !== undefined && isCount(value.count, value, claims, material)) return true;
  return SUMMED.test(claims.sentence.text) && isSum(value, answer, material);
}

const isNear = (number: number, about: number) => Math.abs(number - about) <= Math.abs(about) * NEAR;

/** The time between two times that the answer names. */
function isBetween(minutes: number, { sentences }: ReadAnswer): boolean {
  const times = sentences.flatMap(({ values }) =>
    values
      .filter(({ kind }) => kind === "time")
      .flatMap(({ keys }) => keys.map((key) => Number(key.slice(2)))),
  );
  const known = new Set(times.slice(0, 200));
  return [...known].some((time) => known.has(time + minutes));
}

/** A sum or a difference of figures that the answer itself names, or the sum of a field of a list. */
function isSum({ start, keys }: Value, { sentences }: ReadAnswer, material: Material): boolean {
  const wanted = keys.filter((key) => key.startsWith("n:")).map((key) => Number(key.slice(2)));
  if (
    material.lists.some(({ sums }) =>
      [...sums.values()].some((sum) => wanted.includes(Math.round(sum * 100) / 100)),
    )
  )
    return true;
  const others = sentences
    .flatMap(({ values }) => values)
    .filter(
      (value) =>
        value.kind === "figure" &&
        value.start !== start &&
        value.keys.some((key) => key.startsWith("n:") && material.keys.has(key)),
    )
    .map(({ keys: own }) => Number(own.find((key) => key.startsWith("n:"))?.slice(2)))
    .slice(0, 30);
  const sum = others.reduce((total, each) => total + each, 0);
  const pairs = others.flatMap((one, at) =>
    others.slice(at + 1).flatMap((other) => [one + other, Math.abs(one - other)]),
  );
  return others.length > 1 && [sum, ...pairs].some((each) => wanted.includes(Math.round(each * 100) / 100));
}

/**
 * The number of rows of a list that have what the sentence says of them: 'three overdue tasks', 'two of them urgent'. Or
 * the number of what the sentence lists itself.
 */
function isCount(
  count: number,
  value: Value,
  { sentence, values }: SentenceClaims,
  material: Material,
): boolean {
  const after = sentence.text.slice(value.end - sentence.start);
  if (listedIn(after) === count) return true;
  const before = sentence.text.slice(0, value.start - sentence.start);
  // 'The two of them' and 'all three' count what was just named.
  if (
    /\b(?:the|these|those|other|all) $/i.test(before) &&
    /^(?:$|[.,;:!?]| (?:of|are|is|were|was|have|has|will)\b)/i.test(after)
  )
    return true;
  const things = thingsOf(value, sentence, material);
  if (things.size === 0)
    return material.index.writing([`n:${count}`]).some((scope) => isAboutSame(scope, sentence));
  const isOfThem =
    /^ (?:of|in all|more|others?|are|is)\b/i.test(after) || /\b(?:all|these|those|the|both) $/i.test(before);
  const lists = material.lists.filter(({ thing }) => things.has(thing) || things.has("item") || isOfThem);
  if (!material.lists.some(({ thing }) => things.has(thing)) && isWritten(count, things, material))
    return true;
  const words = sentence.tokens.filter(({ kind }) => kind === "word").map(({ plain }) => stemOf(plain));
  const days = values.filter(({ kind }) => kind === "date").flatMap(({ keys }) => keys);
  return lists.some(
    (list) => list.rows.size === count || isCountOf(list, [...new Set([...words, ...days])], count),
  );
}

/** What a number counts; where no list is of that, what the sentence is about ('Wednesday has four meetings, Thursday five'). */
function thingsOf({ keys }: Value, { tokens }: Sentence, { lists }: Material): ReadonlySet<string> {
  const own = new Set(keys.flatMap((key) => (key.startsWith("c:") ? [key.split(":")[2] ?? ""] : [])));
  if (lists.some(({ thing }) => own.has(thing))) return own;
  const named = tokens.filter(({ kind }) => kind === "word").map(({ plain }) => thingOf(plain));
  return new Set([...own, ...named.filter((each) => lists.some(({ thing }) => thing === each))]);
}

/** A text that names the number and what it is of, although not side by side: 'The notice period is 12 months. I would ask for 6.' */
const isWritten = (count: number, things: ReadonlySet<string>, { index }: Material): boolean =>
  index
    .withNumber(count)
    .some(
      ({ id, isOwn, keys }) =>
        (id !== null || isOwn) &&
        [...things].some((thing) => keys.has(`word:${thing}`) || keys.has(`word:${thing}s`)),
    );

/** The rows with one of the qualities that the sentence names, or with two of them. */
function isCountOf({ rows, thing, counts }: Rows, words: readonly string[], count: number): boolean {
  const named = words
    .filter(
      (word) =>
        !FILLERS.has(word) && word.length > 2 && thingOf(word) !== thing && (counts.get(word) ?? 0) > 0,
    )
    .slice(0, 12);
  if (named.some((word) => counts.get(word) === count)) return true;
  // Two qualities together are at most as frequent as the rarer one.
  const frequent = named.filter((word) => (counts.get(word) ?? 0) > count);
  const all = [...rows.values()];
  return frequent.some((one, at) =>
    frequent
      .slice(at + 1)
      .some((other) => all.filter((row) => row.has(one) && row.has(other)).length === count),
  );
}

/** How many things stand after a colon: 'three: the lease, the visa and the budget'. */
function listedIn(after: string): number {
  const [, list] = /^[^.:]{0,60}:\s(.{1,400})$/s.exec(after) ?? [];
  if (!list) return 0;
  return list.split(/,|;|\band\b|\n|\bund\b|\bet\b/).filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length;
}
