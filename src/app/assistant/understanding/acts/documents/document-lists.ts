import { documents } from "#features/documents/documents.ts";
import { plural } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, asksFor } from "../../act.ts";
import { splitException } from "../../exceptions.ts";
import { readMention } from "../../read-mention.ts";
import { DOCUMENT } from "../../record-kinds.ts";
import { hitsIn } from "../mail/list-mails.ts";
import { pastTimeIn } from "../read-past.ts";
import { categoryIn, type Document, documentCard, documentsMeant } from "./find-documents.ts";

type Filter = NonNullable<Parameters<typeof documents.list>[1]>;

const MAX_CARDS = 12;
const MAX_PAGES = 5;

const SHOWN: readonly (readonly [RegExp, Filter["show"]])[] = [
  [/\b(?:with|to) (?:me|us)\b/i, "withMe"],
  [/\bshared?\b|\bsharing\b/i, "shared"],
  [/\b(?:star+ed|fav[a-z]{3,9}|pinned|flagged)\b/i, "favorites"],
];

/** Documents by category, topic, date, or whether they are shared or favorites. */
const list: Act = async (turn, { topic, category: words }) => {
  const { exception, rest: sentence } = splitException(undefined, turn.sentence);
  const bare = topic ? sentence.replace(topic, " ") : sentence;
  const show = SHOWN.find(([pattern]) => pattern.test(bare))?.[1] ?? "mine";
  const category = categoryIn(words ?? "") ?? (topic ? null : categoryNamed(bare));
  const situation = { now: turn.context.now, timeZone: turn.timeZone };
  const period = pastTimeIn(bare, situation)?.period ?? null;
  const asked = [topic, categoryIn(words ?? "") ? undefined : words].filter(Boolean).join(" ");
  const content = stems(turn, asked);
  const all = await pages(turn, {
    show: show === "withMe" && !/\bshar/i.test(bare) ? "mine" : show,
    ...(category && { category }),
  });
  const inTime = period
    ? all.filter(({ createdAt }) => createdAt >= period.from && createdAt < period.to)
    : all;
  const found = content.length > 0 ? await about(turn, inTime, content, asked) : inTime;
  const excluded = exception ? stems(turn, exception) : [];
  const left = excluded.length > 0 ? found.filter((each) => !isAbout(each, excluded)) : found;
  const name = nameOf({ show, category, asked, period: period?.name });
  if (left.length === 0) return { text: `No, I found no ${name}.` };
  const more = left.length > MAX_CARDS ? " These are the newest." : "";
  return {
    text: `I found ${plural(left.length, "document")}: ${name}.${more}`,
    cards: left.slice(0, MAX_CARDS).map(documentCard),
  };
};

const stems = (turn: Turn, words: string): string[] =>
  readMention(words, DOCUMENT.nouns, { now: turn.context.now, timeZone: "UTC" }).content;

async function pages(turn: Turn, filter: Filter): Promise<Document[]> {
  const items: Document[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const next = await turn.use(documents.list, { ...filter, limit: 100, ...(cursor && { cursor }) });
    items.push(...next.items);
    if (!next.nextCursor) break;
    cursor = next.nextCursor;
  }
  return items;
}

/** By name, category and tags; where these have not the words, by what is written in them. */
async function about(turn: Turn, among: readonly Document[], content: readonly string[], asked: string) {
  const named = among.filter((each) => isAbout(each, content));
  if (named.length > 0) return named;
  const { items } = await turn.use(documents.list, { text: asked.slice(0, 200), limit: 50 });
  return among.filter(({ id }) => items.some((each) => each.id === id));
}

const isAbout = (document: Document, content: readonly string[]): boolean => {
  const { title, category, tags, description, fileName } = document;
  return (
    hitsIn(content, `${title} ${category} ${tags.join(" ")} ${description ?? ""} ${fileName}`) >=
    content.length * 0.6
  );
};

/** Categories that a sentence may name beside the word for documents. */
const categoryNamed = (sentence: string) => {
  const [, word] =
    /\b(contracts|reports|presentations|invoices|proposals|meeting notes|minutes|research|legal|marketing)\b/i.exec(
      sentence,
    ) ?? [];
  return word ? categoryIn(word) : null;
};

type Asked = { show: Filter["show"]; category: string | null; asked: string; period: string | undefined };

function nameOf({ show, category, asked, period }: Asked): string {
  const what =
    show === "favorites"
      ? "favorites"
      : show === "shared"
        ? "shared documents"
        : show === "withMe"
          ? "documents shared with you"
          : "documents";
  return [what, category && `under '${category.replace("-", " ")}'`, asked && `about '${asked}'`, period]
    .filter(Boolean)
    .join(" ");
}

const open: Act = async (turn, { item }) => {
  const many = await documentsMeant(turn, item);
  if ("answer" in many) return many.answer;
  const [one, second] = many.found;
  if (!one) return asksFor("Which document do you mean?");
  return {
    text: second ? `Here are ${plural(many.found.length, "document")}.` : `Here is '${one.title}'.`,
    cards: many.found.map(documentCard),
  };
};

export const DOCUMENT_LISTS: Readonly<Record<string, Act>> = {
  "documents.list": list,
  "documents.open": open,
};
