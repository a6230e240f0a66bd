import { documents } from "#features/documents/documents.ts";
import { DocumentCategory } from "#features/documents/model.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { cardOf } from "../../../lookup/record-cards.ts";
import type { Card } from "../../../model.ts";
import { exceptionIn } from "../../exceptions.ts";
import { findMany, findOne } from "../../find-records.ts";
import { stemsOf } from "../../match-words.ts";
import { readMention } from "../../read-mention.ts";
import { DOCUMENT } from "../../record-kinds.ts";
import { tokensOf } from "../../tokens.ts";

export type Document = Awaited<ReturnType<typeof documents.list>>["items"][number];
type Found = { found: Document[] } | { answer: Answer };

const CATEGORIES: readonly (readonly [string, DocumentCategory])[] = [
  ["contract agreement", "contracts"],
  ["report", "reports"],
  ["presentation slide deck pitch", "presentations"],
  ["invoice bill", "invoices"],
  ["legal", "legal"],
  ["market", "marketing"],
  ["research study survey", "research"],
  ["minute meeting-note note protocol", "meeting-notes"],
  ["proposal offer", "proposals"],
  ["general", "general"],
];

/** The category that the words name; null for none. */
export function categoryIn(words: string): DocumentCategory | null {
  const exact = DocumentCategory.safeParse(words.trim().toLowerCase().replaceAll(" ", "-"));
  if (exact.success) return exact.data;
  const stems = tokensOf(words).map(({ stem }) => stem);
  const found = CATEGORIES.find(([names]) => stemsOf(names).some((stem) => stems.includes(stem)));
  return found?.[1] ?? null;
}

const PLACES =
  /\b(?:(?:filed|kept|that are|which are) )?(?:under|in (?:the )?(?:category|folder))\b|\b(?:category|on file|we have)\b/gi;
const PLURAL =
  /^(?:the |my |our |all |both |every )*(?:documents?|docs|files|contracts|reports|presentations|invoices|proposals|papers)$/i;

/** The documents that the words name, or those that were shown where there are no words. */
export async function documentsMeant(turn: Turn, item: string | undefined): Promise<Found> {
  const cards = turn.previousCards.filter(({ kind }) => kind === "document");
  const words = item
    ?.replaceAll(PLACES, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:the|my) (?=minutes$)/i, "");
  if (!words) {
    const [only, second] = cards;
    if (only && !second) return { found: [await DOCUMENT.get(turn, only.id)] };
    return one(turn, undefined);
  }
  const { isAll, isPointing } = mentionOf(turn, words);
  if (isPointing && cards.length > 1 && !/\b(?:them|these|those|both|all)\b/i.test(words))
    return { answer: whichOne(words, cards) };
  const isSeveral = isAll || (PLURAL.test(words) && /s$/i.test(words) && categoryIn(words) !== null);
  if (isPointing || isSeveral) return ofCategory(turn, words, isAll || isPointing);
  return findMany(turn, DOCUMENT, words);
}

const one = async (turn: Turn, words: string | undefined): Promise<Found> => {
  const found = await findOne(turn, DOCUMENT, words);
  return "found" in found ? { found: [found.found] } : found;
};

const mentionOf = (turn: Turn, words: string) =>
  readMention(words, DOCUMENT.nouns, { now: turn.context.now, timeZone: turn.timeZone });

/** 'All contracts' are those of the category, and not what has the word in its name only. */
async function ofCategory(turn: Turn, words: string, isSure: boolean): Promise<Found> {
  const category = categoryIn(words);
  const { content } = mentionOf(turn, words);
  if (category && content.length <= 1) {
    const { items } = await turn.use(documents.list, { category, limit: 100 });
    if (items.length > 0 && (isSure || items.length > 1)) return without(turn, items);
  }
  return findMany(turn, DOCUMENT, words);
}

async function without(turn: Turn, items: Document[]): Promise<Found> {
  const left = exceptionIn(turn.sentence);
  if (!left) return { found: items };
  const excluded = await findOne(turn, DOCUMENT, left);
  if ("answer" in excluded) return excluded;
  return { found: items.filter(({ id }) => id !== excluded.found.id) };
}

export const documentCard = (document: Document): Card =>
  cardOf("documents", document) ?? {
    kind: "document",
    id: document.id,
    title: document.title,
    subtitle: null,
    href: `/documents/${document.id}`,
  };

const whichOne = (words: string, cards: readonly Card[]): Answer => ({
  text: `Which document do you mean by '${words}'?`,
  cards: cards.slice(0, 5),
  isQuestion: true,
  suggestions: ["the first", "the second"],
});
