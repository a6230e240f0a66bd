import { englishPhrases } from "./english-phrases.ts";
import { bareSentence, type LanguageRules, partBefore } from "./language-rules.ts";

const MAX_WORDS = 22;
const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december";
const CLOCK =
  "(?:\\d{1,2}(?:[:.]\\d{2})? ?(?:am|pm|a\\.m\\.|p\\.m\\.)|\\d{1,2}[:.]\\d{2}|noon|\\d{1,2} o['’]clock)";
const DAY = `(?:(?:(?:this|next) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening))?(?:,? (?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: (?:of )?(?:${MONTHS}))?|,? (?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?)?|\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?|tomorrow(?: (?:morning|afternoon|evening))?|tonight)`;

const REQUEST =
  /(?:^|[,;:–—] ?(?:and |but |so )?|^(?:also|and|so|then),? )(?:please,? )?(?:(?:could|can|would|will) you|(?:is there )?any chance (?:that )?you (?:could|can)|would it be possible (?:for you )?to|it would be (?:great|good|helpful|kind) if you could|i(?:['’]d| would) (?:be (?:very )?grateful|appreciate it) if you could|(?:i|we) (?:was|were|am|are) wondering (?:if|whether) you (?:could|can)) (?:please |kindly |maybe |perhaps |possibly |also |just |quickly )*(?!be |mind |like|prefer|have |recommend|say|agree|accept|consider|think|answer|reply|respond|get back|come back|believe|ever|still|rather)(\p{Ll}.+)/iu;
const MIND = /would you mind (\p{L}{1,20}ing) (.+)/iu;
const PLEASE =
  /(?:^|[,;:–—] ?(?:and |but |so )?|^(?:also|and|so|then),? )(?:please|kindly)(?: also| just)? (?!find|note|see |be |do not hesitate|don['’]t hesitate|feel free|accept|excuse|forgive|ignore|disregard|call me if|contact (?:me|us) if|do not|don['’]t|advise|answer|reply|respond|get back|come back|let (?:me|us) know if you (?:have|need))(\p{Ll}.+)/iu;
const I_NEED = /^(?:so |and )?(?:i|we) (?:need|would need|['’]d need|will need) you to (\p{Ll}.+)/iu;
/** What a doctor or an organizer tells people to do. */
const INSTRUCTION =
  /^(?:take|bring|arrive|wear|keep|remember|allow|avoid|use|park|try|rest|drink|eat|plan)(?!\p{L})/iu;
/** 'For this we need the accounts.' */
const NEEDED =
  /^(?:for (?:this|that),? )?(?:i|we)(?:['’]d| would|['’]ll| will)?(?: also| still)? need ((?:the|a|an|your|copies of|some) \p{L}.+)/iu;
/** What nobody sends. */
const NO_THING =
  /(?<!\p{L})(?:minutes?|hours?|days?|weeks?|months?|time|answer|reply|response|vote|decision|approval|help|advice|input|opinion|view|feedback|ok|go-ahead|confirmation|to (?:talk|speak|meet|know|see|be)|bit|break|favou?r|moment|little|new|more|lot|word|chat|call|meeting)(?!\p{L})/iu;
/** 'let me know whether' asks a question, and 'confirm' is no task. */
const LET_KNOW =
  /^(?:let (?:me|us) know|tell (?:me|us)|advise|inform (?:me|us)|say|explain|clarify)(?: of| about)? ?/iu;
const NO_VERB = /^(?:also|not|both|the|a|all|this|that|it|there)\b/i;
/** Where the words of a promise end. */
const REASON =
  /,? (?:so (?:that )?(?:we|i|the|they|it|he|she)|because|otherwise|since|as (?:we|i)|if (?:possible|you can|that)|when you (?:get|have)|thanks|thank you|please|in order|asap|as soon as possible|or (?:should|shall|do|would))(?!\p{L})/iu;

function promiseOf(sentence: string, isFormal: boolean) {
  const bare = bareSentence(sentence);
  const [, minded = "", what = ""] = MIND.exec(bare) ?? [];
  if (minded !== "") {
    const base = GERUNDS[minded.toLowerCase()];
    const action = base ? swapped(partBefore(`${base} ${what}`, REASON)) : null;
    return action === null ? generic(isFormal) : promised(action, isFormal);
  }
  const needed = NEEDED.exec(bare)?.[1];
  const thing =
    needed === undefined || NO_THING.test(needed) ? null : swapped(partBefore(needed, REASON), true);
  if (thing !== null)
    return {
      promise: `You will have ${thing}.`,
      also: `You will also have ${thing}.`,
      refusal: generic(isFormal).refusal,
    };
  const asked = (REQUEST.exec(bare) ?? I_NEED.exec(bare))?.[1];
  const found = asked ?? PLEASE.exec(bare)?.[1] ?? null;
  if (found === null || LET_KNOW.test(found)) return null;
  if (/^confirm(?! that)/i.test(found))
    return {
      promise: isFormal ? "I can confirm this." : "Yes, I can confirm that.",
      also: "I also confirm this.",
      refusal: isFormal ? "Unfortunately I cannot confirm this yet." : "I'm afraid I can't confirm this yet.",
    };
  const confirmed = /^confirm that (.+)/iu.exec(found)?.[1];
  const statement = confirmed === undefined ? null : swapped(confirmed);
  if (statement !== null)
    return {
      promise: `I confirm that ${statement}.`,
      also: `I also confirm that ${statement}.`,
      refusal: "Unfortunately I cannot confirm this.",
    };
  if (asked === undefined && INSTRUCTION.test(found))
    return {
      promise: "I will do that.",
      also: "I will do that too.",
      refusal: generic(isFormal).refusal,
    };
  const action = swapped(partBefore(found, REASON));
  // 'Please take what you need' is no task.
  if (action === null) return asked === undefined && /\byou\b/i.test(found) ? null : generic(isFormal);
  return promised(action, isFormal);
}

const promised = (action: string, isFormal: boolean) => ({
  promise: `${isFormal ? "I will" : "I'll"} ${action}.`,
  also: `${isFormal ? "I will" : "I'll"} also ${action}.`,
  refusal: isFormal ? `Unfortunately I am not able to ${action}.` : `I'm afraid I can't ${action}.`,
});
/** After 'would you mind' */
const GERUNDS: Readonly<Record<string, string>> = Object.fromEntries(
  "call send check look forward review sign confirm tell ask bring book pick return explain help add join print scan order fill contact talk show"
    .split(" ")
    .map((verb) => [`${verb}ing`, verb] as const)
    .concat(
      "take give share have move update make come write change arrange prepare organize"
        .split(" ")
        .map((verb) => [`${verb.slice(0, -1)}ing`, verb] as const),
      [
        ["letting", "let"],
        ["putting", "put"],
        ["getting", "get"],
        ["forwarding", "forward"],
      ],
    ),
);

const generic = (isFormal: boolean) => ({
  promise: englishPhrases.promise(isFormal),
  also: englishPhrases.promise(isFormal),
  refusal: englishPhrases.refusal(isFormal),
});

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
function swapped(action: string, isThing = false): string | null {
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

const WH =
  /^(?:(?:and|but|so|also|or),? )?(?:(?:on|in|at|by|for|from|to|with|until) )?(?:what|when|where|who|whom|whose|which|why|how)\b/iu;
const isOpen = (sentence: string): boolean => {
  const words = bareSentence(sentence);
  const asked = LET_KNOW_CLAUSE.exec(words)?.[1] ?? lastClause(words);
  if (/\b(?:ok|okay|fine)$/i.test(words)) return false;
  if (/^(?:if|whether)\b/i.test(asked)) return false;
  return (
    (WH.test(asked) && !/^(?:what|how) about\b/i.test(asked)) ||
    (/ or /i.test(words) && !/ or (?:not|so|something|similar)\b/i.test(words))
  );
};
const LET_KNOW_CLAUSE =
  /(?:let (?:me|us) know|tell (?:me|us)|(?:like|need|want) to know|advise|say|confirm|explain|clarify),? (?:by [^,.?]{2,24} (?=if |whether |what |when |which |who |where |how ))?(.+)/iu;
/** 'If it is late, when does it arrive?' asks with its last part. */
const lastClause = (words: string) => {
  const parts = words.split(/[,–—:] ?/);
  return parts.find((part) => WH.test(part)) ?? words;
};

const SUBJECT =
  /^(?:(?:and|but|so|also),? )?(?:.{0,80}[,–—:] )?(is|are|was|were|do|does|did|have|has|had|will|would|can|could|should|shall|may|might) (i|you|we|they|he|she|it|this|that|there|the \p{L}+|your \p{L}+|our \p{L}+|everything|all)\b/iu;

function yesOrNo(sentence: string, isYes: boolean, isFormal: boolean): string {
  const words = bareSentence(sentence);
  if (
    /\b(?:ok(?:ay)?|good|fine|happy) (?:for (?:me|us) )?to (?:go|send|sign|publish|proceed|book|order|start|ship|submit)\b/i.test(
      words,
    )
  )
    return isYes ? englishPhrases.situations.goAhead : englishPhrases.situations.notYet;
  if (
    /\b(?:are|whether|if) you(?:['’]re| are)? (?:coming|joining|attending)\b|\byou(?:['’]re| are) coming\b/i.test(
      words,
    )
  )
    return isYes ? "Yes, I'm coming." : "Unfortunately I can't come.";
  if (
    /\bable to (?:come|attend|join|be there)\b|\byou (?:come|attend|be there|be present)\b|\byou can (?:make it|come|join|attend)\b/i.test(
      words,
    )
  )
    return isYes ? "Yes, I will be there." : "Unfortunately I cannot be there.";
  if (
    /\b(?:be|are) you (?:up for|able to|willing to|open to|prepared to|happy to|in a position to)\b|\bbe (?:up for|able to|willing to|open to|prepared to|happy to)\b/i.test(
      words,
    )
  )
    return isYes
      ? isFormal
        ? "Yes, gladly."
        : "Yes, happy to."
      : isFormal
        ? "Unfortunately that is not possible."
        : "I'm afraid that won't work.";
  const clause = WHETHER.exec(words)?.[1];
  const verb = /^you (can|will|are|have|would|do)(?!\p{L})/iu.exec(clause ?? "")?.[1]?.toLowerCase();
  if (verb !== undefined) {
    const [positive, negative] = SHORT[`${verb} you`] ?? ["can", "cannot"];
    return isYes ? `Yes, I ${positive}.` : `Unfortunately I ${negative}.`;
  }
  const may = /^(?:we|i) (may|can|could|should)(?!\p{L})/iu.exec(clause ?? "")?.[1]?.toLowerCase();
  if (may !== undefined) return isYes ? `Yes, you ${may}.` : "Unfortunately not.";
  if (clause !== undefined) return isYes ? "Yes." : "Unfortunately not.";
  if (/^(?:do you )?(?:fancy|care for|up for|want to)\b/i.test(words))
    return isYes ? "Yes, gladly!" : "Unfortunately I can't.";
  const no = isFormal ? "Unfortunately not" : "I'm afraid not";
  if (
    /\b(?:suit|work for|convenient|acceptable|ok(?:ay)? (?:for|with)|fine (?:for|with|by)|good for|all right with|possible for you|make it|available|free)\b/i.test(
      words,
    )
  )
    return isYes ? "Yes, that works for me." : "Unfortunately that does not work for me.";
  const [, auxiliaryVerb = "", subject = ""] = SUBJECT.exec(words) ?? [];
  const [auxiliary, who] = [auxiliaryVerb.toLowerCase(), subject.toLowerCase()];
  if (who === "i" && /^(?:should|shall)$/.test(auxiliary))
    return isYes ? "Yes, please." : "No, thank you, that is not necessary.";
  if (/^(?:may|can|could|would)$/.test(auxiliary) && who === "i") return isYes ? "Yes, of course." : `${no}.`;
  if (/^(?:do|shall|should)$/.test(auxiliary) && who === "we")
    return /\byou\b/i.test(words)
      ? isYes
        ? "Yes, please."
        : "No, thank you, that is not necessary."
      : isYes
        ? "Yes, let's do that."
        : "No, let's not do that.";
  if (/^(?:can|could|would)$/.test(auxiliary) && who === "we") return isYes ? "Yes, gladly." : `${no}.`;
  if (who === "you" && /\bwould you (?:like|be interested|prefer)\b/i.test(words))
    return isYes ? "Yes, I would like that." : "Thank you, but no.";
  const answer = SHORT[who === "you" ? `${auxiliary} you` : auxiliary];
  if (!answer || (who !== "you" && /^(?:i|he|she)$/.test(who))) return isYes ? "Yes." : `${no}.`;
  const isMany =
    who === "they" ||
    (/^(?:the|our|your) \p{L}+$/u.test(who) && /^(?:are|were|do|have)$/.test(auxiliary)) ||
    who === "all";
  const pronoun =
    who === "you" ? "I" : who === "we" ? "we" : isMany ? "they" : who === "there" ? "there" : "it";
  return `${isYes ? "Yes" : "No"}, ${pronoun} ${isYes ? answer[0] : answer[1]}.`;
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

/** 'Should I order it or wait?' 'Let me know whether you would like to renew it or have it paid out.' */
function alternatives(sentence: string): string[] {
  const bare = bareSentence(sentence);
  const [, one = "", other = ""] = SHOULD_I.exec(bare) ?? [];
  const ways = [one, other].map((way) => swapped(way.trim()));
  if (one !== "" && ways.every((way) => way !== null)) return ways.map((way) => `Please ${way}.`);
  const [, verb = "", first = "", second = ""] = WISHES.exec(bare) ?? [];
  const wishes = [first, second].map((way) => swapped(way.replace(/^(?:to |rather )/iu, "").trim(), true));
  if (first === "" || wishes.some((way) => way === null)) return [];
  const like = /to$/iu.test(verb)
    ? "I would like to"
    : /prefer/iu.test(verb)
      ? "I would prefer"
      : "I would like";
  return wishes.map((way) => `${like} ${way}.`);
}
const SHOULD_I =
  /^(?:(?:and|also|so|oh),? )*(?:should|shall) (?:i|we) ([^,]{3,60}?),? or (?:(?:should|shall) (?:i|we) )?(?:rather )?([^,]{3,60})$/iu;
const WISHES =
  /(?:whether|if|would|do) you ((?:would like|['’]d like|want|wish|would prefer|prefer|like)(?: to)?) ([^,?]{3,60}?),? or (?:rather )?([^,?]{3,60})$/iu;

function gapFor(sentence: string): string {
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
  if (/\bwhich\b| or /.test(words)) return "I would choose [your choice].";
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

const NOUN_PHRASE = /(?<=^|\s)(the|your|our|my|a|an) ((?:[\p{L}\p{N}'’&/-]+ ){0,4}[\p{L}\p{N}'’&/-]+)$/iu;
const NO_NOUN =
  /\b(?:size|case|way|moment|\p{L}{2,12}ed|signed|done|sent|is|are|was|were|be|been|do|does|did|have|has|had|will|would|can|could|should|may|might|must|what|when|where|who|which|why|how|i|you|we|they|he|she|it|me|us|them|and|or|but|if|that|this|to|mean|say|go|come|work|look|need|want|please|yet|now|then|there|here|today|tomorrow|already|still|again|too|right|so|by|until|before|after|because|since|not|get|arrive|start|end|happen|the|your|our|my|a|an|rather|instead|next|last|this|same|first|only|best|most|more|whole)(?!\p{L})/iu;
const AUXILIARY =
  /\b(?:at|in|on|of|for|with|from|by|is|are|was|were|do|does|did|have|has|had|will|would|can|could|should|may|might|must|that|if|whether|and|or|rather)\s*$/iu;

const ASKED_NOUN =
  /^(?:(?:and|but|so|also),? )?(?:what|which) ((?:[\p{Ll}-]+ ){0,2}[\p{Ll}-]{4,}) (?:would|do|did|can|could|should|is|are|will|shall|have) /iu;

const OWNERS: Readonly<Record<string, string>> = { the: "the", your: "my", our: "your", my: "your" };
/** 'What is the runway at this rate?' */
const ASKED_ABOUT =
  /^(?:what|how|where) (?:is|are|was|were) (the|your|our|my) ((?:[\p{L}-]+ ){0,2}?[\p{L}-]+)(?= (?:at|for|in|of|on|with|by|to|from) |$)/iu;

/** 'Have you seen the draft of the lease?' is about 'the draft of the lease'. */
function topicOf(sentence: string): string | null {
  const bare = bareSentence(sentence).replace(
    / (?:by|before|until|on|at|this|next) (?:the )?[\p{L}\p{N}: ]{2,24}$/iu,
    (tail) => (DAY_WORD.test(tail) ? "" : tail),
  );
  const which = ASKED_NOUN.exec(bare)?.[1];
  if (which && !NO_NOUN.test(which) && !/^(?:time|day|date|kind|sort|else)$/i.test(which))
    return `the ${which}`;
  const [, owner = "", asked = ""] = ASKED_ABOUT.exec(bare) ?? [];
  if (asked !== "" && !NO_NOUN.test(asked)) return `${OWNERS[owner.toLowerCase()] ?? "the"} ${asked}`;
  const words = bare.split(/\s+/);
  for (let from = Math.max(0, words.length - 6); from < words.length; from += 1) {
    const [, determiner = "", noun = ""] = NOUN_PHRASE.exec(words.slice(from).join(" ")) ?? [];
    if (noun === "" || NO_NOUN.test(noun) || AUXILIARY.test(words.slice(0, from).join(" "))) continue;
    return `${OWNERS[determiner.toLowerCase()] ?? "the"} ${noun}`;
  }
  return null;
}
const DAY_WORD = new RegExp(`(?:${DAY}|week|month|noon|evening|weekend)`, "iu");

export const english: LanguageRules = {
  language: "en",
  phrases: englishPhrases,
  courtesy:
    /\b(?:how are you|how(?:['’]s| is) (?:it going|life|everything)|hope (?:you|this|all)|how was your|did you have a (?:good|nice)|do(?:n['’]t| not) hesitate|feel free|any (?:further |other )?questions|look(?:ing)? forward to|you may (?:have|recall|remember)|guess what|, right\?$|who knows|why not\?$|isn['’]t it|^questions\?$|you have (?:any )?questions\?$)/i,
  promiseOf,
  isOpen,
  yesOrNo,
  alternatives,
  gapFor,
  topicOf,
  time: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(?<=\\bat )${CLOCK}(?! (?:on|this|next) )|(?:${CLOCK} (?:on |this |next )?)?${DAY}(?:(?: at|, at|,| @| around| from)? (?:${CLOCK}|\\d{1,2}(?=[?.,;]|$| or))(?: ?[–-] ?${CLOCK})?| between \\d{1,2}(?:[:.]\\d{2})? and ${CLOCK})?|(?<=(?:do|make it|at|slots?:|or|, ) ?)${CLOCK}(?= instead| or |,|\\?|\\.|$))(?![\\p{L}\\p{N}])`,
    "giu",
  ),
  proposal:
    /\b(?:how about|what about|suit|work for|works|meet|available|free|propose|suggest|either|call|lunch|dinner|breakfast|coffee|drinks?|appointment|slot|make it|instead|(?:could|can|shall) we do|come|visit|postpone|reschedule|move (?:it|this|our|the)|shall we|have time|(?:can|could) (?:do|attend|offer)|i can|free)\b/i,
  deadline: /\b(?:by|until|before|due|deadline|no later than|at the latest|since|after|expires?|from)\b/i,
  asksForTime:
    /(?<!\p{L})(?:when (?:would|could|can|shall) (?:you|we) (?:meet|talk|speak|be (?:free|available)|have time|have a|do (?:this|that|it)|come by|drop by|get together)|when (?:are you|would you be) (?:free|available)|when do you have time|when (?:would|could) (?:suit|work)|what time (?:would|works|suits|is good|could we|shall we)|which day (?:would|works|suits|is best|shall we)|find a (?:time|slot|date)|a time (?:to|for|that)|set up a (?:call|meeting)|(?:have|schedule|arrange) a (?:call|meeting|chat)|(?:suggest|propose|send)(?: me| us)? (?:a|some|a few) (?:times?|dates?|slots?)|your availability|when (?:suits|is good|works)|catch up|(?:move|postpone|reschedule|push) (?:it|this|that|our \p{L}+|the \p{L}+)? ?(?:to (?:next|another|later)|by a)[^?]{0,40}\?|(?:have|find|spare|got) (?:me )?(?:\p{L}+ ){0,2}(?:\d+ |\p{L}+ )?(?:minutes|half an hour|an hour|a moment|time) (?:for|to|this|next|in|on|some ?time)|(?:find|spare|have) half an hour|(?:quick|short|brief) (?:call|chat|meeting|word)|(?:could|can|shall) we (?:talk|speak|meet|have a (?:word|call|chat)))(?!\p{L})/iu,
  figureProposal:
    /\b(?:offer|propose|suggest|would (?:be|come to)|agree|accept|counter|our price|best price|quote|willing|settle|rate of|fee of|happy (?:with|to pay)|discount|raise|budget of)\b/i,
  invitation:
    /\b(?:invite you|invitation|join us|join me|be our guest|would you like to come|like to have you|rsvp|(?:as|be) (?:our|my|a) guest|welcome you|guest (?:on|at|speaker)|come (?:over|to (?:our|my)))\b/i,
  thanks: /\b(?:thank you|thanks|many thanks|much appreciated|grateful)\b/i,
  illness:
    /\b(?:i(?:['’]m| am) (?:ill|sick|unwell|in (?:the )?hospital)|have (?:the flu|a fever|caught|come down)|stomach bug|food poisoning|migraine|not feeling well|feeling unwell|under the weather|(?:called|been) in sick|am off sick|had an accident|broke my (?:leg|arm|foot|ankle|wrist|hand|hip|nose|collarbone|finger))\b/i,
  death: /\b(?:passed away|died|death of|funeral)\b/i,
  goodNews:
    /\b(?:got (?:the job|promoted|married|engaged)|(?:we|i) won\b|was born|our (?:daughter|son|baby)|passed (?:the|my) exam|have been promoted|delighted to (?:announce|share|tell))\b/i,
  complaint:
    /(?:(?:second|third|fourth) (?:time|outage|failure)|unacceptable|complain|disappointed|not acceptable)/iu,
  leaving:
    /(?:i(?:'|’| a)m leaving(?! (?:now|early|soon|at|for|home|it|the (?:office|house|building|airport)|tomorrow|today|in \d))|(?:is|was) my last day|my last day|say(?:ing)? goodbye|my farewell)/iu,
  apology: /\b(?:i(?:['’]m| am)? (?:so |very |really )?sorry|apologi[sz]e|apologies)\b/i,
  formal: /^dear |\b(?:yours sincerely|yours faithfully|respectfully)\b/im,
  informal: /^(?:hi|hey|hello|morning|darling)\b|\b(?:cheers|hugs|xx+)\b|^(?:lots of )?love,/im,
};
