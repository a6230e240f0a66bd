import type { Head } from "./promise-heads.ts";
import { HABITS, wordSet } from "./word-classes.ts";

/** A head in its sentence: `previous` is where its part begins, `end` where the next promise begins. */
type Candidate = {
  words: readonly string[];
  isQuestion: boolean;
  head: Head;
  previous: number;
  end: number;
};

/** Whether the words around a promise take it back: a condition, somebody else's words, a habit, a question, mockery. */
export const isRefused = (candidate: Candidate): boolean => REFUSALS.some((refuses) => refuses(candidate));

const ASKING = wordSet(
  "check see ask find out wonder wondering determine confirm verify tell investigate test checking asking know establish discuss clarify enquire inquire look",
);

/** 'Unless I hear otherwise' is a promise. */
const OPT_OUTS = wordSet("hear told tell say object shout otherwise veto stop");

/** 'If the board agrees', 'unless', 'should you need it' - but not 'I'll check if he is in' and 'if that suits you'. */
function isConditional({ words, head, end }: Candidate): boolean {
  for (let at = 0; at < end; at += 1) {
    const word = words[at] ?? "";
    if (word === "if" && isOpen(words, at, head)) return true;
    const isOptOut = word === "unless" && words.slice(at, at + 8).some((each) => OPT_OUTS.has(each));
    if (isOptOut) return false;
    if (word === "unless" || word === "provided" || word === "assuming" || word === "otherwise") return true;
    if (word === "case" && words[at - 1] === "in" && at < head.start) return true;
    if (
      word === "should" &&
      /^(?:you|there|anything|this|that|it|they|the)$/.test(words[at + 1] ?? "") &&
      (at === 0 || words[at - 1] === ",")
    )
      return true;
    if (/^(?:suppose|imagine|pretend)$/.test(word) && at < head.start) return true;
    if (word === "subject" && words[at + 1] === "to") return true;
    if (word === "depending" || (word === "as" && words[at + 1] === "long" && words[at + 2] === "as"))
      return true;
    if (at === head.start - 1 && /^(?:or|else)$/.test(word)) return true;
    if (/^(?:luck|willing|inshallah)$/.test(word) && at < end && words[at - 1] !== "good") return true;
  }
  return false;
}

function isOpen(words: readonly string[], at: number, { verb }: Head): boolean {
  const before = words[at - 1] ?? "";
  if (before === "even" || before === "as") return false;
  const near = words.slice(at + 1, at + 8);
  if (
    /^(?:that|this|it)$/.test(near[0] ?? "") &&
    near.some((word) => /^(?:ok|okay|alright|fine|suits|works)$/.test(word))
  )
    return at < verb;
  if (near[0] === "not" && /^(?:sooner|earlier|before)$/.test(near[1] ?? "")) return false;
  const asked = words.slice(Math.max(verb, at - 6), at);
  return at < verb || !asked.some((word) => ASKING.has(word));
}

const REPORTING = wordSet(
  "said says say saying told tell thinks think thought believe believes guess reckon suppose claimed wrote asked wondered heard hope hoping hopes wish doubt swear's whether how why where when if promised's sure unsure what pretend dream imagine suspect worry feel knew knows than until till know",
);

/** 'He said I'll', 'I hope we'll', 'I don't know when I'll' */
function isReported({ words, head }: Candidate): boolean {
  let at = head.start - 1;
  if (words[at] === "that") at -= 1;
  if (
    /^(?:me|him|her|them|you|us)$/.test(words[at] ?? "") &&
    /^(?:told|tell|tells)$/.test(words[at - 1] ?? "")
  )
    at -= 1;
  const word = words[at] ?? "";
  if (word === "sure" && words[at - 1] !== "not" && words[at - 1] !== "am") return false;
  if (word === "as" || word === "like") return true;
  if (word === "what") return !(words[head.verb] === "do" && words[head.verb + 1] === "is");
  if (word === "when" || word === "where" || word === "if" || word === "how" || word === "why") return true;
  if (word === "told" || (words[at - 1] === "told" && at >= 1)) return true;
  return REPORTING.has(word);
}

const TIMES =
  /^(?:day|week|month|year|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|night)s?$/;

function isHabit({ words, head, previous, end }: Candidate): boolean {
  if (
    head.cue === "present" &&
    words[head.start] === "we" &&
    words.slice(head.verb, end).some((word) => /^(?:all|every|each|any)$/.test(word))
  )
    return true;
  const from = Math.max(previous, head.start - 6);
  return words.slice(from, end).some((word, index, near) => {
    if (HABITS.has(word)) return true;
    return (word === "every" || word === "each") && TIMES.test(near[index + 1] ?? "");
  });
}

const OPENERS =
  /^(?:can|could|would|will|do|does|did|is|are|what|when|where|who|how|which|why|any|have|has|shall|should|may|was|were)$/;
const TAGS = /^(?:ok|okay|right|alright|deal|yes|yeah|good|fine|k)$/;

/** 'Will I ever finish?' asks; 'I'll bring wine, can you bring cheese?' promises as well. */
function isAsked({ words, isQuestion, head, end }: Candidate): boolean {
  if (!isQuestion) return false;
  if (words.includes("?") && words.indexOf("?") < head.start) return false;
  if (end < words.length) return false;
  for (let at = head.verb + 1; at < words.length; at += 1) {
    const isBorder = /^(?:[,;:.()–—-]|and|but|so)$/.test(words[at - 1] ?? "");
    if (isBorder && (OPENERS.test(words[at] ?? "") || TAGS.test(words[at] ?? ""))) return false;
  }
  return true;
}

/** 'Sure, I'll just clone myself' */
function isMocking({ words, head }: Candidate): boolean {
  const tail = words.filter((word) => /^\p{L}/u.test(word)).slice(-2);
  if (/^(?:shall|should|am)$/.test(tail[0] ?? "") && /^(?:i|we)$/.test(tail[1] ?? "")) return true;
  const around = words.slice(head.start, head.verb);
  if ((words[0] === "yeah" && words[1] === "right") || (words[0] === "oh" && words[1] === "great"))
    return true;
  if (
    around.includes("just") &&
    words
      .slice(0, head.start)
      .some((word) => /^(?:sure|yeah|right|oh|great|because|ha|haha|lol|maybe)$/.test(word))
  )
    return true;
  if (
    words.slice(head.verb).some((word) => /^(?:myself|haha|lol|hahaha)$/.test(word)) &&
    around.includes("just")
  )
    return true;
  return words[head.verb] === "eat" || (words.includes("lottery") && words.includes("win"));
}

/** 'I would send', 'I was going to', 'better late, I'll': the verb before is past, or the wish of another. */
function isPast({ words, head, end }: Candidate): boolean {
  if (
    head.cue === "present" &&
    words.slice(head.start, end).some((word) => /^(?:yesterday|ago|last|already)$/.test(word))
  )
    return true;
  const near = words.slice(head.verb, end);
  return near.includes("already") && head.cue === "progressive";
}

/** 'I'll hold you to that', 'I'll believe it when I see it', 'I will if I must' */
function isEmpty({ words, head, end }: Candidate): boolean {
  const near = words.slice(head.verb, end);
  if (near[0] === "let" && near[1] === "you" && !/^(?:know|have)$/.test(near[2] ?? "")) return true;
  if (
    near.some(
      (word, index) =>
        word === "if" &&
        /^(?:i|we)$/.test(near[index + 1] ?? "") &&
        /^(?:can|could|may|might)$/.test(near[index + 2] ?? ""),
    )
  )
    return true;
  return near.some(
    (word, index) =>
      word === "if" &&
      /^(?:possible|necessary|needed|required|need|any|so|not)$/.test(near[index + 1] ?? "") &&
      !/^(?:sooner|earlier|before)$/.test(near[index + 2] ?? ""),
  );
}

const REFUSALS = [isConditional, isReported, isHabit, isAsked, isMocking, isPast, isEmpty];
