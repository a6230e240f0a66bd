import { NONE, type Reading, skipPolite, type Words } from "./request-words.ts";
import { isAction } from "./verb-forms.ts";
import { NOT_VERBS, wordSet } from "./word-classes.ts";

const MENTAL = wordSet(
  "believe imagine like prefer think see remember guess hear be feel want need recommend know say mean come make ever not stop",
);

/** 'Could you send', 'would you mind sending', 'would you be able to send' */
const readModal: Reading = (words, at) => {
  if (!/^(?:can|could|would|will|may|might)$/.test(words[at] ?? "")) return NONE;
  const isOneOf = words[at + 1] === "one" && words[at + 2] === "of" && words[at + 3] === "you";
  const isEveryone = /^(?:everyone|everybody|all)$/.test(words[at + 1] ?? "");
  if (words[at + 1] !== "you" && !isOneOf && !isEveryone) return readFavour(words, at);
  if (
    /^(?:i|we|you|that|which|who|this|it|what|how|when|why|where)$/.test(words[at - 1] ?? "") &&
    words[at - 1] !== "that"
  )
    return NONE;
  const verb = skipPolite(words, at + (isOneOf ? 4 : 2));
  const [word = "", next = "", after = ""] = words.slice(verb, verb + 3);
  if (word === "mind")
    return next.endsWith("ing") || next === "if"
      ? verb + 1
      : /^(?:the|my|our|it|them|her|him)$/.test(next)
        ? verb
        : NONE;
  if (word === "ever" && words[at] === "would") return verb + 1;
  if (word === "be") {
    if (next === "able" && after === "to") return verb + 3;
    if (/^(?:so|kind|willing|in|available|free|home|there)$/.test(next)) return verb;
    return NONE;
  }
  if (word === "make" || word === "come" || word === "see" || word === "say")
    return next === "out" || (word === "say" && next === "that") ? NONE : verb;
  if (word === "think") return next === "about" || next === "of" ? verb : NONE;
  if (word === "like" || word === "want") return NONE;
  if (isClauseEnd(word) && /^(?:could|would|can)$/.test(words[at] ?? "")) return at;
  return MENTAL.has(word) || NOT_VERBS.has(word) ? NONE : verb;
};
const isClauseEnd = (word: string) => /^[?!.]?$/.test(word);

/** 'Are you able to confirm it?', 'are you ok to drop them off?', 'mind sending it?' */
const readAble: Reading = (words, at) => {
  const [word = "", next = "", after = "", last = ""] = words.slice(at, at + 4);
  const isStart = at === 0 || BEFORE_IMPERATIVE.has(words[at - 1] ?? "") || at <= 2;
  if (word === "mind" && next.endsWith("ing") && isStart) return at + 1;
  const isAble = /^(?:able|ok|okay|happy|alright|good|free|prepared|willing)$/.test(after) && last === "to";
  return /^(?:are|be)$/.test(word) && next === "you" && isAble ? at + 4 : NONE;
};

/** 'Could I have', 'may I ask you to', 'can we move' */
const readFavour: Reading = (words, at) => {
  if (!/^(?:can|could|may|might)$/.test(words[at] ?? "") || !/^(?:i|we)$/.test(words[at + 1] ?? ""))
    return NONE;
  const verb = skipPolite(words, at + 2);
  const [word = "", next = ""] = words.slice(verb, verb + 2);
  if (word === "ask") return next === "you" ? verb + 2 : verb;
  return /^(?:have|get|borrow|trouble|move|meet|push|reschedule|change|schedule|book|order|expect|request|stay|use|leave|keep)$/.test(
    word,
  )
    ? verb
    : NONE;
};

const NOT_ASKED = wordSet(
  "note find accept feel hesitate excuse ignore forgive disregard enjoy see remember be contact rest understand pardon consider",
);
/** 'Please send', 'please don't sign', 'the stills please' */
const readPlease: Reading = (words, at) => {
  if (words[at] !== "please" && words[at] !== "kindly") return NONE;
  if (
    words
      .slice(0, 8)
      .some(
        (word, index) =>
          word === "if" &&
          words
            .slice(index, index + 6)
            .some((near) =>
              /^(?:questions|question|anything|problem|problems|help|further|any|interested)$/.test(near),
            ),
      )
  )
    return NONE;
  const condition = words.slice(0, at).indexOf("if");
  if (condition >= 0 && !/^(?:you|that|it|this|so|not|possible|i|we|all)$/.test(words[condition + 1] ?? ""))
    return NONE;
  const isNegative = words[at + 1] === "do" && words[at + 2] === "not";
  const verb = skipPolite(words, at + (isNegative ? 3 : 1));
  const word = words[verb] ?? "";
  if (NOT_ASKED.has(word))
    return word === "remember" ||
      (word === "be" && words[verb + 1] === "so" && words.includes("and")) ||
      (word === "be" && /^(?:ready|sure|there|on|here)$/.test(words[verb + 1] ?? "")) ||
      (word === "find" && !/attached|enclosed|below|the/.test(words[verb + 1] ?? "")) ||
      (word === "see" && /^(?:that|to)$/.test(words[verb + 1] ?? ""))
      ? verb
      : NONE;
  if (word === "let" && isEmptyLetMeKnow(words, verb)) return NONE;
  if (/^\p{L}{2,}/u.test(word) && !NOT_VERBS.has(word))
    return isNegative && /^(?:worry|hesitate|reply)$/.test(word) ? NONE : verb;
  const isLast = !/^\p{L}/u.test(word) && at >= 2 && words[at] === "please";
  return isLast && !/^(?:yes|no|ok|okay|yeah|oh)$/.test(words[0] ?? "") ? 0 : NONE;
};

/** 'Let me know if you have questions' asks nothing. */
function isEmptyLetMeKnow(words: Words, at: number): boolean {
  if (words[at + 1] !== "me" && words[at + 1] !== "us") return true;
  if (words[at + 2] !== "know" && words[at + 2] !== "have") return true;
  if (words[at + 2] === "have")
    return (
      words[at + 3] === "a" &&
      /^(?:think|look|go|word|chat|read|second|moment|dig)$/.test(words[at + 4] ?? "")
    );
  const [link = "", subject = "", verb = ""] = words.slice(at + 3, at + 6);
  const isTrouble = words
    .slice(at + 4, at + 11)
    .some((word) => /^(?:problem|problems|issue|issues|trouble)$/.test(word));
  if (isTrouble) return true;
  if (!/^\p{L}/u.test(link)) return at < 2;
  if (link === "how")
    return /^(?:it|you|things|that)$/.test(subject) && /^(?:goes|go|went|get|got|is|turns)$/.test(verb);
  if (link !== "if" && link !== "should" && link !== "when") return false;
  if (subject === "you")
    return /^(?:have|need|want|would|like|prefer|require|think|run|get|change|hear|ever|do|see|find|spot|fancy|feel)$/.test(
      verb,
    );
  return /^(?:there|anything|any|i|we|something|things|more|needed|not)$/.test(subject);
}

const IMPERATIVES = wordSet(
  "shoot hand pass drop ping send tell give call confirm forward sign reply respond remind let make get have take go email text ring return",
);
const BEFORE_IMPERATIVE = wordSet("also and but then so , - – : ; * • ( . ! just pls hi hey ok okay");
/** 'Send me the deck', 'don't forget the keys', 'let me know which' */
const readImperative: Reading = (words, at) => {
  const isStart =
    at === 0 ||
    BEFORE_IMPERATIVE.has(words[at - 1] ?? "") ||
    (at === 1 && /^\p{L}+$/u.test(words[0] ?? "") && words[at] === "let");
  if (!isStart) return NONE;
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  if (
    words
      .slice(0, at)
      .some(
        (each, index) =>
          each === "if" &&
          words[index + 1] === "you" &&
          /^(?:need|have|want|would|like|get|ever)$/.test(words[index + 2] ?? ""),
      )
  )
    return NONE;
  if (
    word === "do" &&
    next === "me" &&
    words.slice(at, at + 6).some((each) => /^(?:favour|favor|solid)$/.test(each))
  )
    return at;
  if (word === "have" && next === "your" && isAction(words[at + 3] ?? "")) return at;
  if (word === "do" && next === "not" && after === "forget") return at + 2;
  if (word === "remember" && next === "to") return at + 2;
  if (word === "let")
    return next === "me" || next === "us" ? (isEmptyLetMeKnow(words, at) ? NONE : at + 2) : NONE;
  if (isOrder(words, at)) return at;
  if (
    !IMPERATIVES.has(word) ||
    (at > 0 && /^(?:and|but|so|then|,)$/.test(words[at - 1] ?? "") && hasSubject(words, at))
  )
    return NONE;
  if (word === "make") return next === "sure" ? at : NONE;
  if (word === "take" || word === "have") return next === "a" && after === "look" ? at : NONE;
  if (word === "go") return next === "ahead" ? at : NONE;
  if (word === "get")
    return next === "me" || (next === "back" && after === "to" && words[at + 3] === "me") ? at : NONE;
  if (/^(?:send|forward|sign|return|confirm|reply|respond)$/.test(word))
    return /^(?:you|off|[.!?,])$/.test(next) ? NONE : at;
  if (word === "shoot" || word === "hand") return /^(?:me|us|it|them|over)$/.test(next) ? at : NONE;
  return /^(?:me|us|them|him|her)$/.test(next) &&
    !(word === "tell" && after === "about") &&
    !(
      word === "give" &&
      after === "a" &&
      /^(?:break|second|sec|minute|moment|day|bit|hint)$/.test(words[at + 3] ?? "")
    ) &&
    !(word === "give" && isTime(words, at + 2))
    ? at
    : NONE;
};

/** 'Bring your passport', 'pop your address over': a known verb in its base form, and what it is done to. */
function isOrder(words: Words, at: number): boolean {
  const word = words[at] ?? "";
  if (!(isAction(word) || ALSO_ORDERED.has(word)) || IMPERATIVES.has(word)) return false;
  if (words.includes("?") || words.slice(0, at).some((each) => SUBJECTS_BEFORE.test(each))) return false;
  const next = words[at + 1] ?? "";
  if (
    words
      .slice(at, at + 7)
      .some((each, index, near) => /^(?:with|to)$/.test(each) && /^(?:me|us)$/.test(near[index + 1] ?? "")) &&
    word === "leave"
  )
    return false;
  return ORDERED.test(next) && !(next === "it" && /^(?:is|was)$/.test(words[at + 2] ?? ""));
}
const ALSO_ORDERED = wordSet(
  "fill complete attach enter leave lock open close use turn switch wait water feed charge pop dig grab hang read look double-check ensure copy join",
);
const SUBJECTS_BEFORE =
  /^(?:i|we|you|he|she|they|it|if|when|to|will|would|could|can|should|may|might|must|not|thanks|the|a|who|that|which)$/;
const ORDERED = /^(?:over|your|the|this|these|those|it|them|that|my|our|both|all|in|out|up|off)$/;
/** 'Give me an hour', 'give me until Friday' */
const isTime = (words: Words, at: number) =>
  /^(?:until|till|til)$/.test(words[at] ?? "") ||
  words
    .slice(at, at + 4)
    .some((word) => /^(?:hours?|min|mins|minutes?|days?|weeks?|moments?|secs?|seconds?|time)$/.test(word));
const hasSubject = (words: Words, at: number) =>
  words.slice(0, at).some((word) => /^(?:i|we|he|she|they|will|would|could|can)$/.test(word));

export const REQUESTS: readonly Reading[] = [readModal, readAble, readPlease, readImperative];
