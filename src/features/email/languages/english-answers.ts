import { englishPhrases } from "./english-phrases.ts";
import { bareSentence } from "./language-rules.ts";

const MAX_WORDS = 22;
const NO_VERB = /^(?:also|not|both|the|a|all|this|that|it|there)\b/i;
const SWAPS: Readonly<Record<string, string>> = {
  me: "you",
  us: "you",
  we: "you",
  my: "your",
  our: "your",
  mine: "yours",
  your: "my",
  yourself: "myself",
  i: "you",
};

/** From the sender's view to the reader's: 'send me your plan' becomes 'send you my plan'. Null where that is not sure. */
export function swapped(action: string, isThing = false): string | null {
  const text = action.replaceAll(/\bplease |\bkindly |\bpossibly /gi, "").trim();
  const words = text.split(/\s+/);
  if (words.length > MAX_WORDS || text.length > 160 || (!isThing && NO_VERB.test(text))) return null;
  if (/[;()"“”?]|https?:|\.\s|\b(?:you|yours|you['’]\w+|i['’]\w+|(?<!\d )(?<!\d)am|was)\b/iu.test(text))
    return null;
  if (words.filter((word) => /^(?:let|give|tell)$/i.test(word)).length > 1) return null;
  return words
    .map((word) =>
      SWAPS[word.replace(/[,.]$/, "").toLowerCase()]
        ? word.replace(/^[\p{L}]+/u, (bare) => SWAPS[bare.toLowerCase()] ?? bare)
        : word,
    )
    .join(" ");
}

const SUBJECT =
  /^(?:(?:and|but|so|also),? )?(?:.{0,80}[,–—:] )?(is|are|was|were|do|does|did|have|has|had|will|would|can|could|should|shall|may|might) (i|you|we|they|he|she|it|this|that|there|the \p{L}+|your \p{L}+|our \p{L}+|everything|all)\b/iu;

/** Questions whose answer is always the same; the last two are for formal mails where they differ. */
type FixedAnswer = readonly [words: RegExp, yes: string, no: string, formalYes?: string, formalNo?: string];

const FIXED: readonly FixedAnswer[] = [
  [/\bare you in$/i, "Yes, I'm in!", "I'm afraid I can't."],
  [
    /\bif you(?:['’]re| are)? interested\b/i,
    "Yes, I'm interested.",
    "I'm afraid I can't.",
    "Yes, I am interested.",
  ],
  [
    /\b(?:do you want|would you like) (?:me|us) to\b/i,
    "Yes, please.",
    "No, thank you, that is not necessary.",
  ],
  [
    /\b(?:ok(?:ay)?|good|fine|happy) (?:for (?:me|us) )?to (?:go|send|sign|publish|proceed|book|order|start|ship|submit)\b/i,
    englishPhrases.situations.goAhead,
    englishPhrases.situations.notYet,
  ],
  [
    /\b(?:are|whether|if) you(?:['’]re| are)? (?:coming|joining|attending)\b|\byou(?:['’]re| are) coming\b/i,
    "Yes, I'm coming.",
    "Unfortunately I can't come.",
  ],
  [
    /\bable to (?:come|attend|join|be there)\b|\byou (?:come|attend|be there|be present)\b|\byou can (?:make it|come|join|attend)\b/i,
    "Yes, I will be there.",
    "Unfortunately I cannot be there.",
  ],
  [
    /\b(?:be|are) you (?:up for|able to|willing to|open to|prepared to|happy to|in a position to)\b|\bbe (?:up for|able to|willing to|open to|prepared to|happy to)\b/i,
    "Yes, happy to.",
    "I'm afraid that won't work.",
    "Yes, gladly.",
    "Unfortunately that is not possible.",
  ],
];
/** Those that no 'let me know whether' stands before. */
const FIXED_DIRECT: readonly FixedAnswer[] = [
  [/^(?:do you )?(?:fancy|care for|up for|want to)\b/i, "Yes, gladly!", "Unfortunately I can't."],
  [
    /\b(?:suit|work for|convenient|acceptable|ok(?:ay)? (?:for|with)|fine (?:for|with|by)|good for|all right with|possible for you|make it|available|free)\b/i,
    "Yes, that works for me.",
    "Unfortunately that does not work for me.",
  ],
];

function fixedIn(answers: readonly FixedAnswer[], words: string, isYes: boolean, isFormal: boolean) {
  const [, yes = "", no = "", formalYes = yes, formalNo = no] =
    answers.find(([pattern]) => pattern.test(words)) ?? [];
  return (isYes ? (isFormal ? formalYes : yes) : isFormal ? formalNo : no) || null;
}

/** A whole answer to a question for yes or no. */
export function yesOrNo(sentence: string, isYes: boolean, isFormal: boolean): string {
  const words = bareSentence(sentence);
  return (
    fixedIn(FIXED, words, isYes, isFormal) ??
    answerToWhether(words, isYes) ??
    fixedIn(FIXED_DIRECT, words, isYes, isFormal) ??
    shortAnswer(words, isYes, isFormal)
  );
}

/** 'Let me know whether we may start.' */
function answerToWhether(words: string, isYes: boolean): string | null {
  const clause = WHETHER.exec(words)?.[1];
  if (clause === undefined) return null;
  const verb = /^you (can|will|are|have|would|do)(?!\p{L})/iu.exec(clause)?.[1]?.toLowerCase();
  if (verb !== undefined) {
    const [positive, negative] = SHORT[`${verb} you`] ?? ["can", "cannot"];
    return isYes ? `Yes, I ${positive}.` : `Unfortunately I ${negative}.`;
  }
  const may = /^(?:we|i) (may|can|could|should)(?!\p{L})/iu.exec(clause)?.[1]?.toLowerCase();
  if (!isYes) return "Unfortunately not.";
  return may === undefined ? "Yes." : `Yes, you ${may}.`;
}

/** By the verb that the question begins with: 'Yes, it is.' */
function shortAnswer(words: string, isYes: boolean, isFormal: boolean): string {
  const no = isFormal ? "Unfortunately not." : "I'm afraid not.";
  const [, auxiliaryVerb = "", subject = ""] = SUBJECT.exec(words) ?? [];
  const [auxiliary, who] = [auxiliaryVerb.toLowerCase(), subject.toLowerCase()];
  const isOffer =
    (who === "i" && /^(?:should|shall)$/.test(auxiliary)) ||
    (who === "we" && /^(?:do|shall|should)$/.test(auxiliary) && /\byou\b/i.test(words));
  if (isOffer) return isYes ? "Yes, please." : "No, thank you, that is not necessary.";
  if (/^(?:may|can|could|would)$/.test(auxiliary) && who === "i") return isYes ? "Yes, of course." : no;
  if (/^(?:do|shall|should)$/.test(auxiliary) && who === "we")
    return isYes ? "Yes, let's do that." : "No, let's not do that.";
  if (/^(?:can|could|would)$/.test(auxiliary) && who === "we") return isYes ? "Yes, gladly." : no;
  if (who === "you" && /\bwould you (?:like|be interested|prefer)\b/i.test(words))
    return isYes ? "Yes, I would like that." : "Thank you, but no.";
  const answer = SHORT[who === "you" ? `${auxiliary} you` : auxiliary];
  if (!answer || (who !== "you" && /^(?:i|he|she)$/.test(who))) return isYes ? "Yes." : no;
  return `${isYes ? "Yes" : "No"}, ${pronounOf(who, auxiliary)} ${isYes ? answer[0] : answer[1]}.`;
}

function pronounOf(who: string, auxiliary: string): string {
  const isMany =
    who === "they" ||
    (/^(?:the|our|your) \p{L}+$/u.test(who) && /^(?:are|were|do|have)$/.test(auxiliary)) ||
    who === "all";
  if (who === "you") return "I";
  if (who === "we") return "we";
  return isMany ? "they" : who === "there" ? "there" : "it";
}
const WHETHER =
  /(?:know|wondering|tell (?:me|us)|advise|say|confirm),? (?:by [^,.?]{2,24} )?(?:if|whether) (.+)/iu;
const SHORT: Readonly<Record<string, readonly [string, string]>> = {
  "are you": ["am", "am not"],
  "were you": ["was", "was not"],
  "do you": ["do", "do not"],
  "did you": ["did", "did not"],
  "have you": ["have", "have not"],
  "will you": ["will", "will not"],
  "would you": ["would", "would not"],
  "can you": ["can", "cannot"],
  "could you": ["can", "cannot"],
  is: ["is", "is not"],
  are: ["are", "are not"],
  was: ["was", "was not"],
  were: ["were", "were not"],
  do: ["do", "do not"],
  does: ["does", "does not"],
  did: ["did", "did not"],
  have: ["have", "have not"],
  has: ["has", "has not"],
  will: ["will", "will not"],
  can: ["can", "cannot"],
  could: ["could", "could not"],
  should: ["should", "should not"],
};

/** Of 'Should I order it or wait?' 'Let me know whether you would like to renew it or have it paid out.' */
export function alternatives(sentence: string): string[] {
  const bare = bareSentence(sentence);
  const [, one = "", other = ""] = SHOULD_I.exec(bare) ?? [];
  const ways = [one, other].map((way) => swapped(way.trim()));
  if (one !== "" && ways.every((way) => way !== null)) return ways.map((way) => `Please ${way}.`);
  const [, verb = "", first = "", second = ""] = PREFERENCES.exec(bare) ?? [];
  const preferred = [first, second].map((way) => swapped(way.replace(/^(?:to |rather )/iu, "").trim(), true));
  if (first === "" || preferred.some((way) => way === null)) return [];
  // 'You want me to write to them or go through purchasing'
  if (/^(?:me|us) to /iu.test(first)) return wayOfOthers(first, second.replace(/^(?:me|us) to /iu, ""));
  const like = /to$/iu.test(verb)
    ? "I would like to"
    : /prefer/iu.test(verb)
      ? "I would prefer"
      : "I would like";
  return preferred.map((way) => `${like} ${way}.`);
}
/** 'me to write to them' and 'go through purchasing' */
function wayOfOthers(first: string, second: string): string[] {
  const ways = [first.replace(/^(?:me|us) to /iu, ""), second].map((way) => swapped(way.trim()));
  return ways.every((way) => way !== null) ? ways.map((way) => `Please ${way}.`) : [];
}
const SHOULD_I =
  /^(?:(?:and|also|so|oh),? )*(?:should|shall) (?:i|we) ([^,]{3,60}?),? or (?:(?:should|shall) (?:i|we) )?(?:rather )?([^,]{3,60})$/iu;
const PREFERENCES =
  /(?:whether|if|would|do) you ((?:would like|['’]d like|want|wish|would prefer|prefer|like)(?: to)?) ([^,?]{3,60}?),? or (?:rather )?([^,?]{3,60})$/iu;

/** A sentence with a gap. */
export function gapFor(sentence: string): string {
  const words = bareSentence(sentence).toLowerCase();
  if (/\b(?:by when|until when|by what (?:day|date))\b/.test(words)) return "By [day].";
  if (/\bwhat time\b/.test(words)) return "At [time].";
  if (/\bhow long\b/.test(words)) return "About [duration].";
  if (/\b(?:when|what day|which day|what date|which date|by when|how soon)\b/.test(words)) return "On [day].";
  if (
    /\b(?:how much|what price|what budget|what (?:is|are|would be) (?:the|your) (?:price|fee|rate|budget|cost)s?)\b/.test(
      words,
    )
  )
    return "It is [amount].";
  if (/\bhow many\b/.test(words)) return "[Number].";
  if (/\b(?:who|whom)\b/.test(words)) return "That is [name].";
  if (/\bwhere (?:\p{L}+ ){1,4}stands?\b/u.test(words)) return "[Your answer].";
  if (/\bwhere\b/.test(words)) return "At [place].";
  if (/\bwhy\b/.test(words)) return "The reason is [reason].";
  if (/\bwhich (?:\p{Ll}+ ){0,2}(?:is|are)\b/u.test(words)) return "It is [which one].";
  if (/\bwhat (?:would|does|will) (?:it|this|that) cost\b/.test(words)) return "It would be [amount].";
  if (/^(?:(?:and|also|so|oh),? )*(?:should|shall) (?:i|we)\b.* or /.test(words))
    return "Please [your choice].";
  if (/\bwhich\b/.test(words)) return "I would choose [your choice].";
  if (/ or /.test(words)) return "[Your choice], please.";
  if (/\bwhat (?:would|do) you (?:like|prefer|want)\b/.test(words)) return "I would like [your choice].";
  if (/\bwhat do you think\b|\byour (?:view|opinion|thoughts?|take)\b|\bwhat you think\b/.test(words))
    return "I think [your view].";
  if (
    /\bhow (?:would you like|shall we|should we|do you want|do we) (?:to )?(?:proceed|go|handle|do|deal|continue)|what (?:do you suggest|would you suggest|should we do|shall we do|do you propose)|how would you like/.test(
      words,
    )
  )
    return "I suggest that we [your proposal].";
  return "[Your answer].";
}
