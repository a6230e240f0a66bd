import { documents } from "#features/documents/documents.ts";
import { members } from "#features/team/members.ts";
import { joinWords } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { type Act, asksFor, type Plan, planOf } from "../../act.ts";
import { splitException } from "../../exceptions.ts";
import { isOneEditApart, namesIn } from "../../match-words.ts";
import { tokensOf } from "../../tokens.ts";
import { type Document, documentCard, documentsMeant } from "./find-documents.ts";

type Reader = { with: Parameters<typeof documents.share>[1]["with"]; id: string; name: string };
type Readers = { readers: Reader[] } | { answer: Answer };

const wordsIn = (text: string) =>
  tokensOf(text)
    .filter(({ shape }) => shape !== "mark")
    .map(({ word }) => word.replace(/'s$/, ""));

const isWord = (one: string, other: string): boolean =>
  one === other || (one.length >= 5 && other.length >= 5 && isOneEditApart(one, other));

const hasName = (words: readonly string[], name: string): boolean =>
  wordsIn(name).every((each) => words.some((word) => isWord(word, each)));

/** People and workspaces that the words name. 'The whole Leadership team but Bob' are its members without him. */
async function readersOf(turn: Turn, { person = "", workspace = "" }): Promise<Readers> {
  const { people, workspaces } = await turn.use(documents.shareCandidates, {});
  const { exception } = splitException(undefined, turn.sentence);
  const bare = exception ? `${person} ${workspace}`.replace(exception, " ") : `${person} ${workspace}`;
  const words = wordsIn(bare);
  const teams = workspaces.filter(({ name }) => hasName(words, name));
  if (teams.length > 0 && exception)
    return membersBut(
      turn,
      teams.map(({ id }) => id),
      exception,
    );
  const readers: Reader[] = teams.map(({ id, name }) => ({ with: { workspaceId: id }, id, name }));
  const isTeam = (words: string) => teams.some(({ name }) => hasName(wordsIn(words), name));
  const named = namesIn(bare.trim()).filter((each) => !/^(?:both|all|too)$/i.test(each) && !isTeam(each));
  for (const name of named) {
    const found = people.filter((each) => isNamed(each.name, name));
    const [only, second] = found;
    if (second) return { answer: asksFor(`Who is meant: ${joinWords(found.map((each) => each.name))}?`) };
    if (!only) return { answer: unknown(name) };
    readers.push({ with: { personId: only.id }, id: only.id, name: only.name });
  }
  return readers.length > 0 ? { readers } : { answer: asksFor("With whom?") };
}

/** By any of their names. */
const isNamed = (fullName: string, words: string): boolean => {
  const own = wordsIn(fullName);
  const asked = wordsIn(words).filter((word) => !SMALL.has(word));
  return asked.length > 0 && asked.every((word) => own.some((each) => isWord(word, each)));
};

const SMALL = new Set("with to for the my our colleague mr mrs ms dr also".split(" "));

const unknown = (name: string): Answer =>
  asksFor(
    `Nobody called '${name.trim()}' has an account here that I could share with. Others get a link or a mail. With whom?`,
  );

async function membersBut(turn: Turn, workspaceIds: readonly string[], exception: string): Promise<Readers> {
  const all = new Map<string, string>();
  for (const workspaceId of workspaceIds) {
    const { items } = await turn.use(members.list, { workspaceId, limit: 100 });
    for (const { isMe, userId, fullName } of items) if (!isMe) all.set(userId, fullName);
  }
  const names = namesIn(exception);
  const isOut = (fullName: string) => names.some((name) => isNamed(fullName, name));
  if (![...all.values()].some(isOut)) return { answer: asksFor(`Whom do you mean by '${exception}'?`) };
  return {
    readers: [...all]
      .filter(([, fullName]) => !isOut(fullName))
      .map(([id, name]) => ({ with: { personId: id }, id, name })),
  };
}

/** The colleagues that the words name; null unless all of them are. */
export async function colleaguesNamed(turn: Turn, person: string): Promise<Reader[] | null> {
  const found = await readersOf(turn, { person });
  return "readers" in found ? found.readers : null;
}

/** One step for each document and reader. Who can read it already is left out. */
export async function sharingPlans(
  turn: Turn,
  found: readonly Document[],
  readers: readonly Reader[],
): Promise<Plan[] | Answer> {
  const plans: Plan[] = [];
  for (const document of found) {
    const { shares } = await turn.use(documents.sharing, { id: document.id });
    const known = new Set(shares.flatMap(({ personId, workspaceId }) => [personId, workspaceId]));
    for (const { with: reader, name } of readers.filter((each) => !known.has(each.id)))
      plans.push(
        planOf(
          documents.share,
          { id: document.id, with: reader },
          { order: `Share '${document.title}' with ${name}`, cards: [documentCard(document)] },
        ),
      );
    if (plans.length > MAX_STEPS)
      return asksFor(`These are more than ${MAX_STEPS} steps. Which of them first?`);
  }
  if (plans.length > 0) return plans;
  const titles = joinWords(found.map(({ title }) => `'${title}'`));
  return {
    text: `${joinWords(readers.map(({ name }) => name))} can read ${titles} already.`,
    cards: found.map(documentCard),
  };
}

const MAX_STEPS = 30;

const share: Act = async (turn, { item, ...to }) => {
  const who = { ...(to.person && { person: to.person }), ...(to.workspace && { workspace: to.workspace }) };
  if (!who.person && !who.workspace) return asksFor("With whom?");
  const { rest: sentence } = splitException(undefined, turn.sentence);
  const readers = await readersOf(turn, who);
  const many = await documentsMeant("readers" in readers ? { ...turn, sentence } : turn, item);
  if ("answer" in many) return many.answer;
  if ("answer" in readers) return { ...readers.answer, cards: many.found.map(documentCard) };
  return sharingPlans(turn, many.found, readers.readers);
};

const NOBODY =
  /\b(?:nobody|no one|anyone|anybody|everyone|everybody|my eyes only|only (?:me|i)|private|for me alone|all of them)\b/i;

const unshare: Act = async (turn, { item, person }) => {
  const { exception } = splitException(person, turn.sentence);
  const many = item || !person ? await documentsMeant(turn, item) : await sharedWith(turn, person);
  if ("answer" in many) return many.answer;
  const plans: Plan[] = [];
  for (const document of many.found) {
    const { shares, links } = await turn.use(documents.sharing, { id: document.id });
    const isAll = !person || NOBODY.test(person);
    const excepted = exception ? namesIn(exception) : [];
    const left = shares.filter(({ name }) => !excepted.some((each) => isNamed(name, each)));
    const named = isAll
      ? left
      : left.filter(({ name }) => namesIn(person).some((each) => isNamed(name, each)));
    const shown = (name: string) => ({
      order: `Stop sharing '${document.title}' with ${name}`,
      cards: [documentCard(document)],
    });
    plans.push(
      ...named.map(({ id: shareId, name }) =>
        planOf(documents.unshare, { id: document.id, shareId }, shown(name)),
      ),
    );
    if (isAll && !exception && NOBODY.test(turn.sentence))
      plans.push(
        ...links.map(({ id: linkId }) =>
          planOf(documents.revokeLink, { id: document.id, linkId }, shown("those who have its link")),
        ),
      );
  }
  if (plans.length > 0) return plans;
  const titles = joinWords(many.found.map(({ title }) => `'${title}'`));
  return {
    text: `No, ${titles} ${many.found.length === 1 ? "is" : "are"} not shared${person ? ` with ${person}` : ""}.`,
    cards: many.found.map(documentCard),
  };
};

/** The only shared document that the person can read. */
async function sharedWith(turn: Turn, person: string) {
  const { items } = await turn.use(documents.list, { show: "shared", limit: 50 });
  const found: Document[] = [];
  for (const document of items) {
    const { shares } = await turn.use(documents.sharing, { id: document.id });
    if (shares.some(({ name }) => isNamed(name, person))) found.push(document);
  }
  const [only, second] = found;
  if (only && !second) return { found };
  return {
    answer: only
      ? { ...asksFor("Which document do you mean?"), cards: found.slice(0, 5).map(documentCard) }
      : { text: `No, no document of yours is shared with ${person}.` },
  };
}

const sharing: Act = async (turn, { item }) => {
  const many = await documentsMeant(turn, item);
  if ("answer" in many) return many.answer;
  const lines: string[] = [];
  for (const document of many.found) {
    const { shares, links } = await turn.use(documents.sharing, { id: document.id });
    const names = shares.map(({ name, isPending }) => (isPending ? `${name} (not confirmed yet)` : name));
    if (links.length > 0)
      names.push(`everybody who has ${links.length === 1 ? "its link" : `one of its ${links.length} links`}`);
    lines.push(
      names.length > 0
        ? `'${document.title}' can be read by ${joinWords(names)}.`
        : `No, nobody but you can read '${document.title}'.`,
    );
  }
  return { text: lines.join("\n"), cards: many.found.map(documentCard) };
};

export const DOCUMENT_SHARING: Readonly<Record<string, Act>> = {
  "documents.share": share,
  "documents.unshare": unshare,
  "documents.sharing": sharing,
};
