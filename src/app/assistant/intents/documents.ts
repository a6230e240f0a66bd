import { documents } from "#features/documents/documents.ts";
import { formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { plural } from "../format-answer.ts";
import type { Answer, Intent, Turn } from "../intent.ts";
import { findOne } from "../lookup/find-one.ts";
import type { Card } from "../model.ts";

const MAX_CARDS = 6;
type Filter = Omit<NonNullable<Parameters<typeof documents.list>[1]>, "limit">;

type Found = Awaited<ReturnType<typeof documents.get>>;

const documentCard = (document: Found): Card => ({
  kind: "document",
  id: document.id,
  title: document.title,
  subtitle: document.excerpt ?? document.category,
  href: `/documents/${document.id}`,
});

async function listed(turn: Turn, filter: Filter, name: string): Promise<Answer> {
  const { items, nextCursor } = await turn.use(documents.list, { ...filter, limit: MAX_CARDS });
  if (items.length === 0) return { text: `There are no ${name}.` };
  return {
    text: nextCursor
      ? `There are more than ${MAX_CARDS} ${name}. These come first.`
      : `I found ${plural(items.length, "document")}: ${name}.`,
    cards: items.map(documentCard),
    suggestions: ["summarize the first document"],
  };
}

const DOCS = "(documents|document|files|file|docs|doc|papers|paper)";

const find: Intent = {
  name: "documents.find",
  area: "documents",
  phrases: [
    `(open|get|show me) [the|my] (latest|newest|current|last) version of [the] {text}`,
    `(do i have|is there|have we) [a|an|any] ${DOCS} (about|on|for|called|named|regarding) {text}`,
    `i (need|want) [the|my] {text} (document|file|contract|report|presentation|invoice|spreadsheet)`,

    "(pull up|bring up|dig out|dig up|get me|fetch) [the|my] {text}",
    `(find|search [for]|look for|show|show me|open|where is|where are|get|get me) [the|my|all|a] ${DOCS} (about|on|with|called|named|mentioning|containing|for|regarding) {text}`,
    `${DOCS} (about|on|mentioning|containing|regarding) {text}`,
    "(find|open|where is|show me) [the|my] {text} (document|file|contract|report|presentation|invoice|proposal)",
    "search [my] (documents|files) for {text}",
  ],
  example: "Find documents about the budget",
  answer: (turn, { text = "" }) => listed(turn, { text: text.slice(0, 200) }, `documents about '${text}'`),
};

const recent: Intent = {
  name: "documents.recent",
  area: "documents",
  phrases: [
    `(which|what) ${DOCS} (did i|have i) [last] (open|opened|work on|worked on|edit|edited|change|changed|use|used) [recently|lately|last]`,
    `what is new in my ${DOCS}`,

    `(what|which) ${DOCS} (did i|have i) [recently] (upload|uploaded|add|added|save|saved) [recently|lately|last]`,
    `(show|list|what are) [me] [all] [my|the] [latest|recent|newest|last] ${DOCS}`,
    `[my] [latest|recent|newest] ${DOCS}`,
    `what ${DOCS} (do i have|did i upload)`,
    `how many ${DOCS} do i have`,
  ],
  example: "Show my recent documents",
  answer: (turn) => listed(turn, { show: "mine" }, "documents of yours, newest first"),
};

const favorites: Intent = {
  name: "documents.favorites",
  area: "documents",
  phrases: [
    `(show|list|what are) [me] [my|the] (favorite|favourite|starred) ${DOCS}`,
    `[my] (favorite|favourite) ${DOCS}`,
  ],
  example: "Show my favorite documents",
  answer: (turn) => listed(turn, { show: "favorites" }, "favorite documents"),
};

const shared: Intent = {
  name: "documents.shared",
  area: "documents",
  phrases: [
    `(which|what) ${DOCS} (did others|did people|has anybody|have people) (share|shared) with me`,
    `(what|anything) (was|is|has been) shared with me`,

    `(which|what) ${DOCS} (are shared|were shared|have been shared) with me`,
    `(show|list) [me] [the] ${DOCS} [that are] shared with me`,
  ],
  example: "Which documents are shared with me?",
  answer: (turn) => listed(turn, { show: "withMe" }, "documents that others share with you"),
};

const documentNamed = (turn: Turn, words: string) =>
  findOne(
    turn,
    words.replace(/^(document|file|contract|report|paper) (called |named |about )?/i, "") || words,
    {
      kind: "document",
      noun: "document",
      byId: (id) => turn.use(documents.get, { id }),
      byWords: async (text) => (await turn.use(documents.list, { text, limit: 5 })).items,
      titleOf: ({ title }) => title,
      cardOf: documentCard,
    },
  );

const summary: Intent = {
  name: "documents.summary",
  area: "documents",
  phrases: [
    "(what is|tell me) [the] (gist|point|essence|short version) of [the|my] (document|file|contract|report|paper) [called|named|about] {item}",
    "what does [the|my] {item} (contract|report|paper|document) say",

    "(summarize|summarise|sum up) [the|my] (document|file|contract|report|paper|presentation|invoice) [called|named|about] {item}",
    "(summarize|summarise|sum up) [the|my] {item} (document|file|contract|report|presentation|invoice)",
    "what does the (document|file|contract|report) {item} say",
    "what is in the (document|file|contract|report) {item}",
  ],
  example: "Summarize the document Annual report",
  async answer(turn, { item = "" }) {
    const one = await documentNamed(turn, item);
    if ("answer" in one) return one.answer;
    const { title, aiSummary, readFailure } = one.found;
    return {
      text: aiSummary ?? readFailure ?? `There is no summary of '${title}'.`,
      cards: [documentCard(one.found)],
      suggestions: ["which dates are in it?"],
    };
  },
};

const dates: Intent = {
  name: "documents.dates",
  area: "documents",
  phrases: [
    "(which|what) [key] (dates|deadlines) are in [the|my] [document|file|contract] {item}",
    "(when does|when do) [the|my] (document|contract|agreement) {item} (end|expire|renew|start|run out)",
    "key dates (of|in) [the|my] [document|contract] {item}",
  ],
  example: "Which dates are in the document Lease?",
  async answer(turn, { item = "" }) {
    const one = await documentNamed(turn, item);
    if ("answer" in one) return one.answer;
    const { dates: found } = await turn.use(documents.keyDates, { id: one.found.id });
    if (found.length === 0)
      return { text: `'${one.found.title}' names no day ahead.`, cards: [documentCard(one.found)] };
    const lines = found
      .slice(0, 5)
      .map(({ day, sentence }) => `${formatShortWeekdayAndDay(new Date(day), "UTC")}: ${sentence}`);
    return { text: lines.join("\n"), cards: [documentCard(one.found)] };
  },
};

const remove: Intent = {
  name: "documents.delete",
  area: "documents",
  phrases: [
    "(delete|trash|remove|bin) [the|my] {item} (document|file|contract|report|presentation|spreadsheet)",
    "(delete|trash|remove) [the|my] (document|file) {item}",
  ],
  example: "Delete the document Old plan",
  async answer(turn, { item = "" }) {
    const one = await documentNamed(turn, item);
    if ("answer" in one) return one.answer;
    const { id, title } = one.found;
    return {
      text: `Shall I move '${title}' to the trash?`,
      cards: [documentCard(one.found)],
      proposed: [
        {
          capability: "documents.delete",
          input: { id },
          summary: `Move the document '${title}' to the trash`,
        },
      ],
    };
  },
};

export const documentIntents: readonly Intent[] = [find, recent, favorites, shared, summary, dates, remove];
