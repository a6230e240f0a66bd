import { joinedStart, partFeatures, possibleStarts } from "./part-features.ts";
import { tokensOf } from "./tokens.ts";
import { beginnings, startWeights } from "./understand-sentence.ts";

/** How much the encoder counts beside the words around. */
const ENCODER_SHARE = 50;
/** Sums above this start a request: of a hundred single requests one is divided. */
const LEAST = -25;
/** Requests of one sentence that are read; what follows is read as part of the last. */
const MOST_PARTS = 8;

/** The requests of a sentence, each as its words: 'move the lunch, and tell Ann' is two. */
export function requestsIn(sentence: string): string[] {
  const tokens = tokensOf(sentence);
  const weights = startWeights();
  const begins = beginnings(sentence, tokens);
  const surenessOf = (at: number) =>
    partFeatures(tokens, at).reduce(
      (sum, name) => sum + (weights[name] ?? 0),
      (begins[at] ?? 0) * ENCODER_SHARE,
    );
  const starts = possibleStarts(tokens)
    .filter((at) => surenessOf(at) > LEAST)
    .slice(0, MOST_PARTS - 1);
  const bounds = [0, ...starts];
  return bounds.map((at, index) => {
    const next = bounds[index + 1];
    const last = next === undefined ? tokens.length - 1 : joinedStart(tokens, next) - 1;
    const end = next === undefined ? sentence.length : (tokens[last]?.end ?? sentence.length);
    return sentence.slice(tokens[at]?.start ?? 0, end).trim();
  });
}
