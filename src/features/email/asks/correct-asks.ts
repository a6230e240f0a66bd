import { hashed, probabilities } from "../kinds/linear-model.ts";
import { WANTS } from "../kinds/mail-labels.ts";
import { sentenceFeatures } from "../kinds/sentence-features.ts";
import type { MailModel } from "../kinds/trained-mails.ts";
import { isShortMail, type RuleReading } from "../replies/read-by-rule.ts";
import { type Ask, isConditional, wantsNothing } from "./find-asks.ts";

/**
 * What the rules take for an ask, without what surely is none and with what surely is one, by sentences that were labelled.
 */
export function correctedAsks(reading: RuleReading, { asks, wants: wanted, thresholds }: MailModel): Ask[] {
  const isShort = isShortMail(reading.sentences);
  return reading.sentences.flatMap((sentence, at): Ask[] => {
    const byRule = reading.asksBySentence[at] ?? [];
    const features = hashed(sentenceFeatures(reading, at));
    const [, chance = 0] = probabilities(asks, features);
    const isByRule = byRule.length > 0 && (isShort || chance >= thresholds.confirmAsk);
    const isNone = wantsNothing(sentence, reading.rules) || (reading.isToMany && isConditional(sentence));
    if (!isByRule && (chance < thresholds.addAsk || isNone)) return [];
    const chances = probabilities(wanted, features);
    const most = Math.max(...chances);
    const wants = most < LEAST_WANTED ? {} : { wants: WANTS[chances.indexOf(most)] ?? "information" };
    return byRule.length > 0
      ? byRule.map((ask) => ({ ...ask, ...wants }))
      : [{ kind: "indirect", sentence, ...wants }];
  });
}
/** Below this probability it is not known what a sentence wants. */
const LEAST_WANTED = 0.4;
