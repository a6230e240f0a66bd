import { NONE, type Words } from "../grammar/request-words.ts";

const COURTESIES = [
  "how are you",
  "how are things",
  "how is it going",
  "how are u",
  "how have you been",
  "how was your",
  "how is life",
  "how is everything",
  "how are you both",
  "how are you all",
  "hope you",
  "i hope",
  "how do you do",
  "are you well",
  "are you ok",
  "are you okay",
  "you ok",
  "you alright",
  "all well",
  "all good",
  "everything ok",
  "everything okay",
  "what is up",
  "what is new",
  "any questions",
  "do you have any questions",
  "does that make sense",
  "make sense",
  "sounds good",
  "sound good",
  "who knows",
  "who cares",
  "you know what",
  "know what",
  "guess what",
  "can you believe",
  "are you kidding",
  "are you serious",
  "are you mad",
  "are you crazy",
  "why not",
  "what could go wrong",
  "what can i say",
  "what can i do",
  "how hard can",
  "what is not to",
  "really",
  "seriously",
  "who would have",
  "what else is new",
  "how are the kids",
  "how are you holding",
  "how cool is",
  "how lucky",
  "is not it",
  "isn't it",
  "how could i",
  "what was i thinking",
  "what would i do",
  "where would we be",
  "where has the time",
  "remember me",
  "ready for some",
  "looking for",
  "tired of",
  "want to save",
  "did you know",
  "why would anyone",
  "why would you",
  "am i the only",
  "what could possibly",
  "see you",
  "what would you do without",
  "is it just me",
  "who wants",
  "who would",
  "shall i",
  "want me to",
  "do you want me",
  "would you like",
  "do you need anything",
  "need anything",
  "need me to",
  "do you need me",
  "can i help",
  "can i get you",
  "may i help",
  "anything i can do",
  "is there anything i",
  "can i do anything",
  "can i bring",
  "can we help",
  "how can i help",
  "how can we help",
  "how may i",
  "fancy",
  "need a hand",
  "do you need a hand",
  "would it help if i",
  "should i send you",
].map((courtesy) => courtesy.split(" "));

/** What nobody expects an answer to, and what is offered. */
export function isCourtesy(words: Words): boolean {
  if (words.includes("or") && words.at(-1) === "?") return false;
  const from = words.findIndex(
    (word, at) =>
      /^\p{L}/u.test(word) &&
      !/^(?:hi|hey|hello|so|and|but|oh|well|ok|hiya|dear|anyway|also|or)$/.test(word) &&
      !(at <= 1 && words[at + 1] === ","),
  );
  return COURTESIES.some((courtesy) => courtesy.every((word, index) => words[from + index] === word));
}

const AUXILIARIES = /^(?:do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall|am|may)$/;
const QUESTION_WORDS = /^(?:what|when|where|who|how|which|why|whose|who's)$/;
const SUBJECT =
  /^(?:you|i|we|he|she|it|they|the|this|that|these|there|your|my|our|any|anyone|anybody|a|those|someone)$/;
/** After a subject or a modal there stands a verb. */
const IN_STATEMENT =
  /^(?:i|we|you|he|she|they|it|that|this|will|would|can|could|shall|should|must|may|might|to|not)$/;
const OPENING = /^(?:news|update|updates|word|idea|luck|thoughts|progress|preference|chance|eta)$/;

/** Where a question begins; -1 if the sentence asks nothing. */
export function questionStart(words: Words, isQuestion: boolean, hasPromise: boolean): number {
  const borders = words.flatMap((_, at) =>
    at === 0 ||
    /^(?:[,;:.!–—@-]|and|but|so|or|hey|hi)$/.test(words[at - 1] ?? "") ||
    (at <= 3 && at > 0 && !QUESTION_WORDS.test(words[0] ?? "") && !IN_STATEMENT.test(words[at - 1] ?? ""))
      ? [at]
      : [],
  );
  const opened = borders.find((at) => isOpened(words, at));
  if (isQuestion) {
    const isRhetorical =
      /^(?:right|eh|no|huh)$/.test(words.at(-2) ?? "") && /^(?:we|they|it|he|she)$/.test(words[0] ?? "");
    const isTag = (hasPromise && opened === undefined) || isRhetorical;
    if (isTag || words.filter((word) => /^[\p{L}\p{N}]/u.test(word)).length === 0) return NONE;
    if (
      words.length <= 2 &&
      /^(?:what|why|no|yes|ok|right|huh|hm|hmm|oh|eh|sorry|hello)$/.test(words[0] ?? "")
    )
      return NONE;
    return opened ?? 0;
  }
  const last = words.at(-1) ?? "";
  return opened !== undefined &&
    opened <= 3 &&
    /^(?:[\p{L}\p{N})]|\?)/u.test(last) &&
    isPlainQuestion(words, opened)
    ? opened
    : NONE;
}

function isOpened(words: Words, at: number): boolean {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  if (word === "any") return OPENING.test(next);
  if (AUXILIARIES.test(word)) return SUBJECT.test(next);
  if (!QUESTION_WORDS.test(word)) return false;
  return (
    AUXILIARIES.test(next) ||
    AUXILIARIES.test(after) ||
    /^(?:about|time|many|much|long)$/.test(next) ||
    word === "who" ||
    word === "whose"
  );
}

/** Without a question mark only where it cannot be anything else. */
function isPlainQuestion(words: Words, at: number): boolean {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  if (word === "any") return true;
  if (AUXILIARIES.test(word)) return SUBJECT.test(next) && !/^(?:had|should|may|were|will|can)$/.test(word);
  return (
    at === 0 &&
    (AUXILIARIES.test(next) || /^(?:time|many|much|long)$/.test(next)) &&
    (SUBJECT.test(after) || AUXILIARIES.test(after) || word === "who" || words.length <= 8) &&
    !(word === "what" && next === "a") &&
    word !== "which"
  );
}
