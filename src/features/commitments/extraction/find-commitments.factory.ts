import { readFileSync } from "node:fs";
import { dayInZone, wallClock } from "#platform/time/wall-clock.ts";
import type { FoundCommitment, Party, ThreadMessage } from "../model.ts";
import type { Judged, Ranking } from "../ranking/rank-findings.ts";
import { isSameMatter } from "../reading/compare-words.ts";
import { findCommitments } from "./find-commitments.ts";

type Kind = FoundCommitment["kind"];
type Expected = {
  kind: Kind;
  message: string;
  by: string;
  to: string;
  quote: string;
  what: string;
  due: string | null;
};
export type Thread = {
  id: string;
  zone: string;
  me: string;
  messages: { id: string; from: string; to: string[]; at: string; text: string; automatic: boolean }[];
  expected: Expected[];
};
export type Outcome = {
  thread: Thread;
  milliseconds: number;
  matched: { expected: Expected; found: FoundCommitment; isDueRight: boolean }[];
  missed: Expected[];
  wrong: FoundCommitment[];
};

/** One annotated thread a line. */
export const readThreads = (file: URL): Thread[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const messagesOf = (thread: Thread) =>
  thread.messages.map(
    ({ id, from, to, at, text, automatic }): ThreadMessage => ({
      id,
      author: partyOf(from),
      recipients: to.map(partyOf),
      at: new Date(at),
      text,
      isAutomatic: automatic,
    }),
  );

export type Row = {
  thread: string;
  kind: Kind;
  features: readonly string[];
  isRight: boolean;
  quote: string;
};

/** Every candidate of a thread with its features, and whether it is expected. */
export function candidatesOf(thread: Thread): Row[] {
  const rows: (Row & Judged)[] = [];
  const reader = { keys: new Set([thread.me]), timeZone: thread.zone };
  const probabilityOf: Ranking["probabilityOf"] = (candidate, features) => {
    const isRight = thread.expected.some((one) => isSame(thread, one, candidate));
    rows.push({ ...candidate, thread: thread.id, features, isRight });
    return 0;
  };
  findCommitments(messagesOf(thread), reader, { probabilityOf, thresholds: { promise: 1, request: 1 } });
  const isBeside = (one: Judged, other: Judged) =>
    one.messageId === other.messageId &&
    one.kind === other.kind &&
    Math.abs(one.sentence - other.sentence) <= 1;
  return rows
    .filter(
      (row) => row.isRight || !row.isLight || !rows.some((other) => other.isRight && isBeside(row, other)),
    )
    .map(({ kind, features, isRight, quote }) => ({ thread: thread.id, kind, features, isRight, quote }));
}

export function readThread(thread: Thread, ranking?: Ranking): Outcome {
  const messages = messagesOf(thread);
  const start = performance.now();
  const found = findCommitments(messages, { keys: new Set([thread.me]), timeZone: thread.zone }, ranking);
  const milliseconds = performance.now() - start;
  return { thread, milliseconds, ...matchFound(thread, withoutSuperseded(found)) };
}

/**
 * What people see of it, by the rules of `reconcileThread`: a new date takes the place of the one before, and nothing is
 * listed twice.
 */
function withoutSuperseded(found: readonly FoundCommitment[]): FoundCommitment[] {
  let known: FoundCommitment[] = [];
  for (const each of found) {
    const earlier = known.filter(
      (one) =>
        one.messageId !== each.messageId &&
        one.by.key === each.by.key &&
        one.to.key === each.to.key &&
        (one.kind === each.kind || each.kind === "promise") &&
        isSameMatter(one.what, each.what),
    );
    const isRepeated = earlier.some(
      ({ kind, due }) =>
        kind === each.kind && (each.due === null || each.due.at.getTime() === due?.at.getTime()),
    );
    if (!isRepeated) known = [...known.filter((one) => !earlier.includes(one)), each];
  }
  return known;
}

function partyOf(written: string): Party {
  const [, name = "", key = ""] = /^(.*) <(.*)>$/.exec(written) ?? [];
  return { name, key };
}

function matchFound(
  thread: Thread,
  found: readonly FoundCommitment[],
): Omit<Outcome, "thread" | "milliseconds"> {
  const open = new Set(thread.expected);
  const matched: Outcome["matched"] = [];
  const wrong: FoundCommitment[] = [];
  for (const each of found) {
    const expected = [...open].find((one) => isSame(thread, one, each));
    if (!expected) {
      wrong.push(each);
      continue;
    }
    open.delete(expected);
    matched.push({ expected, found: each, isDueRight: isDueRight(expected.due, each.due, thread.zone) });
  }
  return { matched, missed: [...open], wrong };
}

/** The quotes overlap by at least half of the shorter one. */
function isSame(
  thread: Thread,
  expected: Expected,
  found: Pick<FoundCommitment, "kind" | "messageId" | "by" | "offset" | "quote">,
): boolean {
  if (expected.kind !== found.kind || expected.message !== found.messageId || expected.by !== found.by.key)
    return false;
  const text = thread.messages.find(({ id }) => id === expected.message)?.text ?? "";
  const start = text.indexOf(expected.quote);
  const overlap =
    Math.min(start + expected.quote.length, found.offset + found.quote.length) -
    Math.max(start, found.offset);
  return overlap * 2 >= Math.min(expected.quote.length, found.quote.length);
}

/** The same day, and the same time where one is expected. */
function isDueRight(expected: string | null, found: FoundCommitment["due"], zone: string): boolean {
  if (expected === null || found === null) return expected === null && found === null;
  const clock = wallClock(found.at, zone);
  const [day, time] = expected.split("T");
  const minutes = [clock.hour, clock.minute].map((part) => String(part).padStart(2, "0")).join(":");
  return dayInZone(found.at, zone) === day && (time === undefined || (found.hasTime && minutes === time));
}

export type Figures = { expected: number; found: number; right: number; precision: number; recall: number };

export function figuresOf(outcomes: readonly Outcome[], kind: Kind): Figures {
  const count = (of: (outcome: Outcome) => readonly { kind: Kind }[]) =>
    outcomes.flatMap(of).filter((each) => each.kind === kind).length;
  const right = count(({ matched }) => matched.map(({ expected }) => expected));
  const expected = right + count(({ missed }) => missed);
  const found = right + count(({ wrong }) => wrong);
  return { expected, found, right, precision: right / found, recall: right / expected };
}

/** Repeated to a megabyte, they are what patterns for promises are slowest with. */
export const HOSTILE_PARTS = [
  "I'll send it if ",
  "i will ",
  "> a\n",
  '"',
  "can you ",
  "On x\n",
  "please, ",
  "1/2 ",
  "\n\n",
  "' a",
  "by 3 ",
];

const ada: Party = { key: "ada@analytics.example", name: "Ada Byron" };
const ben: Party = { key: "ben@bookshop.example", name: "Ben Okri" };

/**
 * What is found in the last of these messages, for Ada. Ben writes it, Ada the one before: on Tuesday 3 March 2026 at
 * 10:00 in Berlin, and an hour later for each message.
 */
export function readAnswer(...texts: readonly string[]): FoundCommitment[] {
  const messages = texts.map((text, index): ThreadMessage => {
    const isBen = (texts.length - 1 - index) % 2 === 0;
    return {
      id: `m${index + 1}`,
      author: isBen ? ben : ada,
      recipients: [isBen ? ada : ben],
      at: new Date(Date.UTC(2026, 2, 3, 9 + index)),
      text,
      isAutomatic: false,
    };
  });
  const found = findCommitments(messages, { keys: new Set([ada.key]), timeZone: "Europe/Berlin" });
  return found.filter(({ messageId }) => messageId === `m${texts.length}`);
}

export const kindsOf = (...texts: readonly string[]) => readAnswer(...texts).map(({ kind }) => kind);
