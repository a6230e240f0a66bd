import {
  type Cue,
  FIRST,
  followsDate,
  type Head,
  isClauseStart,
  isImmediate,
  lastSubject,
  MODALS,
  type Reading,
  skipAdverbs,
  type Words,
} from "./promise-heads.ts";
import { isAction, isActionGerund, isKnownGerund, isPast } from "./verb-forms.ts";
import { isAdverb, isDoing, JOINT, leadsToWork, NEGATIONS, wordSet } from "./word-classes.ts";

/** 'I'll send it' */
const readWill: Reading = (sentence, at) => {
  const { words } = sentence;
  if (!FIRST.has(words[at] ?? "")) return null;
  const modal = skipAdverbs(words, at + 1);
  if (!MODALS.has(words[modal] ?? "")) return null;
  return verbAfter(sentence, at, skipAdverbs(words, modal + 1), "will");
};

/** 'I can get it to you by Friday', 'we should have the results for you tomorrow', 'I intend to file it on Monday' */
const readAble: Reading = (sentence, at) => {
  const { words, isDated, isAnswer } = sentence;
  if (!FIRST.has(words[at] ?? "") || ASKED_BEFORE.test(words[at - 1] ?? "")) return null;
  const modal = skipAdverbs(words, at + 1);
  const word = words[modal] ?? "";
  const isPlan = /^(?:plan|intend|propose)$/.test(word) && words[modal + 1] === "to";
  const isAble = words[modal + 1] === "be" && words[modal + 2] === "able" && words[modal + 3] === "to";
  const isNowAble = /^(?:am|are)$/.test(word) && words[modal + 1] === "able" && words[modal + 2] === "to";
  if (!isPlan && !isNowAble && !/^(?:can|should)$/.test(word)) return null;
  const verb = skipAdverbs(
    words,
    isPlan ? modal + 2 : isAble ? modal + 4 : isNowAble ? modal + 3 : modal + 1,
  );
  if (/^(?:do|be|offer|supply|also)$/.test(words[verb] ?? "") || words.includes("?") || words.includes("if"))
    return null;
  const near = words.slice(verb + 1, verb + 10);
  const isThen = near.some(
    (each, index) => each === "that" && /^(?:morning|day|afternoon|evening)$/.test(near[index + 1] ?? ""),
  );
  const isFirm = isDated(at, words.length) || isThen;
  const isForYou = near.some((each, index) => each === "you" && /^(?:to|for)$/.test(near[index - 1] ?? ""));
  const isIt = isAnswer && /^(?:it|that|them|those|this)$/.test(words[verb + 1] ?? "");
  const isOptOut = isPlan && words.includes("unless");
  const isMeant =
    word === "should"
      ? words[verb] === "have" && isForYou
      : isPlan || isAnswer || isForYou || /^(?:it|that|them)$/.test(words[verb + 1] ?? "");
  return (isFirm && isMeant && (isDoing(words, verb) || isAction(words[verb] ?? ""))) || isIt || isOptOut
    ? { start: at, verb, cue: "present" }
    : null;
};
const ASKED_BEFORE =
  /^(?:do|did|can|could|should|shall|will|would|must|may|am|are|have|had|when|how|what|where|that|if|as|whether)$/;

/** 'I'm going to send it', 'gonna send it' */
const readGoing: Reading = (sentence, at) => {
  const { words } = sentence;
  const isElided = (isClauseStart(words, at) && words[at] === "going") || (at === 0 && words[0] === "about");
  const verb = isElided ? at : skipAdverbs(words, at + 2);
  if (!isElided && !(FIRST.has(words[at] ?? "") && /^(?:am|are)$/.test(words[at + 1] ?? ""))) return null;
  if (!/^(?:going|about)$/.test(words[verb] ?? "") || words[verb + 1] !== "to") return null;
  const done = skipAdverbs(words, verb + 2);
  // 'going to Rome in June'
  if (
    !isAction(words[done] ?? "") &&
    (/^[,.!]$/.test(words[done + 1] ?? ".") ||
      (/^(?:in|on|for|next|tomorrow|at|this)$/.test(words[done + 1] ?? "") &&
        !/^(?:the|a|your|my|it|some)$/.test(words[done + 2] ?? "")))
  )
    return null;
  return verbAfter(sentence, at, done, "going");
};

/** 'We'll meet on Friday', but not 'we'll meet the deadline' and 'we'll start work' */
const isJoint = (words: readonly string[], verb: number): boolean =>
  JOINT.has(words[verb] ?? "") &&
  !/^(?:out|you|a|another|the|work|working|building|painting)$/.test(words[verb + 1] ?? "") &&
  !(words[verb + 1] ?? "").endsWith("ing");

/** The verb, also that of 'be sending' and 'be sure to send'. */
function verbAfter({ words, isDated }: Words, start: number, at: number, cue: Cue): Head | null {
  let verb = at;
  if (words[at] === "be") {
    const next = skipAdverbs(words, at + 1);
    const isBack =
      words[next] === "back" &&
      /^(?:to|with)$/.test(words[next + 1] ?? "") &&
      /^(?:you|a|an|the|my)$/.test(words[next + 2] ?? "");
    const isInTouch = words[next] === "in" && /^(?:touch|contact)$/.test(words[next + 1] ?? "");
    const isArriving = cue === "elided" && words[next] === "with" && words[next + 1] === "you";
    if (isArriving && isDated(start, words.length)) return { start, verb: at, cue: "thing" };
    if (isBack || (isInTouch && isDated(start, words.length))) return { start, verb: next, cue };
    if (words[next] === "sure" && words[next + 1] === "to") verb = next + 2;
    else if (
      isKnownGerund(words[next] ?? "") ||
      (isActionGerund(words[next] ?? "", isDated(start, words.length)) && words[next + 1] === "you")
    )
      return { start, verb: next, cue };
    else
      return /^(?:on|at|in|over|round|around|there|here|by|with)$/.test(words[next] ?? "") &&
        leadsToWork(words, at)
        ? { start, verb: at, cue }
        : null;
  }
  if (NEGATIONS.has(words[verb] ?? ""))
    return words[verb + 1] === "forget" && words[verb + 2] === "to" ? { start, verb: verb + 3, cue } : null;
  if (words[start] === "we" && isJoint(words, verb)) return null;
  return isDoing(words, verb) ? { start, verb, cue } : null;
}

/** 'Let me check', 'allow me to check' */
const LET_ME = wordSet(
  "have check chase find look get run confirm verify call phone ring dig review sort fix take discuss speak investigate double figure see pull email ping text send go come make do try work draft write follow reach circle consult inquire enquire handle grab fetch search update put set",
);
const readLetMe: Reading = ({ words }, at) => {
  const isAllowed = words[at] === "allow" && words[at + 2] === "to";
  if ((words[at] !== "let" && !isAllowed) || !/^(?:me|us)$/.test(words[at + 1] ?? "")) return null;
  const verb = skipAdverbs(words, at + (isAllowed ? 3 : 2));
  const [word = "", next = ""] = words.slice(verb, verb + 2);
  if (!LET_ME.has(word) || (words[at + 1] === "us" && word === "see")) return null;
  if (word === "see" && next === "what" && /^(?:i|we)$/.test(words[verb + 2] ?? "")) return null;
  if (word === "see")
    return /^(?:if|whether|what|when|who|how)$/.test(next) ? { start: at, verb, cue: "let-me" } : null;
  if (word === "get")
    return /^(?:back|this|it|that|the|you|your|hold|those|these)$/.test(next) &&
      !(next === "this" && words[verb + 2] === "straight")
      ? { start: at, verb, cue: "let-me" }
      : null;
  if (word === "have")
    return next === "a" && /^(?:look|word|chat|dig|read|rummage)$/.test(words[verb + 2] ?? "")
      ? { start: at, verb, cue: "let-me" }
      : null;
  if (word === "put") return next === "it" ? null : { start: at, verb, cue: "let-me" };
  if (word === "try" || word === "go" || word === "come") return null;
  return { start: at, verb, cue: "let-me" };
};

const readProgressive: Reading = ({ words, isDated }, at) => {
  if (!FIRST.has(words[at] ?? "") || !/^(?:am|are)$/.test(words[at + 1] ?? "")) return null;
  const verb = skipAdverbs(words, at + 2);
  const isCaused =
    /^(?:having|getting)$/.test(words[verb] ?? "") &&
    /^(?:it|the|your|my|our|them|that|this)$/.test(words[verb + 1] ?? "") &&
    words.slice(verb + 2, verb + 6).some((word) => /(?:.ed|'d)$/.test(word) && word !== "need");
  if (isCaused && isDated(at, words.length)) return { start: at, verb, cue: "progressive" };
  const isNow = isDated(at, words.length) || isImmediate(words, at) || (at <= 5 && at > 0 && isDated(0, at));
  if (!isActionGerund(words[verb] ?? "", isNow, words[verb + 1])) return null;
  const isToYou =
    (words[verb + 1] === "you" && words[verb + 2] !== "to") ||
    /^(?:sorting|handling|organising|organizing)$/.test(words[verb] ?? "");
  return isNow || isToYou ? { start: at, verb, cue: "progressive" } : null;
};

/** 'We deliver by 3 June', 'I reserve it for you' */
const readPresent: Reading = ({ words, isDated }, at) => {
  if (!FIRST.has(words[at] ?? "") || SUBORDINATORS.has(words[at - 1] ?? "")) return null;
  if (/^(?:do|did|can|could|should|shall|will|would|must|may|am|are|have|had)$/.test(words[at - 1] ?? ""))
    return null;
  const verb = skipAdverbs(words, at + 1);
  const isObjectNext =
    /^(?:it|them|you|the|your|that)$/.test(words[verb + 1] ?? "") &&
    !/^(?:ask|request|expect|assume|insist)$/.test(words[verb] ?? "") &&
    isDoing(words, verb) &&
    !isPast(words[verb] ?? "");
  const isGiven =
    /^(?:send|bring|pass|give|write|forward|mail|email|call|tell|show)$/.test(words[verb] ?? "") &&
    verb === at + 1;
  const isDative =
    words[verb + 1] === "you" && isGiven && !/^(?:that|this|because|with)$/.test(words[verb + 2] ?? "");
  if (isDative && !(words[verb] === "tell" && !isDated(at, words.length)))
    return { start: at, verb, cue: "present" };
  const isAgreed =
    /^(?:talk|speak|discuss|ask|check)$/.test(words[verb] ?? "") &&
    words[at] === "i" &&
    isDated(at, words.length);
  if (isAgreed && words.includes("and")) return { start: at, verb, cue: "present" };
  if (words[at] === "we" && JOINT.has(words[verb] ?? "")) return null;
  if (isObjectNext && isDated(at, words.length)) return { start: at, verb, cue: "present" };
  if (
    !isAction(words[verb] ?? "") ||
    /^(?:put|set|cut|quote|read|let|do|get|make|take)$/.test(words[verb] ?? "")
  )
    return null;
  if (words[verb] === "ask" && words[verb + 1] === "that") return null;
  const near = words.slice(verb + 1);
  const isForYou = near.some((word, index) => word === "for" && near[index + 1] === "you");
  return isForYou || isDated(at, words.length) ? { start: at, verb, cue: "present" } : null;
};

const SUBORDINATORS = wordSet(
  "when once if before after until as that which what how where why whether because unless than while since where whenever whatever how",
);

/** 'will send it tonight', 'calling them now', 'call you in 20' */
const readElided: Reading = ({ words, isDated, isAnswer }, at) => {
  const gerund = isAdverb(words[at] ?? "") && isClauseStart(words, at) ? skipAdverbs(words, at) : at;
  const word = words[gerund] ?? "";
  const isDue =
    word === "should" &&
    words[at + 1] === "be" &&
    words[at + 2] === "with" &&
    words[at + 3] === "you" &&
    isDated(at, words.length);
  if (isDue && isClauseStart(words, at)) return { start: at, verb: at, cue: "thing" };
  if (gerund === at && MODALS.has(word) && (isClauseStart(words, at) || followsDate(words, at, isDated))) {
    const verb = skipAdverbs(words, at + 1);
    if (words[verb] === "do" && /^(?:so|that|it|this|)$/.test(words[verb + 1] ?? ""))
      return { start: at, verb, cue: "elided" };
    return /^(?:do|be)$/.test(words[verb] ?? "") && words[verb] === "do"
      ? /^(?:my|our)$/.test(words[verb + 1] ?? "")
        ? null
        : { start: at, verb, cue: "idiom" }
      : verbAfter({ words, isDated, isAnswer }, at, verb, "elided");
  }
  if (!isClauseStart(words, at) || (at > 0 && lastSubject(words, at) !== "" && words[at - 1] === "and"))
    return null;
  if (word === "looking" && /^(?:into|at)$/.test(words[at + 1] ?? "") && isImmediate(words, at))
    return { start: at, verb: at, cue: "elided" };
  if (
    isActionGerund(word, true, words[gerund + 1]) &&
    !/^(?:including|regarding|concerning|according|depending|starting|beginning|pending|during)$/.test(word)
  ) {
    const isLater =
      isKnownGerund(word) &&
      /^(?:after|once|when)$/.test(
        words.slice(at, at + 8).find((each) => /^(?:after|once|when)$/.test(each)) ?? "",
      );
    const isNow = isLater || isDated(at, words.length) || isImmediate(words, at);
    return isNow ? { start: at, verb: gerund, cue: "elided" } : null;
  }
  if (gerund !== at) return null;
  const isToYou =
    words[at + 1] === "you" && /^(?:call|text|ping|ring|phone|message|email|send|pay|meet)$/.test(word);
  const isBack =
    (word === "get" && words[at + 1] === "back" && words[at + 2] === "to" && words[at + 3] === "you") ||
    (word === "let" && words[at + 1] === "you" && words[at + 2] === "know");
  const isLater = /^(?:later|soon|back)$/.test(words[at + 2] ?? "");
  return (isToYou && (isDated(at, words.length) || isLater)) || isBack
    ? { start: at, verb: at, cue: "elided" }
    : null;
};

/** What the author does, as the subject of the sentence or without one. */
export const OWN_VERBS: readonly Reading[] = [
  readWill,
  readAble,
  readGoing,
  readLetMe,
  readProgressive,
  readPresent,
  readElided,
];
