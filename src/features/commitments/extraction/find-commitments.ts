import { wallClock } from "#platform/time/wall-clock.ts";
import type { FoundCommitment, Party, Reader, ThreadMessage } from "../model.ts";
import { TRAINED_RANKING } from "../ranking/feature-weights.ts";
import { type Ranking, rankFindings } from "../ranking/rank-findings.ts";
import { isAutomaticText } from "./detect-automatic.ts";
import { findAddressees } from "./find-addressees.ts";
import { gatherAsks } from "./gather-asks.ts";
import { gatherPromises } from "./gather-promises.ts";
import type { Addressees, Finding, OpenAsk, ReadMessage } from "./read-messages.ts";
import { splitSentences } from "./split-sentences.ts";
import { isRenewal, isRenewed, isWithdrawal, withoutLast } from "./withdraw-found.ts";

/** Older messages of a longer thread are not read. */
const MAX_MESSAGES = 30;
const MAX_FOUND_IN_MESSAGE = 12;

/** The promises and open requests of a thread, oldest message first, that are the reader's or made to the reader. */
export function findCommitments(
  thread: readonly ThreadMessage[],
  reader: Reader,
  ranking: Ranking = TRAINED_RANKING,
): FoundCommitment[] {
  const { timeZone } = reader;
  const messages = thread.slice(-MAX_MESSAGES);
  const lastOwn = messages.findLastIndex(
    ({ author, text }) => reader.keys.has(author.key) && !asksOnly(text, author.name),
  );
  let found: FoundCommitment[] = [];
  let asks: OpenAsk[] = [];
  const reads: ReadMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.isAutomatic || isAutomaticText(message.author.key, message.text)) continue;
    const before = messages.slice(0, index);
    const sentences = splitSentences(message.text, message.author.name);
    const addressees = findAddressees(message, sentences, before);
    const moment = { at: message.at, timeZone, clock: wallClock(message.at, timeZone) };
    const read: ReadMessage = { message, sentences, addressees, moment, before: reads.slice() };
    reads.push(read);
    const others = asks.filter(({ by }) => by.key !== message.author.key);
    if (isWithdrawal(sentences)) {
      found = withoutLast(found, messages.slice(Math.max(0, index - 2), index));
      asks = asks.slice(0, -1);
    }
    const open = others.filter(({ to }) => isAmong(message.author, to));
    const asked = gatherAsks(read);
    const context = { read, open, before, reader, ranking };
    const promises = placed("promise", gatherPromises(read, open), context);
    if (promises.length > 0) found = found.filter((each) => !isTakenBy(message.author, each, messages));
    if (promises.some(({ due }) => due) && isRenewal(message.text))
      found = found.filter((each) => !promises.some((promise) => isRenewed(each, promise)));
    const asking = asked.map(({ finding }) => finding);
    const requests = index > lastOwn ? placed("request", asking, context) : [];
    found.push(...[...promises, ...requests].slice(0, MAX_FOUND_IN_MESSAGE));
    asks = [...(others.length > 0 ? [] : asks), ...asked.map(({ ask }) => ask)];
  }
  return found;
}

type Context = {
  read: ReadMessage;
  open: readonly OpenAsk[];
  before: readonly ThreadMessage[];
  reader: Reader;
  ranking: Ranking;
};

/** What is probable of what rules found and of all else that the message says, with its parties. */
function placed(
  kind: Finding["kind"],
  gathered: readonly Finding[],
  { read, open, before, reader, ranking }: Context,
): FoundCommitment[] {
  const { message } = read;
  const known = new Map<Addressees, Parties | null>();
  const partiesIn = (to: Addressees): Parties | null => {
    const parties = known.get(to) ?? partiesOf({ kind, to }, message, reader, before);
    known.set(to, parties);
    return parties;
  };
  const probabilityOf: Ranking["probabilityOf"] = (candidate, features) =>
    ranking.probabilityOf({ ...candidate, by: partiesIn(candidate.to)?.by ?? candidate.by }, features);
  const concernsReader = (to: Addressees) => partiesIn(to) !== null;
  const ranked = rankFindings(kind, read, open, gathered, concernsReader, { ...ranking, probabilityOf });
  return ranked.flatMap(({ rule: _rule, ...finding }) => {
    const parties = partiesIn(finding.to);
    return parties ? [{ ...finding, ...parties, messageId: message.id }] : [];
  });
}

/** A question in return leaves a request open. */
function asksOnly(text: string, name: string): boolean {
  if (!text.slice(0, 1000).includes("?")) return false;
  const sentences = splitSentences(text.slice(0, 1000), name).filter(
    ({ tokens }) => tokens.length > 3 && tokens.at(-1)?.word !== ",",
  );
  return sentences.length > 0 && (sentences[0]?.isQuestion ?? false) && sentences.length <= 2;
}

const isAmong = (party: Party, addressees: Addressees) =>
  addressees === null || addressees.some(({ key }) => key === party.key);

/** A request to several people that another of them has taken. */
function isTakenBy(
  author: Party,
  { kind, by, to, messageId }: FoundCommitment,
  messages: readonly ThreadMessage[],
): boolean {
  const message = messages.find(({ id }) => id === messageId);
  const isToAuthor = message?.recipients.some(({ key }) => key === author.key) ?? false;
  return (
    kind === "request" &&
    isToAuthor &&
    author.key !== to.key &&
    author.key !== by.key &&
    !namesReader(message, by)
  );
}

/** Whether the request calls its reader by name. */
function namesReader(message: ThreadMessage | undefined, reader: Party): boolean {
  const [first = ""] = reader.name.toLowerCase().split(/\s+/);
  return first !== "" && (message?.text.slice(0, 20_000).toLowerCase().includes(first) ?? false);
}

type Parties = { by: Party; to: Party };
/** Who does it and for whom; null if neither is the reader. */
function partiesOf(
  { kind, to }: Pick<Finding, "kind" | "to">,
  { author, recipients }: ThreadMessage,
  reader: Reader,
  before: readonly ThreadMessage[],
): Parties | null {
  const isReader = ({ key }: Party) => reader.keys.has(key);
  if (isReader(author)) {
    if (kind === "request") return null;
    const previous = before.findLast((each) => !isReader(each.author))?.author;
    const other = to?.[0] ?? previous ?? recipients.find((each) => !isReader(each));
    return other ? { by: author, to: other } : null;
  }
  const everyone = [...recipients, ...before.flatMap((each) => [each.author, ...each.recipients])];
  const self = (to ?? everyone).find(isReader);
  if (!self) return null;
  return kind === "promise" ? { by: author, to: self } : { by: self, to: author };
}
