import { DUTIES } from "./match-duties.ts";
import { NONE, type Reading, skipPolite } from "./request-words.ts";
import { wordSet } from "./word-classes.ts";

/** 'I need it by Friday', 'we still need your bank details', 'you still have to sign' */
const readNeed: Reading = (words, at) => {
  const subject = words[at] ?? "";
  const polite = skipPolite(words, at + 1);
  const isGoing = words[polite] === "am" && words[polite + 1] === "going" && words[polite + 2] === "to";
  const verb = isGoing ? polite + 3 : words[polite] === "will" ? skipPolite(words, polite + 1) : polite;
  const [word = "", next = "", after = ""] = words.slice(verb, verb + 3);
  const near = words.slice(verb);
  if (verb !== polite && word !== "need") return NONE;
  if (/^(?:i|we)$/.test(subject) && word === "would" && words[verb + 1] === "need")
    return near.includes("by") || (after === "you" && near.includes("to")) ? verb + 1 : NONE;
  if (subject !== "i" && subject !== "we") return NONE;
  if (/^(?:if|when|that|what|all|do|does|did|will)$/.test(words[at - 1] ?? "")) return NONE;
  if (/^(?:expect|await)$/.test(word) && next === "your") return verb;
  if (
    !/^(?:need|require|am|are)$/.test(word) ||
    (word === "need" && next === "to" && !/^(?:know|have)$/.test(after))
  )
    return NONE;
  if (word === "am" || word === "are") {
    const isMissing = /^(?:missing|expecting|waiting|lacking|awaiting)$/.test(
      words[skipPolite(words, verb + 1)] ?? "",
    );
    return isMissing && near.includes("your") ? verb : NONE;
  }
  if (next === "you" && after === "to") return verb + 3;
  const isFromReader = near.some(
    (each) =>
      /^(?:your|from)$/.test(each) ||
      each === "by" ||
      /^(?:today|tomorrow|tonight|asap|urgently)$/.test(each) ||
      /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/.test(each),
  );
  return isFromReader ||
    (/^(?:the|a|an)$/.test(next) && near.some((each) => INFORMATION.has(each))) ||
    (next === "later" && after === "than") ||
    near.includes("later")
    ? verb
    : NONE;
};

const INFORMATION = wordSet(
  "number numbers address link file files copy form date dates name names details password confirmation answer code login signature approval feedback receipt receipts invoice figures list key keys document documents",
);
const GOOD = wordSet(
  "great good helpful lovely nice kind wonderful brilliant appreciated grateful perfect ideal fantastic amazing super useful glad happy appreciate thankful obliged wonder wondering wondered grand smashing handy love hoping hoped",
);
/** 'It would be great if you could', 'I'd be grateful for', 'I was wondering whether you could' */
const readHope: Reading = (words, at) => {
  const word = words[at] ?? "";
  if (!GOOD.has(word)) return NONE;
  const link = words[at + 1] === "it" ? at + 2 : at + 1;
  const [condition = "", subject = "", modal = ""] = words.slice(link, link + 3);
  if (
    /^(?:if|whether)$/.test(condition) &&
    /^(?:you|we|i|somebody|someone|everybody|everyone|the|they)$/.test(subject)
  ) {
    if (/^(?:could|can|would|might|get|let)$/.test(modal)) return skipPolite(words, link + 3);
    if (/^(?:would|be)$/.test(words[at - 1] ?? "") && !/^(?:i|they|the)$/.test(subject)) return link + 2;
    if (/^(?:love|appreciate|grateful)$/.test(word) && subject !== "i") return link + 2;
  }
  const isWelcome = words[at - 1] === "be" && /^(?:would|will)$/.test(words[at - 2] ?? "");
  if (isWelcome && condition === "to" && /^(?:get|have|receive|hear|know|see)$/.test(subject))
    return link + 1;
  const isOwed = /^(?:grateful|appreciate|thankful|obliged|love)$/.test(word);
  if (!isOwed || (at > 0 && !/^(?:would|be|am|are|much|really|highly|[,.-])$/.test(words[at - 1] ?? "")))
    return NONE;
  const [next = "", after = ""] = words.slice(at + 1, at + 3);
  if (
    /^(?:love|appreciate)$/.test(word) &&
    words[at - 1] === "would" &&
    /^(?:your|some|any|\d.*)$/.test(next) &&
    !words.includes("to")
  )
    return at + 1;
  const isOpinion =
    word === "love" &&
    next === "to" &&
    /^(?:hear|get|have|know)$/.test(after) &&
    words.slice(at + 3, at + 6).includes("your");
  if (isOpinion) return at + 2;
  if (word === "love") return NONE;
  if (
    word === "appreciate" &&
    (next.endsWith("ing") || (/^(?:it|this|that|your|you)$/.test(next) && after.endsWith("ing")))
  )
    return at + 1;
  return /^(?:for|your|a|an|the)$/.test(next) && !/^(?:help|support|understanding|patience)$/.test(after)
    ? at + 1
    : NONE;
};

/** 'any chance you', 'just checking whether you', 'would it be possible to', 'I'd like you to' */
const readInquiry: Reading = (words, at) => {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  if (word === "any" && next === "chance") return at;
  if (/^(?:checking|wondering|wonder|wondered|curious)$/.test(word))
    return /^(?:if|whether)$/.test(next) && /^(?:you|your|the|this|that|it|we|there)$/.test(after)
      ? at + 2
      : NONE;
  const isQuestion = words.includes("?") && words.slice(0, at).some((each) => /^(?:is|would)$/.test(each));
  if (word === "possible" && isQuestion && /^(?:to|for|that)$/.test(next)) return at + 2;
  const isWanted =
    (word === "like" && words[at - 1] === "would" && /^(?:i|we)$/.test(words[at - 2] ?? "")) ||
    (word === "want" && /^(?:i|we|just)$/.test(words[at - 1] ?? "")) ||
    (word === "ask" && words[at - 1] === "to" && /^(?:wanted|writing|like|want)$/.test(words[at - 2] ?? ""));
  if ((isWanted || word === "asking") && next === "you" && after === "to") return at + 3;
  const isReminder =
    /^(?:due|overdue)$/.test(next) && words.some((each) => /^(?:reminder|remind|gentle)$/.test(each));
  return word === "is" && isReminder ? at + 1 : NONE;
};

/** 'If you could send it today, that would be great', 'It would mean a lot if you could' */
const readCondition: Reading = (words, at) => {
  if (
    words[at] !== "if" ||
    !/^(?:you|everyone|everybody)$/.test(words[at + 1] ?? "") ||
    !/^(?:could|can|would)$/.test(words[at + 2] ?? "")
  )
    return NONE;
  const before = words.slice(0, at);
  const isFavour = before.some((each) => /^(?:favour|favor)$/.test(each));
  const isWelcome = before.slice(-10).includes("would") && (isFavour || !before.includes("you"));
  const isGood =
    words[at + 2] === "could" &&
    words
      .slice(at)
      .some((each, index, near) => GOOD.has(each) || (each === "help" && near[index - 1] === "would"));
  return isWelcome || isGood ? skipPolite(words, at + 3) : NONE;
};

const DEADLINE = /^(?:by|before|today|tomorrow|tonight|asap|urgently|eod|(?:mon|tues|wednes|thurs|fri)day)$/;
/** 'The original needs to reach us before the 20th', 'it would help us to receive it', 'I look forward to your signed copy by' */
const readThing: Reading = (words, at) => {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  const near = words.slice(at);
  if (/^(?:needs|has|have|must|need)$/.test(word) && at > 0) {
    const verb = next === "to" ? at + 2 : word === "must" ? at + 1 : -1;
    const subject = words.slice(Math.max(0, at - 8), at);
    if (verb < 0 || subject.some((each) => /^(?:i|we|you|he|she|they|who|if|when|nobody)$/.test(each)))
      return NONE;
    const isArrival = /^(?:reach|get)$/.test(words[verb] ?? "")
      ? /^(?:us|me|to|here)$/.test(words[verb + 1] ?? "")
      : words[verb] === "be" &&
        (/^(?:with|in|back|there|here|on)$/.test(words[verb + 1] ?? "") ||
          /(?:ed|nt|ne)$/.test(words[verb + 1] ?? ""));
    return isArrival && near.some((each) => DEADLINE.test(each)) ? at + 1 : NONE;
  }
  if (
    word === "would" &&
    /^(?:help|assist|suit)$/.test(next) &&
    near.includes("to") &&
    near.some((each) => /^(?:receive|have|get|know)$/.test(each))
  )
    return words[at - 1] === "it" || words[at - 1] === "that" ? at + 1 : NONE;
  const thanked = words[at + 1] === "in" && words[at + 2] === "advance" ? at + 3 : at + 1;
  if (
    /^(?:thanks|thank)$/.test(word) &&
    words[thanked] === "for" &&
    (words[thanked + 1] ?? "").endsWith("ing")
  )
    return thanked > at + 1 || near.some((each) => /^(?:by|before)$/.test(each)) ? thanked + 1 : NONE;
  if (word === "let's" && next === "have") return near.some((each) => DEADLINE.test(each)) ? at + 1 : NONE;
  const isAwaited =
    word === "forward" && next === "to" && /^(?:receiving|getting|having|hearing|your)$/.test(after);
  return isAwaited && near.includes("by") ? at + 2 : NONE;
};

export const NEEDS: readonly Reading[] = [
  ...DUTIES,
  readNeed,
  readThing,
  readHope,
  readInquiry,
  readCondition,
];
