import { WHEN } from "#platform/language/cue-words.ts";
import { CUED } from "../asks/correct-asks.ts";
import { isRhetorical } from "../asks/find-asks.ts";
import { DECISIVE, POINTING, THREAT } from "./summary-cues.ts";

/** '… they did not ring – what is a bell for?' */
export const withoutSigh = (sentence: string): string => {
  const at = sentence.search(SIGH);
  return at > 0 && isRhetorical(sentence.slice(at)) ? `${sentence.slice(0, at)}.` : sentence;
};
const SIGH = / [–—-] [^–—.!?\n]{2,80}\?$/u;

/** A request that is understood alone stands before what it rests on. */
export function wantedFirst<Chosen extends { sentence: string; isAsking: boolean }>(
  chosen: readonly Chosen[],
): Chosen[] {
  const at = chosen.findIndex(({ isAsking }) => isAsking);
  const wanted = chosen[at];
  if (wanted === undefined || at === 0 || !isAlone(wanted.sentence)) return [...chosen];
  const isUrgent = CUED.test(wanted.sentence) && WHEN.test(wanted.sentence);
  if (!isUrgent || chosen.length < 3 || chosen.slice(0, at).some(({ sentence }) => DECISIVE.test(sentence)))
    return [...chosen];
  const next = chosen[at + 1]?.sentence ?? "";
  // What follows may be about it.
  if (next !== "" && (!isAlone(next.slice(0, START)) || THREAT.test(next))) return [...chosen];
  return [wanted, ...chosen.filter((each) => each !== wanted)];
}
const START = 30;
const isAlone = (sentence: string): boolean => sentence.length > START - 1 && !POINTING.test(sentence);
