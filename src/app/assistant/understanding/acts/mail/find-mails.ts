import { emails } from "#features/email/emails.ts";
import { emailCard } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { splitException } from "../../exceptions.ts";
import { isOneEditApart, namesIn, stemsOf } from "../../match-words.ts";
import { readMention } from "../../read-mention.ts";
import { ANY_EMAIL } from "../../record-kinds.ts";
import { tokensOf } from "../../tokens.ts";
import { between } from "../between.ts";
import { hitsIn, listMails, type Mail, peopleOf, type Scope, timeOf } from "./list-mails.ts";
import { type MailSet, narrows, readMailSet } from "./read-mail-set.ts";

type Options = {
  scope: Scope;
  /** Roles whose words do not narrow the mails, such as a time until when. */
  besides?: readonly (string | undefined)[];
};
type Found = { found: Mail[] } | { answer: Answer };

const MAX_SHOWN = 5;
const LEAST_SHARE = 0.6;
/** Where only few can be meant, less of the words has to be found. */
const FEW = 3;
const LEAST_OF_FEW = 0.3;

/** The mails that the words and the sentence name: one, several, or all of a set but some. */
export async function mailsMeant(turn: Turn, item: string | undefined, options: Options): Promise<Found> {
  const pointed = await pointedMails(turn, item);
  if (pointed) return pointed;
  const { words, exception } = splitException(item, restOf(turn, options));
  const found = await meant(turn, words, options);
  if ("answer" in found || !exception) return found;
  const excluded: Mail[] = [];
  for (const part of namesIn(exception)) excluded.push(...matching(found.found, wordsOf(turn, part)).top);
  if (excluded.length === 0) return { answer: unclear(`Which of them do you mean by '${exception}'?`) };
  const left = found.found.filter(({ id }) => !excluded.some((each) => each.id === id));
  if (left.length === 0)
    return { answer: { text: "Nothing is left of them.", cards: found.found.map(emailCard) } };
  return { found: left };
}

/** The only mail that is meant; asks where several could be. */
export async function mailMeant(
  turn: Turn,
  item: string | undefined,
  options: Options & { isNewest?: boolean },
): Promise<{ found: Mail } | { answer: Answer }> {
  const many = await mailsMeant(turn, item, options);
  if ("answer" in many) return many;
  const [only, second] = many.found;
  if (only && (!second || options.isNewest)) return { found: only };
  return { answer: whichOne(item ?? turn.sentence, many.found) };
}

/** The sentence without the words of other roles. */
const restOf = ({ sentence }: Turn, { besides = [] }: Options): string =>
  besides.reduce<string>((text, words) => (words ? text.replace(words, " ") : text), sentence);

async function meant(turn: Turn, words: string, options: Options): Promise<Found> {
  const named = words === "" ? null : readWords(turn, words);
  const rest = restOf(turn, options);
  const whole = readMailSet(rest, situationOf(turn));
  const isBare = !named || (named.content.length === 0 && !narrows(named.set));
  // 'Newsletters: archive the lot' has its words outside of the role.
  if (isBare && (named?.set.isMany || (whole.isMany && narrows(whole)) || whole.kind))
    return all(turn, { ...whole, state: null }, options);
  if (!named || isBare) return inSentence(turn, rest, words, options);
  const candidates = await listMails(turn, named.set, options.scope, named.content);
  const { top, isExact, share } = matching(candidates, named);
  const parts = partsOf(words);
  if (top.length > 0 && (parts.length < 2 || share >= 0.8)) return chosen(words, named, top, isExact);
  if (parts.length > 1) return eachOf(turn, parts, options);
  const again = await literally(turn, words, options);
  if (again.length > 0) return again.length === 1 ? { found: again } : { answer: whichOne(words, again) };
  return (await withoutTime(turn, named, options)) ?? inSentence(turn, rest, words, options);
}

/** 'Ann's mail, Sofia's logos and the LinkedIn one'; a role may have lost the comma. */
const partsOf = (words: string): string[] =>
  namesIn(words).flatMap((part) => part.split(/(?<=\w) (?=[A-Z]\w+'s \w)/));

/** A time that is said beside a mail may be another one than the mail's, if most other words fit only it. */
async function withoutTime(turn: Turn, named: Named, { scope }: Options): Promise<Found | null> {
  const { set, content } = named;
  if (!set.period || set.isMany || content.length < 3) return null;
  const candidates = await listMails(turn, { ...set, period: null }, scope, content);
  const { top, share } = matching(candidates, named);
  return top.length === 1 && share >= LEAST_SHARE ? { found: top } : null;
}

const situationOf = ({ context, timeZone }: Turn) => ({ now: context.now, timeZone });

type Named = { set: MailSet; content: string[]; from: string[]; isLatest: boolean; words: string };

const NOISE = new Set(
  stemsOf(
    "inbox mailbox came come arrived arrive landed got get received sent wrote lot week stuff i've have",
  ),
);
const FROM = /\b(?:from|by) /i;
const AFTER_SENDER = / (?:about|regarding|concerning|on|with|that|to|in|before|since)\b/i;
const OWNER =
  /\b((?:[A-Z]\w{1,20} )?[A-Z]\w{1,20})'s (?:last|latest|newest|new|long|e-?mails?|mails?|messages?|reply|answer|letters?)\b/;

/** What the words say of mails, and which words have to be found in them. */
function readWords(turn: Turn, words: string): Named {
  const set = readMailSet(words, situationOf(turn));
  const { content, isLatest } = readMention(set.rest, ANY_EMAIL.nouns, situationOf(turn));
  const sender = between(set.rest, FROM, AFTER_SENDER) ?? OWNER.exec(set.rest)?.[1] ?? "";
  const names = sender.match(/\b[A-Z]\w+/g) ?? [];
  return {
    set,
    words,
    content: content.filter((stem) => !NOISE.has(stem)),
    from: stemsIn(names.join(" ")).filter((stem) => content.includes(stem)),
    isLatest: isLatest || /\b(?:last|latest|newest|most recent)\b/i.test(words),
  };
}

const wordsOf = (turn: Turn, words: string) => readWords(turn, words);
const stemsIn = (text: string) => tokensOf(text).map(({ stem }) => stem);

/** Those that have most of the words, and of those the ones that have most in their subject. */
function matching(
  candidates: readonly Mail[],
  { content, from, words, set }: Named,
): { top: Mail[]; isExact: boolean; share: number } {
  const exact = candidates.filter(({ subject }) => plain(subject) === plain(words));
  if (exact.length > 0) return { top: exact, isExact: true, share: 1 };
  const of = candidates.filter(
    (mail) => from.length === 0 || sendersHit(mail, from) >= Math.min(from.length, 1) * 0.8,
  );
  if (content.length === 0) return { top: [...of], isExact: false, share: 1 };
  const rated = of.map((mail) => ({ mail, hits: hitsOf(mail, content) }));
  const best = Math.max(0, ...rated.map(({ hits }) => hits));
  const least = of.length <= FEW ? LEAST_OF_FEW : LEAST_SHARE;
  const isEnough = best / content.length >= least || best >= 2;
  const top = isEnough ? rated.filter(({ hits }) => hits >= best - 0.15).map(({ mail }) => mail) : [];
  const share = best / content.length;
  if (set.isMany || top.length < 2) return { top, isExact: false, share };
  const inSubject = Math.max(...top.map(({ subject }) => hitsIn(content, subject)));
  return {
    top: top.filter(({ subject }) => hitsIn(content, subject) >= inSubject - 0.05),
    isExact: false,
    share,
  };
}

const sendersHit = (mail: Mail, from: readonly string[]): number =>
  Math.max(...from.map((word) => hitsIn([word], peopleOf(mail)) || typosIn(word, mail)));

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/^ | $/g, "");

/** The beginning of its text counts less than subject and people. */
const hitsOf = (mail: Mail, content: readonly string[]): number =>
  content.reduce((sum, word) => {
    const named = hitsIn([word], `${mail.subject} ${peopleOf(mail)}`) || typosIn(word, mail);
    return sum + (named || hitsIn([word], mail.preview) * 0.7);
  }, 0);

const typosIn = (word: string, mail: Mail): number =>
  word.length >= 5 &&
  stemsIn(`${mail.subject} ${peopleOf(mail)}`).some((stem) => stem.length >= 4 && isOneEditApart(word, stem))
    ? 0.8
    : 0;

/** As many as were counted; without a number the only one, or the latest where the words say so. */
function chosen(words: string, named: Named, top: readonly Mail[], isExact: boolean): Found {
  const { set, isLatest } = named;
  const newest = [...top].sort((one, other) => timeOf(other).getTime() - timeOf(one).getTime());
  if (set.count !== null && newest.length > set.count)
    return isLatest ? { found: newest.slice(0, set.count) } : { answer: whichOne(words, newest) };
  if (set.isMany && !isExact) return { found: newest.slice(0, MAX_TOGETHER) };
  if (newest.length === 1 || isLatest) return { found: newest.slice(0, 1) };
  return { answer: whichOne(words, newest) };
}

/** The most that capabilities change at once. */
const MAX_TOGETHER = 200;

/** Subjects may have words that say something of other mails, as in 'Viewing on Monday'. */
async function literally(turn: Turn, words: string, { scope }: Options): Promise<Mail[]> {
  const { content } = readMention(words, new Set(), { ...situationOf(turn), timeZone: "UTC" });
  const all = stemsIn(words).filter((stem) => content.includes(stem) || stem.length > 3);
  const candidates = await listMails(turn, EVERYTHING, scope, all);
  return all.length === 0
    ? []
    : candidates.filter(({ subject }) => hitsIn(stemsIn(subject), words) >= stemsIn(subject).length * 0.9);
}

const EVERYTHING: MailSet = {
  ...{ kind: null, state: null, isUnread: null, isStarred: false, hasFiles: false, period: null },
  ...{ count: null, isMany: true, rest: "" },
};

async function all(turn: Turn, set: MailSet, { scope }: Options): Promise<Found> {
  const found = await listMails(turn, set, scope);
  return found.length > 0 ? { found: found.slice(0, MAX_TOGETHER) } : { answer: nothing(set) };
}

/** 'The lease mail and the visa mail': each of them. */
async function eachOf(turn: Turn, parts: readonly string[], options: Options): Promise<Found> {
  const found: Mail[] = [];
  for (const part of parts) {
    const named = readWords(turn, part);
    const { top, isExact } = matching(await listMails(turn, named.set, options.scope, named.content), named);
    const some = top.length === 0 ? null : chosen(part, named, top, isExact);
    if (!some) return { answer: notFound(part) };
    if ("answer" in some) return some;
    found.push(...some.found.filter(({ id }) => !found.some((each) => each.id === id)));
  }
  return { found };
}

/** The only mail whose subject has its own words in the sentence. */
async function inSentence(turn: Turn, rest: string, words: string, { scope }: Options): Promise<Found> {
  const candidates = await listMails(turn, EVERYTHING, scope, stemsIn(words || rest));
  const rated = candidates
    .map((mail) => {
      const own = stemsIn(mail.subject).filter((stem) => stem.length > 2 && !COMMON.has(stem));
      return { mail, own: own.length, hits: hitsIn(own, rest) };
    })
    .filter(({ own, hits }) => hits > 0 && hits >= own / 2)
    .sort((one, other) => other.hits - one.hits);
  const [best, second] = rated;
  if (best && (!second || best.hits - second.hits > 0.5)) return { found: [best.mail] };
  return { answer: words === "" ? unclear("Which email do you mean?") : notFound(words) };
}

const COMMON = new Set(stemsOf("the a and for with to of on re fwd your you have new mail email draft"));

/** 'It' and 'the second' after an answer that showed mails; all of them for 'them'. */
async function pointedMails(turn: Turn, item: string | undefined): Promise<Found | null> {
  const cards = turn.previousCards.filter(({ kind }) => kind === "email");
  const mention = readMention(item ?? "", ANY_EMAIL.nouns, situationOf(turn));
  const { isPointing, place } = mention;
  const isBare =
    item !== undefined && mention.content.length === 0 && /^(?:the|his|her|their) \S+$/i.test(item);
  const isLeftOut = (item === undefined || isBare) && (isBare || POINTS.test(turn.sentence));
  const ids = cards.map(({ id }) => id);
  if (place !== null && ids.length > 0) {
    const id = ids.at(place);
    return id ? { found: await mailsOf(turn, [id]) } : null;
  }
  if (!isPointing && !isLeftOut) return null;
  const { kind } = readMailSet(turn.sentence, situationOf(turn));
  if (isLeftOut && (ids.length === 0 || kind)) return null;
  if (ids.length === 0) return { answer: unclear("Which email do you mean?") };
  const isSeveral = /\b(?:them|these|those|all|both)\b/i.test(item ?? turn.sentence);
  if (ids.length > 1 && !isSeveral)
    return { answer: { ...unclear("Which email do you mean?"), cards: cards.slice(0, MAX_SHOWN) } };
  return { found: await mailsOf(turn, ids) };
}

const POINTS = /\b(?:it|that|this|them|these|those|back)\b/i;

const mailsOf = async (turn: Turn, ids: readonly string[]): Promise<Mail[]> => {
  const { items } = await turn.use(emails.list, { ids: [...ids], limit: 100 });
  return ids.flatMap((id) => items.find((each) => each.id === id) ?? []);
};

const unclear = (text: string): Answer => ({ text, isQuestion: true });
const notFound = (words: string) => unclear(`I found no email like '${words}'. Which one do you mean?`);

const NAMES: Readonly<Record<string, string>> = { newsletter: "newsletters", notification: "notifications" };
const nothing = ({ kind, period }: MailSet): Answer => ({
  text: `No, there are no such ${NAMES[kind ?? ""] ?? "emails"}${period ? ` ${period.name}` : ""}.`,
});

const whichOne = (words: string, mails: readonly Mail[]): Answer => ({
  text: `Which email do you mean by '${words}'?`,
  cards: mails.slice(0, MAX_SHOWN).map(emailCard),
  isQuestion: true,
  suggestions: ["the first", "the second"],
});
