import type { Card } from "../../model.ts";
import type { Value } from "./claim.ts";
import type { Material } from "./material.ts";
import { readNames } from "./read-names.ts";
import { readValues } from "./read-values.ts";
import type { Scope } from "./scope-index.ts";
import { type Sentence, splitSentences } from "./split-sentences.ts";
import { spaced, tokensOf } from "./tokens.ts";

/** An answer, divided, with all that it claims. */
export type ReadAnswer = { text: string; sentences: readonly SentenceClaims[] };
export type SentenceClaims = { sentence: Sentence; values: readonly Value[]; scopes: readonly Scope[] };

const CITE = /\[(\d{1,3})\]/g;

/** Divides an answer and finds what it claims. `cards` are the records that it cites, in the order of their numbers. */
export function readAnswer(text: string, material: Material, cards: readonly Card[]): ReadAnswer {
  const bare = text.replaceAll(CITE, (cite) => " ".repeat(cite.length));
  const tokens = tokensOf(bare);
  const sentences = splitSentences(bare, tokens);
  const values = readValues(bare, tokens, material.clock);
  const names = readNames({ text: bare, sentences, others: values });
  const all = [...values, ...names].sort((one, other) => one.start - other.start);
  let next = 0;
  const read = sentences.map((sentence): SentenceClaims => {
    const own: Value[] = [];
    while ((all[next]?.start ?? Number.POSITIVE_INFINITY) < sentence.end)
      own.push(...all.slice(next, ++next));
    return { sentence, values: own, scopes: namedIn(text, sentence, { material, cards }) };
  });
  return { text, sentences: read };
}

type Known = { material: Material; cards: readonly Card[] };

/** The records that a sentence cites, or names by their whole title. */
function namedIn(text: string, { start, end }: Sentence, { material, cards }: Known): Scope[] {
  // The number stands behind the full stop as often as before it.
  const behind = text.slice(start, end + 12);
  const written = behind.slice(0, behind.lastIndexOf("]") + 1);
  const cited = [...written.matchAll(CITE)].flatMap(([, digits]) => {
    const card = cards[Number(digits) - 1];
    const scope = card && material.scopeOf(card.id);
    return scope ? [scope] : [];
  });
  const sentence = ` ${spaced(text.slice(start, end))} `;
  const words = new Set(sentence.split(" ").filter((word) => word !== ""));
  const named = [...words]
    .flatMap((word) => material.index.titles.get(word) ?? [])
    .filter((title) => sentence.includes(title.words))
    .map(({ scope }) => scope);
  return [...new Set([...cited, ...named])];
}
