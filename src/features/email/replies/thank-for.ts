import type { LanguageRules } from "../languages/language-rules.ts";
import { PLANS } from "../languages/plan-phrases.ts";

/** Thanks for what the mail brings, or for what its sender did; empty where it does neither. */
export function thanksFor(
  sentences: readonly string[],
  { language }: LanguageRules,
  isFormal: boolean,
): string {
  const phrases = PLANS[language];
  for (const sentence of sentences) {
    if (sentence.includes("?")) continue;
    const thing = phrases.enclosed.find(([noun]) => noun.test(sentence))?.[1];
    if (phrases.encloses.test(sentence) && thing !== undefined) return phrases.thank(thing, isFormal);
    if (phrases.did.test(sentence)) return phrases.thank(null, isFormal);
  }
  return "";
}
