import { type Head, MODALS, type Reading, skipAdverbs } from "./promise-heads.ts";
import { isAction, isDoneTo } from "./verb-forms.ts";
import { isDoing, NEGATIONS, wordSet } from "./word-classes.ts";

const OBJECTS = wordSet(
  "it them this that these those the my our your a an one everything all both mine answers news details more",
);

/** 'You'll have it on Monday', 'you receive the permit by Friday' */
const readReceive: Reading = ({ words, isDated }, at) => {
  if (words[at] !== "you") return null;
  const modal = skipAdverbs(words, at + 1);
  const isModal = MODALS.has(words[modal] ?? "") || words[modal] === "should";
  const verb = isModal ? skipAdverbs(words, modal + 1) : modal;
  const [word = "", next = "", after = ""] = words.slice(verb, verb + 3);
  if (
    at > 0 &&
    /^(?:when|if|once|before|after|until|as|that|what|which|how|where|think|hope|sure|do|did|will|can|could|would|should|trust|expect|assume|presume|believe|understand)$/.test(
      words[at - 1] ?? "",
    )
  )
    return null;
  const head: Head = { start: at, verb, cue: "receive" };
  const dated = isDated(0, words.length);
  if (words[modal] === "can" && /^(?:expect|count)$/.test(words[modal + 1] ?? "") && dated)
    return { ...head, verb: modal + 1 };
  if (!isModal)
    return ((/^(?:receive|get)$/.test(word) && OBJECTS.has(next)) ||
      (word === "have" && /^(?:it|them|mine)$/.test(next))) &&
      dated
      ? head
      : null;
  if (word === "hear")
    return (next === "from" && /^(?:me|us)$/.test(after)) || (next === "back" && dated) ? head : null;
  if (word === "be" && next === "hearing") return after === "from" ? head : null;
  if (word === "be")
    return isDoneTo(next) &&
      (dated || next === "refunded" || next === "reimbursed") &&
      /^(?:paid|refunded|reimbursed|sent|invoiced|notified)$/.test(next)
      ? head
      : null;
  if (!/^(?:have|get|receive)$/.test(word)) return null;
  if (
    /^(?:fun|great|good|nice|lovely|wonderful|no|to|used|there|over|better|wet)$/.test(next) ||
    /^(?:great|good|nice|lovely|wonderful|shock|surprise|ball|chance|feeling|laugh)$/.test(after)
  )
    return null;
  const isSent =
    /^(?:call|mail|email|message|link|copy|draft|quote|note|text|answer|reply|report|confirmation|invoice|refund)$/.test(
      after,
    ) ||
    (words.includes("from") && /^(?:me|us)$/.test(words[words.indexOf("from") + 1] ?? ""));
  return dated ||
    isSent ||
    /^(?:it|them|mine)$/.test(next) ||
    (words[verb] === "receive" && OBJECTS.has(next)) ||
    (/^(?:my|our)$/.test(next) && word !== "have")
    ? head
    : null;
};

const SIDE = wordSet(
  "my our someone somebody colleague colleagues team assistant office driver engineer technician secretary accountant crew men man guys lads",
);

/** 'My colleague will send you the form', 'it'll be with you by Friday', 'The deposit goes out to you tomorrow' */
const readOthers: Reading = ({ words, isDated }, at) => {
  const isGoing = /^(?:is|are)$/.test(words[at] ?? "") && words[at + 1] === "going" && words[at + 2] === "to";
  const isModal = words[at] === "will" || words[at] === "shall" || isGoing;
  if (at === 0 || !(isModal || isArrival(words, at))) return null;
  const start = subjectStart(words, at);
  const subject = words.slice(start, at);
  if (subject.length === 0 || subject.some((word) => PEOPLE.has(word))) return null;
  const clause: Clause = {
    words,
    start,
    at,
    isToReader: words.slice(at + 1, at + 10).some((word) => word === "you" || word === "your"),
    isDated: isDated(start, words.length),
  };
  if (!isModal) return readArriving(clause);
  const verb = skipAdverbs(words, isGoing ? at + 3 : at + 1);
  if (NEGATIONS.has(words[verb] ?? "")) return null;
  if (
    words[verb] === "be" &&
    isDateNext(words, verb + 1, isDated) &&
    subject.some((word) => DELIVERED.has(word))
  )
    return { start, verb, cue: "thing" };
  if (words[verb] === "be") return readState(clause, verb);
  const isReaching =
    (words[verb] === "reach" && words[verb + 1] === "you") ||
    (/^(?:hit|land)$/.test(words[verb] ?? "") && words.slice(verb + 1, verb + 5).includes("your"));
  return isReaching || /^(?:follow|go|arrive)$/.test(words[verb] ?? "")
    ? readMoving(clause, verb)
    : readDelegate(clause, verb);
};

/** 'the invoice will be Tuesday now' */
const isDateNext = (words: readonly string[], at: number, isDated: (from: number, to: number) => boolean) =>
  isDated(at, at + 2) && !/^(?:on|at|in|for)$/.test(words[at] ?? "");

const PEOPLE = wordSet("i we you he she who there nobody if when what everyone everybody people");
/** A clause of another subject: where it starts, and where its 'will' or its verb stands. */
type Clause = {
  words: readonly string[];
  start: number;
  at: number;
  isToReader: boolean;
  isDated: boolean;
};

const isArrival = (words: readonly string[], at: number): boolean =>
  /^(?:goes|follows|comes|gets|ships)$/.test(words[at] ?? "") ||
  (words[at] === "coming" &&
    (words[at + 1] === "your" || at <= 4 || /^(?:is|are)$/.test(words[at - 1] ?? "")));

/** 'will be with you', 'will be in your inbox', 'will be sent' */
function readState({ words, start, at, isToReader, isDated }: Clause, verb: number): Head | null {
  const [next = "", after = "", third = ""] = words.slice(verb + 1, verb + 4);
  const isWith = next === "with" && after === "you";
  const isIn =
    /^(?:in|on)$/.test(next) &&
    /^(?:your|the|its)$/.test(after) &&
    /^(?:account|inbox|post|mail|way|desk|mailbox|folder)$/.test(third);
  const isVisit =
    /^(?:round|around|over|there|out|along|by|back)$/.test(next) &&
    words.slice(start, at).some((word) => SIDE.has(word)) &&
    !/^(?:of|with)$/.test(after);
  if (isVisit && isDated) return { start, verb, cue: "delegate" };
  const isInTouch =
    next === "in" && after === "touch" && words.slice(start, at).some((word) => SIDE.has(word));
  if (isInTouch && isDated) return { start, verb, cue: "delegate" };
  const isTaken =
    /^(?:collected|charged|debited|taken)$/.test(next) &&
    words.some((word) => /^(?:debit|payment|card|fee)$/.test(word));
  const isDone = !isTaken && isDoneTo(words[skipAdverbs(words, verb + 1)] ?? "") && (isDated || isToReader);
  return isWith || isIn || isDone ? { start, verb, cue: "thing" } : null;
}

/** 'will follow', 'will go in the post tomorrow', 'will reach you by Friday' */
function readMoving({ words, start, isToReader, isDated }: Clause, verb: number): Head | null {
  const [word = "", next = ""] = words.slice(verb, verb + 2);
  const isPosted = word === "go" && /^(?:in|out|off|into)$/.test(next) && (isDated || isToReader);
  const isReaching = /^(?:reach|hit|land)$/.test(word) && isDated;
  return isPosted || isReaching || word === "follow" ? { start, verb, cue: "thing" } : null;
}

function readDelegate({ words, start, at, isToReader, isDated }: Clause, verb: number): Head | null {
  const subject = words.slice(start, at);
  const isOfSide = subject.some((word) => SIDE.has(word)) && subject.length <= 7 && !subject.includes("they");
  const main = words[verb + 1] === "-" ? verb + 2 : verb;
  const isDone =
    isAction(words[main] ?? "") && isDated && /^(?:my|our|somebody|someone)$/.test(subject[0] ?? "");
  if (isOfSide && isDone) return { start, verb, cue: "delegate" };
  if (!isOfSide || !isToReader) return null;
  if (words[verb] === "come" && isDated) return { start, verb, cue: "delegate" };
  const isForReader =
    words.slice(at + 1, at + 5).includes("you") && !/^(?:see|find)$/.test(words[verb] ?? "");
  return isForReader && isDoing(words, verb) ? { start, verb, cue: "delegate" } : null;
}

/** 'Price follows today', 'signed copy coming your way tonight' */
function readArriving({ words, start, at, isToReader, isDated }: Clause): Head | null {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  const head: Head = { start, verb: at, cue: "thing" };
  if (words[at - 1] === "as" || at - start > 7) return null;
  if (word === "follows") return isDated || after === "a" || !FOLLOWED.has(next) ? head : null;
  if (word === "coming" && next === "your") return head;
  if (word === "coming") {
    const isComing = isDated && words.slice(at + 1, at + 5).includes("you");
    if (isComing) return head;
    const isThing = words.slice(start, at).some((each) => DELIVERED.has(each));
    return isDated && isThing && AFTER_COMING.has(next) ? head : null;
  }
  const isSide = words.slice(start, at).some((each) => SIDE.has(each));
  if (/^(?:gets|ships)$/.test(word))
    return isDated && (word === "ships" || (next === "to" && after === "you")) ? head : null;
  if (word === "comes" && isSide && isDated) return head;
  const isOut = words.slice(at + 1, at + 6).some((each) => /^(?:out|off|you|your)$/.test(each));
  return isDated && isOut && (word === "comes" || isToReader || /^(?:out|off)$/.test(next)) ? head : null;
}

const FOLLOWED = wordSet("the a an my from that this me him her suit in");
const DELIVERED = wordSet(
  "it list draft report invoice contract quote quotation copy parcel package file files link email mail answer answers payment money part parts delivery order cheque check letter scan scans photo photos picture pictures update version slides document documents figures numbers form forms proposal agreement minutes estimate bill set drawings plans plan script samples sample rest feedback comments",
);
const AFTER_COMING = wordSet("on over tomorrow today tonight later by this to next in");

function subjectStart(words: readonly string[], at: number): number {
  let start = at;
  while (
    start > 0 &&
    at - start < 10 &&
    !/^(?:[,;:.!?()–—-]|and|but|so|then|that)$/.test(words[start - 1] ?? "")
  )
    start -= 1;
  return start === at && words[at - 1] === "that" && !/^\p{L}/u.test(words[at - 2] ?? "") ? at - 1 : start;
}

/** 'Revised quote to you by Friday', 'edited set with you within 48 hours' */
const readVerbless: Reading = ({ words, isDated }, at) => {
  const start = Math.max(words.slice(0, at).findLastIndex((word) => /^[,;:.!–—-]$/.test(word)) + 1, 0);
  const subject = words.slice(start, at);
  const isTo = /^(?:to|with)$/.test(words[at] ?? "") && words[at + 1] === "you";
  const isWithin = words[at] === "within" && subject.length <= 4;
  if ((!isTo && !isWithin) || subject.length === 0 || subject.length > 6 || !isDated(at, words.length))
    return null;
  const isThing = subject.some((word) => DELIVERED.has(word));
  return isThing && !subject.some((word) => VERBS.test(word)) ? { start, verb: at, cue: "thing" } : null;
};
const VERBS =
  /^(?:i|we|you|he|she|they|is|are|was|were|will|would|can|could|should|must|need|needs|please|payment|went|came|gone|send|sent|want|has|have|had|get|got|forward|if|when)$/;

/** What the reader will receive, what others of the author's side do, and things that come. */
export const OTHER_SUBJECTS: readonly Reading[] = [readReceive, readVerbless, readOthers];
