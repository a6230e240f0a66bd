import { type Moment, namesDue } from "../dates/read-due.ts";
import { acceptanceIn, isDateAlone } from "../extraction/find-acceptances.ts";
import type { Sentence } from "../extraction/split-sentences.ts";
import { isAction, isDoneTo, isPast } from "../grammar/verb-forms.ts";
import { HABITS, HEDGES, isDoing, NEGATIONS, wordSet } from "../grammar/word-classes.ts";
import type { DescribedMessage } from "./describe-message.ts";
import type { Clause } from "./find-clauses.ts";

/** Words of a sentence that may promise or ask something; `rule` names the rule that says so, 'none' if none does. */
export type Candidate = { sentence: number; clause: Clause; rule: string };
/** Light: it agrees, dates or confirms; no rule found an action of its own in it. */
export type Description = { features: string[]; isLight: boolean };

type Add = (name: string, holds?: boolean) => unknown;

const MAX_WORDS = 30;
const CONDITIONS = wordSet("if unless provided assuming otherwise depending suppose imagine whether");
const PASTS = wordSet("yesterday ago already last was were had did been");
const REPORTS = wordSet(
  "said says told thinks thought believe believes hope hopes hoping wish doubt guess reckon suppose asked promised wondered heard",
);
const MOCKERY = wordSet("haha lol kidding joking joke ha hahaha jk myself magic");
/** Longer ones are no mere agreement. */
const MAX_AGREEMENT = 20;

/** What the weights are for: the features of a candidate that hold. */
export function describeCandidate(described: DescribedMessage, candidate: Candidate): Description {
  const { read, words: all, context, ask, hasOpenAsk, nameWords } = described;
  const { sentence: index, clause, rule } = candidate;
  const [sentence, words = []] = [read.sentences[index], all[index]];
  if (!sentence) return { features: [], isLight: false };
  const features = new Set<string>(context);
  const add: Add = (name, holds = true) => holds && features.add(name);
  const span = sentence.tokens.slice(clause.start, clause.end);
  const place = Math.min(index, 3);
  add(`rule=${rule}`);
  add(`place=${place}`);
  add(`ask=${ask}+place=${place}`);
  add("last", index === read.sentences.length - 1);
  describeGrammar(words, clause, add);
  const isDatedNear = isDatedSentence(sentence, read.moment);
  const isWhole = clause.start === 0 && clause.end >= words.length - 1;
  const isDated = isDatedNear && (isWhole || namesDue(span, read.moment));
  const isAlone = isDated && isDateAlone({ ...sentence, tokens: span }, read.moment);
  const accepts =
    span.length <= MAX_AGREEMENT && acceptanceIn({ ...sentence, tokens: span }, nameWords) !== null;
  add("dated", isDated);
  add("dated-beside", !isDated && isDatedNear);
  add(`dated+${clause.subject}+${clause.modal}`, isDated);
  add("date-alone", isAlone);
  add("date-alone+ask", isAlone && hasOpenAsk);
  add("accepts", accepts);
  add("accepts+ask", accepts && hasOpenAsk);
  add("question", sentence.isQuestion);
  add(`question+${clause.subject}`, sentence.isQuestion);
  add(
    "cited",
    span.some(({ isCited }) => isCited),
  );
  describeWords(words, clause, add);
  describeNeighbours(described, index, add);
  const spoken = span.filter(({ word }) => /^[\p{L}\p{N}]/u.test(word)).length;
  const isTag = sentence.isQuestion && spoken <= 2;
  const isBare = rule === "none" && (accepts || spoken <= 3);
  const isLight = rule === "accept" || rule === "idiom" || isAlone || isTag || isBare;
  return { features: [...features], isLight };
}

/** Without any of these a sentence names no date. */
const MAY_DATE =
  /^(?:\d.*|\p{L}*day(?:'?s)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|work|thing|mon|tues?|wed|thu|fri|sat|sun|to(?:night|morrow)|now|then|noon|midday|midnight|lunch(?:time)?|breakfast|dinner(?:time)?|morning|afternoon|arvo|evening|night|weekend|weeks?|fortnight|months?|years?|hours?|hrs?|minutes?|mins?|seconds?|sec|eod|eob|cob|eow|eom|asap|end|close|half|quarter|(?:jan|feb|apr|aug|oct|nov|dec)\p{L}*|mar(?:ch)?|may|june?|july?|sept?(?:ember)?|christmas|easter|shortly|immediately|later|soon|moment)$/u;
const dated = new WeakMap<Sentence, boolean>();
function isDatedSentence(sentence: Sentence, moment: Moment): boolean {
  const known =
    dated.get(sentence) ??
    (sentence.tokens.some(({ word }) => MAY_DATE.test(word)) && namesDue(sentence.tokens, moment));
  dated.set(sentence, known);
  return known;
}

function describeGrammar(words: readonly string[], clause: Clause, add: Add): void {
  const { start, end, subject, modal, verb } = clause;
  const word = words[verb] ?? "";
  const near = words.slice(start, Math.min(end, start + MAX_WORDS));
  const earlier = words.slice(Math.max(0, start - 12), verb < 0 ? start : verb);
  const isDone = verb >= 0 && isDoing(words, verb);
  const form = formOf(word, isDone);
  const has = (among: readonly string[], known: ReadonlySet<string>) => among.some((each) => known.has(each));
  add(`subject=${subject}`);
  add(`modal=${modal}`);
  add(`${subject}+${modal}`);
  add(`form=${form}`);
  add(`${subject}+${modal}+${form}`);
  add(`${modal}+doing=${isDone}`);
  add(`${subject}+${modal}+doing=${isDone}`);
  add(`verb=${word}`, verb >= 0);
  add(`verb=${word}+${words[verb + 1] ?? ""}`, verb >= 0);
  add(`verb=${word}+${subject}`, verb >= 0);
  add("done-to", isDoneTo(word));
  add("to-you", near.includes("you") || near.includes("your"));
  add("condition-before", has(earlier, CONDITIONS));
  add("condition-in", has(near, CONDITIONS));
  add("negation", has(near, NEGATIONS));
  add("negation-before-verb", has(earlier, NEGATIONS));
  add("hedge", has(near, HEDGES) || has(earlier, HEDGES));
  add("habit", has(near, HABITS) || near.includes("every"));
  add("past", has(near, PASTS));
  add("report-before", has(earlier, REPORTS));
  add("mockery", has(words, MOCKERY));
  add(`length=${Math.min(5, Math.floor(Math.log2(near.length + 1)))}`);
  add("whole", start === 0 && end >= words.length - 1);
}

function formOf(verb: string, isDone: boolean): string {
  if (verb === "") return "none";
  if (isAction(verb)) return "action";
  if (verb.endsWith("ing")) return "ing";
  if (isPast(verb)) return "past";
  return isDone ? "doing" : "other";
}

function describeWords(words: readonly string[], { start, end, verb }: Clause, add: Add): void {
  const near = words.slice(start, Math.min(end, start + MAX_WORDS));
  for (const [at, word] of near.entries()) {
    add(`w:${word}`);
    if (at > 0 && at < 16) add(`w:${near[at - 1]}_${word}`);
  }
  const spoken = near.filter((word) => /[\p{L}\p{N}<👍]/u.test(word));
  for (const length of [1, 2, 3]) add(`start:${spoken.slice(0, length).join("_")}`);
  add(`end:${spoken.at(-1) ?? ""}`);
  for (const word of words.slice(Math.max(0, start - 3), start)) add(`before:${word}`);
  for (const word of words.slice(verb + 1, verb + 4)) add(`after-verb:${word}`, verb >= 0);
}

function describeNeighbours({ read, words }: DescribedMessage, index: number, add: Add): void {
  for (const word of words[index - 1]?.slice(0, 6) ?? []) add(`previous:${word}`);
  for (const word of words[index + 1]?.slice(0, 6) ?? []) add(`next:${word}`);
  add("next-question", read.sentences[index + 1]?.isQuestion ?? false);
  add("previous-question", read.sentences[index - 1]?.isQuestion ?? false);
}
