import { hashed, probabilities } from "../kinds/linear-model.ts";
import { WANTS } from "../kinds/mail-labels.ts";
import { sentenceFeatures } from "../kinds/sentence-features.ts";
import type { MailModel } from "../kinds/trained-mails.ts";
import { isShortMail, type RuleReading } from "../replies/read-by-rule.ts";
import { type Ask, isConditional, isRhetorical, wantsNothing } from "./find-asks.ts";

/**
 * What the rules take for an ask, without what surely is none and with what surely is one, by sentences that were labelled.
 */
export function correctedAsks(reading: RuleReading, { asks, wants: wanted, thresholds }: MailModel): Ask[] {
  const isShort = isShortMail(reading.sentences);
  return reading.sentences.flatMap((sentence, at): Ask[] => {
    const byRule = reading.asksBySentence[at] ?? [];
    const features = hashed(sentenceFeatures(reading, at));
    const [, chance = 0] = probabilities(asks, features);
    const isByRule =
      byRule.length > 0 && (isShort || chance >= thresholds.confirmAsk * (isDirect(sentence) ? EASED : 1));
    if (isRhetorical(sentence)) return [];
    const isNone = wantsNothing(sentence, reading.rules) || (reading.isToMany && isConditional(sentence));
    if (!isByRule && (chance < thresholds.addAsk * (CUED.test(sentence) ? EASED : 1) || isNone)) return [];
    const chances = probabilities(wanted, features);
    const most = Math.max(...chances);
    const wants = most < LEAST_WANTED ? {} : { wants: WANTS[chances.indexOf(most)] ?? "information" };
    return byRule.length > 0
      ? byRule.map((ask) => ({ ...ask, ...wants }))
      : [{ kind: "indirect", sentence, ...wants }];
  });
}
/** A sentence with such words needs this share of the chance that others need. */
const EASED = 0.8;
/** A question to the reader about what is to be done. */
const DIRECT =
  /(?<!\p{L})(?:(?:could|can|would|will|do|did|have|are|shall|should) (?:you|we|i)|könn(?:en|ten|test)|kannst|soll(?:en)? (?:wir|ich)|nehmen wir|brauchen wir|haben sie|hast du|pou(?:vez|rriez)|peux-tu|avez-vous|as-tu|on (?:part|fait)|est-ce que (?:tu|vous|nous)|puede[ns]?|podr\p{L}{1,8}|tiene[ns]?|queréis|quieres|hacemos|seguimos)(?!\p{L})/iu;
export const isDirect = (sentence: string): boolean => sentence.endsWith("?") && DIRECT.test(sentence);
/** A request without its mark. */
export const CUED =
  /(?<!\p{L})(?:please|kindly|let (?:me|us) know|(?:i|we)(?:['’]d| would| will|['’]ll)? (?:also |still )?need|i(?:['’]d| would) (?:like|appreciate|be grateful)|we (?:would|should) (?:appreciate|be (?:very )?(?:glad|grateful))|bitte|bräuchte\p{L}*|brauche|benötige\p{L}*|wäre (?:schön|nett|dankbar|gut)|merci de|veuillez|il (?:me|nous) faut|j['’]aurais besoin|dis-moi|dites-moi|por favor|necesit(?:o|amos)|agradecer\p{L}+|rogamos|ruego|dime|dinos|avísa\p{L}+)(?!\p{L})/iu;
/** Below this probability it is not known what a sentence wants. */
const LEAST_WANTED = 0.4;
