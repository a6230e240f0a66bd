import { NEEDS } from "../grammar/match-needs.ts";
import { REQUESTS } from "../grammar/match-requests.ts";
import type { Reading, Words } from "../grammar/request-words.ts";
import { isAction, isKnownGerund } from "../grammar/verb-forms.ts";
import { wordSet } from "../grammar/word-classes.ts";
import { isCourtesy, questionStart } from "./find-questions.ts";
import type { Sentence } from "./split-sentences.ts";

/**
 * Tokens of a sentence that ask something: from `start` to before `end`; `verb` is the first word of what is asked.
 * An action can be promised by 'sure'; a question of when by a date; any other question is only answered.
 */
export type Asked = {
  start: number;
  verb: number;
  end: number;
  kind: "action" | "when" | "question";
  isGeneral: boolean;
};
type Start = { at: number; verb: number };

/** What a sentence asks its readers to do or to answer. */
export function findAsks({ tokens, isQuestion }: Sentence, hasPromise: boolean): Asked[] {
  const words = tokens.map(({ word, isCited }) => (isCited ? "…" : word));
  if (isCourtesy(words)) return [];
  const starts = distinct(
    words,
    words.flatMap((_, at) => actionAt(words, at) ?? []),
  );
  const isGeneral = isToAnyone(words);
  const asked = starts.map((start, index): Asked => {
    const end = starts[index + 1]?.at ?? words.length;
    return { start: start.at, verb: start.verb, end, kind: "action", isGeneral };
  });
  if (asked.length > 0) return asked;
  const at = questionStart(words, isQuestion, hasPromise);
  if (at < 0) return [];
  const isWhen =
    words.includes("eta") ||
    words.includes("status") ||
    (/^(?:when|how|what)$/.test(words[at] ?? "") &&
      (words[at] !== "what" || /^(?:time|day|date)$/.test(words[at + 1] ?? "")) &&
      words.slice(at, at + 4).some((word) => /^(?:you|i|we|will|can|soon|time|day|date)$/.test(word)));
  const isWho =
    words[at] === "who" &&
    /^(?:can|could|will|would)$/.test(words[at + 1] ?? "") &&
    isAction(words[at + 2] ?? "");
  const isPlan =
    isWho || (words[at] === "are" && words[at + 1] === "you" && isKnownGerund(words[at + 2] ?? ""));
  return [
    {
      start: at,
      verb: at,
      end: words.length,
      kind: isWhen ? "when" : isPlan ? "action" : "question",
      isGeneral: isGeneral || /^(?:who|who's|anyone|anybody)$/.test(words[at] ?? ""),
    },
  ];
}

const GENERAL = wordSet("anyone anybody somebody someone volunteers");

/** Whoever likes may do it. */
export const isToAnyone = (words: Words): boolean =>
  words.some((word) => GENERAL.has(word)) && !words.includes("you");

/** Two asks of one sentence have a border and some words between them. */
function distinct(words: Words, starts: readonly Start[]): Start[] {
  const separate: Start[] = [];
  for (const start of starts) {
    const last = separate.at(-1);
    const isBordered =
      /^(?:[,;:–—(-]|and|but|so|then)$/.test(words[start.at - 1] ?? "") ||
      /^(?:[,;]|and)$/.test(words[start.at - 2] ?? "");
    const isNeeded = last !== undefined && /^(?:i|we)$/.test(words[last.at] ?? "");
    if (isNeeded) separate.pop();
    const isSameBreath =
      last !== undefined &&
      words[start.at - 1] === "and" &&
      !/^(?:can|could|would|will|please|kindly)$/.test(words[start.at] ?? "") &&
      start.at - last.verb < 15;
    if (isSameBreath) continue;
    if (!last || isNeeded || (start.at - last.verb >= 3 && isBordered)) separate.push(start);
  }
  return separate;
}

const ACTIONS: readonly Reading[] = [...REQUESTS, ...NEEDS];

function actionAt(words: Words, at: number): Start | null {
  for (const read of ACTIONS) {
    const verb = read(words, at);
    if (verb >= 0) return { at: Math.min(at, verb), verb };
  }
  return null;
}
