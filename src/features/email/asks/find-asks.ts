import type { Wants } from "../kinds/mail-labels.ts";
import type { AskKind, LanguageRules } from "../languages/language-rules.ts";
import { isGreetingLine } from "../replies/read-news.ts";
import { asksIndirectly } from "./indirect-asks.ts";

/** A sentence that wants an answer. */
export type Ask = {
  kind: AskKind;
  sentence: string;
  /** What it wants, as labelled mails tell. */
  wants?: Wants;
};

/** 'Which day would you prefer, and where do we meet?' asks twice. */
export const asksIn = (sentence: string, rules: LanguageRules): Ask[] =>
  (sentence.includes("?") && !/^\S+(?: \S+)?, and /iu.test(sentence)
    ? sentence.split(SECOND)
    : [sentence]
  ).flatMap((part, at, parts) =>
    oneAskIn(parts.length > 1 && at < parts.length - 1 ? `${part}?` : part, rules),
  );
const SECOND =
  /,? and (?=(?:what|when|where|who|which|why|how) )|, and (?=(?:is|are|do|does|did|will|would|can|could|should|shall|may|have|has) (?:you|we|i|they|there|it|the) )|, und (?=(?:ist|sind|kommt|kommen|kommst|kannst|können|hast|habt|haben|wird|gibt|soll|darf|geht) )|,? und (?=(?:was|wann|wo|wer|wie|welche[rsnm]?|warum|wohin|woher) )|,? et (?=(?:quand|où|qui|comment|combien|quel(?:le)?s?|pourquoi|est-ce) )|,? y (?=¿?(?:cuándo|dónde|quién|cómo|cuánt[oa]s?|cuál|qué|por qué) )/iu;

function oneAskIn(sentence: string, rules: LanguageRules): Ask[] {
  if (wantsNothing(sentence, rules) || isConditional(sentence)) return [];
  if (rules.promiseOf(sentence, true)) return [{ kind: "request", sentence }];
  const isIndirect = INDIRECT.test(sentence);
  if (!/\?["”»)]?$/.test(sentence) && !isIndirect)
    return asksIndirectly(sentence) ? [{ kind: "indirect", sentence }] : [];
  return [{ kind: rules.isOpen(sentence) ? "open" : "yesNo", sentence }];
}

/** A greeting, a courtesy, a wish for an answer whatever it is, and how the mail is to be kept. */
export const wantsNothing = (sentence: string, rules: LanguageRules): boolean =>
  isGreetingLine(sentence) ||
  rules.courtesy.test(sentence) ||
  ONLY_ANSWER.test(sentence) ||
  SECRECY.test(sentence);

/** A question that is its own answer. */
export const isRhetorical = (sentence: string): boolean => RHETORICAL.test(sentence);
const RHETORICAL =
  /(?<!\p{L})(?:who would have (?:thought|guessed)|who['’]d have|can you (?:believe|imagine)|(?:what|why|how|who) on earth|what am i (?:supposed|meant) to|do i look like|that i turn|do (?:your people|you people|they (?:really )?think)|who do (?:you|they) (?:imagine|think)|is it (?:really )?too much to ask|need i say|who designs|how hard can it be|where does (?:the time|it all) go|who needs|what(?:['’]s| is) not to like|where else would|who else would|how do you (?:say goodbye|lose|thank)|(?:ever )?wonder(?:ed)? why|did you know that|wer hätte (?:das )?gedacht|wer kann schon|wozu hat man|was soll das|muss das (?:wirklich )?sein|ist das zu viel verlangt|kann man das glauben|wo kommen wir da hin|wussten sie(?: schon)?,|qui (?:l['’])?(?:aurait|eût) (?:cru|dit)|qui fait encore|où va-t-on|à quoi bon|saviez-vous|quién (?:me |nos )?(?:lo )?(?:iba a decir|hubiera (?:dicho|pensado)|diría)|te lo puedes creer|qué más se puede pedir|adónde vamos a parar|sabía(?:s)? (?:usted )?que)(?!\p{L})/iu;

/** 'Could you let us know by Friday?' asks for nothing but an answer. */
const ONLY_ANSWER =
  /(?:could|can|would) you (?:please |kindly )?(?:let (?:me|us) know|reply|respond|get back to (?:me|us))(?: (?:by|before|until|as soon|today|tomorrow)[^?]{0,60})?\?$/iu;
/** How a mail is to be kept is nothing to answer. */
const SECRECY =
  /(?<!\p{L})(?:treat this (?:e-?mail|message|letter)|keep this (?:e-?mail |message )?(?:confidential|to yourself|between us)|do not forward|(?:behandeln sie|behandle) (?:das|dies\p{L}*)|vertraulich (?:zu )?behandeln|ne pas (?:diffuser|transférer)|no (?:reenvíe|difunda))(?!\p{L})/iu;
/** 'If not, please call us.' */
export const isConditional = (sentence: string): boolean =>
  CONDITION.test(sentence) && !sentence.includes("?");
const CONDITION = /^(?:if (?!possible)|falls |wenn (?!möglich)|sollten? |si (?!posible|possible))/iu;

/** A question without its mark: 'Let me know whether it arrived.' */
const INDIRECT =
  /(?:(?:would|['’]d) (?:also )?like to know|(?:was|am) (?:just )?wondering|need to know) (?:if|whether|when|what|which|how|who|where)|(?:please |just )?(?:let (?:me|us) know|tell (?:me|us)),? (?:by [^,.?]{2,24},? )?(?:if (?!you (?:have|need)|there|anything|i can)|whether|when|what|which|how|who|where|your (?:choice|preference|decision|thoughts))|(?:geben sie (?:mir|uns)|gib (?:mir|uns)|sag(?:en sie)? (?:mir|uns)?) ?(?:bitte )?(?:kurz )?bescheid, (?:ob|wann|wie|was|welche)|teilen sie (?:mir|uns) (?:bitte )?mit, (?:ob|wann|wie|was|welche)|(?:dites|dis)-(?:moi|nous) (?:si|quand|comment|quel)|(?:me |nous |m['’])(?:dire|indiquer|informer|faire savoir) (?:si|quand|comment|quel|où)|(?:díga|dí|indíque|avíse)(?:me|nos) (?:si|cuándo|cómo|qué|cuál)|dime (?:si|cuándo|cómo|qué|cuál)/iu;
