import { addressOf } from "./addresses.ts";
import { formatInTimeZone } from "./local-time.ts";

/** A change that was made or proposed. */
export type Call = {
  capability: string;
  input: Record<string, unknown>;
  output?: unknown;
  isProposed: boolean;
};
export type Outcome = {
  text: string;
  isQuestion: boolean;
  cards: readonly { id: string }[];
  calls: readonly Call[];
};
type Fields = Record<string, unknown>;
type Expected = {
  calls?: [string, Fields][];
  any?: [string, Fields][][];
  shows?: string[];
  includes?: string[];
  asks?: boolean;
  cannot?: boolean;
  none?: boolean;
};
export type Sentence = { family: string; sentence: string; after?: string[]; expect: Expected };
export type Score = { isRight: boolean; hasWrongEffect: boolean; why: string };

/** Compares what happened with what was expected; `idOf` gives the id of '#key'. */
export function scoreSentence(expect: Expected, outcome: Outcome, idOf: (key: string) => string): Score {
  const calls = outcome.calls.map(withOtherPerson(outcome.calls)).flatMap(plainCalls);
  const wished = expect.any ?? [expect.calls ?? []];
  const fits = wished.some((each) => matchesAll(each, calls, idOf));
  const hasWrongEffect = !fits && calls.some(({ isProposed }) => !isProposed);
  const reasons = [
    !fits && `calls ${JSON.stringify(calls.map(({ capability, input }) => [capability, input]))}`,
    expect.asks && !outcome.isQuestion && "did not ask",
    expect.cannot && !CANNOT.test(outcome.text) && "did not say that it cannot",
    expect.shows && !showsExactly(expect.shows.map(idOf), outcome) && "shows other records",
    ...(expect.includes ?? []).map((piece) => !includes(piece, outcome) && `'${piece}' is missing`),
    !expect.asks && outcome.isQuestion && "asked back",
  ].filter((reason): reason is string => typeof reason === "string");
  return { isRight: reasons.length === 0, hasWrongEffect, why: reasons.join("; ") };
}

/** A message to the conversation with one person is a message to that person. */
const withOtherPerson =
  (calls: readonly Call[]) =>
  (call: Call): Call => {
    const opened = calls.find(
      ({ capability, output }) =>
        capability === "conversations.openWith" &&
        (output as Fields | undefined)?.id === call.input.conversationId,
    );
    return opened ? { ...call, input: { ...call.input, userId: opened.input.userId } } : call;
  };

const CANNOT = /\b(cannot|can't|not able|do not understand|no program|outside)\b/i;

function showsExactly(ids: readonly string[], { cards }: Outcome): boolean {
  const shown = new Set(cards.map(({ id }) => id));
  return shown.size === new Set(ids).size && ids.every((id) => shown.has(id));
}

const NEGATIVE = /\b(no|not|none|nothing|nobody|never|isn't|aren't|hasn't|haven't)\b/i;

function includes(piece: string, { text, cards }: Outcome): boolean {
  const whole = plainText(`${text} ${cards.map((card) => Object.values(card).join(" ")).join(" ")}`);
  if (piece === "no") return NEGATIVE.test(text);
  if (piece === "not found") return /\b(no|not|nothing|none)\b/i.test(text);
  const [, month = "", day = ""] = /^([A-Z][a-z]{2})[a-z]* (\d{1,2})$/.exec(piece) ?? [];
  if (month) return new RegExp(`\\b(${month}\\w* 0?${day}\\b|0?${day}\\.? ${month})`, "i").test(whole);
  const bare = plainText(piece).replaceAll(/[.*+?^$()[\]{}|\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${bare}(?![\\p{N}])`, "iu").test(whole);
}

const plainText = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\u2018\u2019'"]/g, "")
    .replaceAll(/\b0(?=\d:\d\d\b)/g, "")
    .replaceAll(/\s+/g, " ");

function matchesAll(
  wished: readonly [string, Fields][],
  calls: readonly Call[],
  idOf: (key: string) => string,
): boolean {
  const plain = wished.flatMap(([name, fields]) =>
    plainCalls({ capability: name, input: fields, isProposed: true }),
  );
  const left = [...calls];
  for (const { capability, input } of plain) {
    const index = left.findIndex((call) => call.capability === capability && matches(input, call, idOf));
    if (index < 0) return false;
    left.splice(index, 1);
  }
  return left.length === 0;
}

const SAME: Readonly<Record<string, string>> = {
  "tasks.quickAdd": "tasks.create",
  "events.addQuickly": "events.create",
  "emails.saveDraft": "emails.create",
};

/** One call for each record, under the plainest name. */
function plainCalls(call: Call): Call[] {
  const { capability, input } = call;
  // It shows a conversation, and makes it only where there is none.
  if (capability === "conversations.openWith") return [];
  const each = (list: unknown, name: string, fields: (one: never) => Fields) =>
    (Array.isArray(list) ? list : []).map((one) => ({
      ...call,
      capability: name,
      input: fields(one as never),
    }));
  if (capability === "tasks.deleteMany") return each(input.ids, "tasks.delete", (id) => ({ id }));
  if (/^emails\.(deleteMany|archive|unarchive|snooze|restoreMany)$/.test(capability))
    return each(input.ids, capability.replace("Many", ""), (id) => ({
      ...input,
      ids: undefined,
      threads: undefined,
      id,
    }));
  if (capability.endsWith(".updateMany"))
    return each(input.changes, capability.replace("Many", ""), (one) => one);
  return [{ ...call, capability: SAME[capability] ?? capability }];
}

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  project: ["projectId"],
  conversation: ["conversationId"],
  person: ["userId", "contactId", "conversationId"],
  userId: ["personId"],
  eventId: ["id"],
  emailId: ["id", "inReplyTo"],
};

function matches(wished: Fields, { input, output }: Call, idOf: (key: string) => string): boolean {
  return Object.entries(wished).every(([field, value]) => {
    if (value === undefined) return true;
    const names = [field, ...(ALIASES[field] ?? [])];
    const sources = [input, output as Fields | undefined];
    return sources.some(
      (source) => source && names.some((name) => name in source && fits(value, source[name], idOf)),
    );
  });
}

function fits(wished: unknown, given: unknown, idOf: (key: string) => string): boolean {
  if (wished === null) return given === null || given === undefined;
  if (typeof wished === "object" && !Array.isArray(wished)) {
    const words = (wished as { has?: string[] }).has;
    if (words) return words.every((word) => plainText(String(given)).includes(plainText(word)));
    return Object.entries(wished).every(([name, value]) =>
      [name, ...(ALIASES[name] ?? [])].some((each) => fits(value, (given as Fields | null)?.[each], idOf)),
    );
  }
  if (Array.isArray(wished)) {
    if (!Array.isArray(given)) return wished.some((one) => fits(one, given, idOf));
    return (
      wished.length === given.length && wished.every((one) => given.some((other) => fits(one, other, idOf)))
    );
  }
  if (typeof wished !== "string") return wished === given;
  if (wished.startsWith("#"))
    return [idOf(wished), addressOf(wished.slice(1))].some((each) => String(given).includes(each));
  if (/^20\d\d-\d\d-\d\d/.test(wished))
    return formatInTimeZone(given).startsWith(wished.replace(/^2026/, "2037").replace(/^2027/, "2038"));
  const text = Array.isArray(given) ? given.join(" ") : String(given);
  return wished.includes("@")
    ? text.toLowerCase().includes(wished.toLowerCase())
    : bareWords(wished) === bareWords(text);
}

const bareWords = (text: string) =>
  plainText(text)
    .replaceAll(/[^\p{L}\p{N}@. ]/gu, " ")
    .replaceAll(/\b(the|a|an|my)\b/g, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/(?<![. ])[. ]+$/, "")
    .trim();
