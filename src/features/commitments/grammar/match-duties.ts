import { NONE, type Reading, skipPolite } from "./request-words.ts";
import { isAction } from "./verb-forms.ts";

/** 'You still have to sign', 'you will have to resend it' */
const readDuty: Reading = (words, at) => {
  const subject = words[at] ?? "";
  const verb = skipPolite(words, at + 1);
  const [word = "", next = ""] = words.slice(verb, verb + 2);
  const near = words.slice(verb);
  const isRedone =
    subject === "you" &&
    words[at + 1] === "will" &&
    /^(?:have|need)$/.test(words[at + 2] ?? "") &&
    words[at + 3] === "to" &&
    isAction(words[at + 4] ?? "") &&
    /^(?:it|them|this|that|me|us)$/.test(words[at + 5] ?? "");
  if (isRedone) return at + 4;
  if (subject === "you" && !/^(?:if|when|what|that|do|would|all|think)$/.test(words[at - 1] ?? "")) {
    const isDuty = (/^(?:need|have|ought)$/.test(word) && next === "to") || word === "must";
    return isDuty && (words.slice(at, verb).includes("still") || near.includes("by"))
      ? verb + (word === "must" ? 1 : 2)
      : NONE;
  }
  return NONE;
};

/** 'Need your sign-off by noon', 'your signature is needed', 'awaiting your reply' */
const readElidedNeed: Reading = (words, at) => {
  const subject = words[at] ?? "";
  if (subject === "need" && (at === 0 || /^(?:[,;.!?-]|just|also|still)$/.test(words[at - 1] ?? "")))
    return (!/^(?:to|a)$/.test(words[at + 1] ?? "") || (words[at + 1] === "a" && words.includes("you"))) &&
      /^(?:by|from|before|asap|today|tomorrow|your)$/.test(
        words.slice(at + 1).find((each) => /^(?:by|from|before|asap|today|tomorrow|your)$/.test(each)) ?? "",
      )
      ? at + 1
      : NONE;
  if (
    subject === "your" &&
    words
      .slice(at, at + 6)
      .some(
        (each, index, all) =>
          /^(?:needed|required|missing|outstanding|overdue|due)$/.test(each) &&
          /^(?:is|are|still|now)$/.test(all[index - 1] ?? ""),
      )
  )
    return at;
  const isAwaiting =
    (subject === "awaiting" && words[at + 1] === "your") ||
    (subject === "waiting" && /^(?:for|on)$/.test(words[at + 1] ?? "") && words[at + 2] === "your") ||
    (subject === "chasing" && /^(?:the|your|up)$/.test(words[at + 1] ?? "")) ||
    (subject === "following" &&
      words[at + 1] === "up" &&
      words[at + 2] === "on" &&
      /^(?:my|our)$/.test(words[at + 3] ?? "") &&
      words
        .slice(at + 4, at + 7)
        .some((each) =>
          /^(?:question|request|email|mail|e-mail|message|letter|note|invoice|reminder)$/.test(each),
        ));
  if (isAwaiting && (at === 0 || /^(?:still|just|[,.!-])$/.test(words[at - 1] ?? ""))) return at;
  return NONE;
};

/** 'I could use your help', 'we ask that you return it', 'I trust you will sign' */
const readExpected: Reading = (words, at) => {
  if (!/^(?:i|we)$/.test(words[at] ?? "")) return NONE;
  const verb = skipPolite(words, at + 1);
  const [word = "", next = "", after = ""] = words.slice(verb, verb + 3);
  const near = words.slice(verb);
  const isUse = word === "could" && (next === "use" || (next === "do" && after === "with"));
  if (isUse && near.slice(2, 5).some((each) => /^(?:your|hand|help|some)$/.test(each))) return verb + 1;
  if (/^(?:ask|request)$/.test(word) && next === "that" && after === "you") return verb + 3;
  if (/^(?:trust|expect)$/.test(word) && (next === "you" || after === "you")) return verb + 1;
  if (
    word === "expect" &&
    /^(?:the|it|this|a)$/.test(next) &&
    near.some((each) => /^(?:my|me|us|our)$/.test(each)) &&
    near.includes("by")
  )
    return verb;
  return NONE;
};

export const DUTIES: readonly Reading[] = [readDuty, readElidedNeed, readExpected];
