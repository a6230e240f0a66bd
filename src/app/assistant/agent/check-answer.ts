import { fenced } from "../prompts.ts";
import { filterCitations } from "./claims/check-citations.ts";
import { checkClaims } from "./claims/check-claims.ts";
import { cleaned } from "./clean-text.ts";
import type { Ran, State } from "./run-state.ts";

/** Characters of an answer: more is read by nobody, and ends the request. */
export const MAX_ANSWER = 8_000;

const CHECK =
  "This is a check by the program. These parts of your answer are found in nothing that the tools returned or that the person said, or no call did them. Write the whole answer again without them, or read first where they stand. Say plainly what you do not know and what was not done.";

/** Names the marked pieces of an answer, for the model to write it again. */
export const checkOf = ({ text, marks }: Ran): string =>
  `${CHECK}\n${fenced(
    marks
      .slice(0, 20)
      .map(({ start, end }) => text.slice(start, end))
      .join("\n"),
  )}`;

/** The text with the citations that hold, the records it cites (or all that were read), and the marks of the rest. */
export function checkedAnswer(state: State, failure: string | null): Ran {
  const { toolCalls, proposed, reading, seen, run } = state;
  const given = cleaned(state.text.trim(), state.sources);
  const { text: numbered, cited } = filterCitations(given, seen, run.material);
  const cards = cited.length > 0 ? cited.map((card, place) => ({ ...card, cite: place + 1 })) : seen;
  const text = state.isCut ? wholeSentences(numbered) : numbered;
  const marks = checkClaims(text, run.material, cited);
  const ended =
    failure ?? (state.isCut ? `The answer grew longer than ${MAX_ANSWER} characters and was stopped` : null);
  return {
    text,
    cards: cards.slice(0, 12),
    toolCalls,
    proposed,
    isTainted: reading.isTainted,
    marks,
    failure: ended,
  };
}

/** Without the sentence in which it was cut. */
const wholeSentences = (text: string): string => {
  const end = Math.max(...[". ", "! ", "? ", "\n"].map((sign) => text.lastIndexOf(sign)));
  return end > 0 ? text.slice(0, end + 1).trim() : text;
};
