import type { Card } from "../../model.ts";
import { COMMON_WORDS } from "./common-words.ts";
import type { Material } from "./material.ts";
import { readValues } from "./read-values.ts";
import type { Scope } from "./scope-index.ts";
import { tokensOf } from "./tokens.ts";

/** The numbers behind one statement: '[1]', '[1] [3]', '[1, 3]'. */
const CITES = /(?:\s?\[\d{1,3}(?:, ?\d{1,3}){0,9}\])+/g;
/** A statement is at most this many characters before its number. */
const MAX_STATEMENT = 600;

/**
 * The text with only those numbers whose record holds what is said before them, renumbered by their first place, and
 * these records. A number of no record is left out.
 */
export function filterCitations(
  text: string,
  seen: readonly Card[],
  material: Material,
): { text: string; cited: Card[] } {
  const cited: Card[] = [];
  let from = 0;
  const numbered = text.replaceAll(CITES, (cites, at: number) => {
    const statement = statementIn(text.slice(Math.max(from, at - MAX_STATEMENT), at));
    from = at + cites.length;
    const cards = [...cites.matchAll(/\d{1,3}/g)].flatMap(([digits]) => {
      const card = seen[Number(digits) - 1];
      const scope = card && material.scopeOf(card.id);
      return card && scope && isHeldBy(statement, scope, material) ? [card] : [];
    });
    for (const card of cards) if (!cited.includes(card)) cited.push(card);
    return cards.map((card) => ` [${cited.indexOf(card) + 1}]`).join("");
  });
  return { text: numbered.replace(/^ /, ""), cited };
}

/** Back to the end of the sentence or line before. */
const statementIn = (before: string): string =>
  before.split(/[.!?]\s|\n/).findLast((piece) => piece.trim() !== "") ?? "";

/** A record holds a statement if it has one of its days, times, amounts or addresses; without any, one of its words. */
function isHeldBy(statement: string, scope: Scope, { clock }: Material): boolean {
  const tokens = tokensOf(statement);
  const values = readValues(statement, tokens, clock).filter(
    ({ kind, count }) => kind !== "figure" || count === undefined || count > 20,
  );
  if (values.length > 0) return values.some(({ keys }) => keys.some((key) => scope.keys.has(key)));
  const words = tokens.filter(
    ({ kind, plain }) => kind === "word" && plain.length > 2 && !COMMON_WORDS.has(plain),
  );
  const title = new Set(tokensOf(scope.title).map(({ plain }) => plain));
  const isNamed = tokens.some(({ plain, kind }) => kind === "word" && plain.length > 2 && title.has(plain));
  return words.length === 0 || isNamed || words.some(({ plain }) => scope.keys.has(`word:${plain}`));
}
