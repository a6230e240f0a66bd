import {
  BANK_CHANGE,
  CHANGE,
  CLAIM,
  COURTESY,
  REQUEST,
  WHEN,
  withBankNote,
} from "#platform/language/cue-words.ts";
import { capital } from "../languages/language-rules.ts";
import { isSmallPrint } from "../replies/automatic-mail.ts";
import { isClosing, ownTextOf, sentencesOf } from "../replies/own-text.ts";

const MAX_LENGTH = 480;
/** These many, and up to MAX_SENTENCES where the further ones matter. */
const USUAL_SENTENCES = 2;
const MAX_SENTENCES = 5;
/** A sentence with this score has a request, a deadline, a date, a figure or a change. */
const MATTERS = 1.5;
const GREETING =
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|moin|servus|bonjour|bonsoir|salut|chère?s?|cher|madame|monsieur|hola|estimad[oa]s?|querid[oa]s?|buen[oa]s (?:días|tardes))(?!\p{L})/iu;
const GREETING_END = /^[^,:!?\n]{0,50}[,:!](?:\s+|$)/u;
/** An amount, a measurement or a number of several digits. */
const FIGURE = /\d[\d.,]*(?: ?(?:%|€|\$|£|eur|euros?|dollars?|pounds?|million|thousand|prozent|franken))?/iu;
/** A name in the middle of a sentence; German writes every noun like that. */
const NAME = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/u;
const STOP_WORDS = new Set(
  "the a an and or of to in on for with at by from is are was were be been it its this that these those we you i he she they our your my as not but if will would could should have has had do does did so than then there here all any can may der die das und ist ich sie wir nicht ein eine mit für von auf dem den zu dass les des une est vous nous que qui pour dans avec sur los las una que para por con".split(
    " ",
  ),
);

/**
 * What the sender of a mail wrote, shortened: quoted and forwarded lines count only where nothing else stands there. A
 * change of bank details is named first, in the language of the mail.
 */
export function summarizeByRule(body: string): string {
  const { text } = ownTextOf(body);
  const forwarded = body
    .slice(0, MAX_FORWARDED)
    .split(/\r?\n/)
    .map((line) => line.replace(/^[>\s]+/, ""))
    .filter(
      (line) =>
        !/^(?:-{2,}|_{5,}|(?:from|sent|date|to|cc|subject|von|gesendet|an|betreff|de|envoyé|à|objet|para|asunto|enviado) ?:|[^\n]{0,200}(?:wrote|schrieb|a écrit|escribió)[^\n]{0,80}:$)/iu.test(
          line,
        ),
    );
  const summary = summarizeText(text === "" ? forwarded.join("\n") : text);
  return withBankNote(summary, text || summary);
}
const MAX_FORWARDED = 20_000;

/** The sentences that say most, in their own order and words: requests, deadlines, threats, figures and dates count. */
export function summarizeText(text: string): string {
  const sentences = sentencesOf(text);
  const named = sentences.flatMap(withoutGreeting).filter((line) => !isClosing(line) && !isSmallPrint(line));
  const candidates = named.length > 0 ? named : sentences;
  const frequency = new Map<string, number>();
  for (const word of candidates.flatMap(wordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const ranked = candidates
    .map((sentence, place) => ({ sentence, place, ...scoreOf(sentence, place, frequency) }))
    .sort((one, other) => other.score - one.score || one.place - other.place);
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === MAX_SENTENCES) break;
    if (chosen.length >= USUAL_SENTENCES && candidate.cues < MATTERS) continue;
    if (chosen.length > 0 && length + candidate.sentence.length > MAX_LENGTH) continue;
    chosen.push(candidate);
    length += candidate.sentence.length + 1;
  }
  const summary = chosen
    .sort((one, other) => one.place - other.place)
    .map(({ sentence }, at) => (at === 0 ? capital(sentence) : sentence))
    .join(" ");
  return summary.length > MAX_LENGTH
    ? `${summary.slice(0, MAX_LENGTH - 1).replace(/(?<!\s)\s+\S*$/, "")}…`
    : summary;
}

/** 'Hi team, the lift is broken.' → 'the lift is broken.'; nothing of a greeting alone. */
function withoutGreeting(sentence: string, place: number): string[] {
  if (!GREETING.test(sentence)) return place === 0 && /^[^.?!]{1,40},$/u.test(sentence) ? [] : [sentence];
  const rest = sentence.replace(GREETING_END, "");
  const isAlone = rest === sentence && sentence.split(/\s+/).length <= 4 && !/[.?]$/.test(sentence);
  return rest === "" || isAlone ? [] : [rest];
}

function scoreOf(sentence: string, place: number, frequency: ReadonlyMap<string, number>) {
  const words = wordsOf(sentence);
  if (words.length < 2) return { score: 0, cues: 0 };
  const weight = words.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0) / Math.sqrt(words.length);
  const cues =
    (BANK_CHANGE.test(sentence) ? 8 : 0) +
    (CLAIM.test(sentence) ? 6 : 0) +
    (REQUEST.test(sentence) || sentence.endsWith("?") ? 3 : 0) +
    (CHANGE.test(sentence) ? 1.5 : 0) +
    (WHEN.test(sentence) ? 1.5 : 0) +
    (FIGURE.test(sentence) ? 1.5 : 0) +
    (NAME.test(sentence) ? 0.5 : 0) -
    (COURTESY.test(sentence) ? 3 : 0);
  return { score: weight * 0.6 + cues + (place === 0 ? 1 : 0), cues };
}

const wordsOf = (sentence: string) =>
  (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );
