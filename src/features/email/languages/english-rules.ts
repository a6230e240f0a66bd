import { alternatives, gapFor, swapped, yesOrNo } from "./english-answers.ts";
import { englishPhrases } from "./english-phrases.ts";
import { bareSentence, type LanguageRules, partBefore } from "./language-rules.ts";

const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december";
const CLOCK =
  "(?:\\d{1,2}(?:[:.]\\d{2})? ?(?:am|pm|a\\.m\\.|p\\.m\\.)|\\d{1,2}[:.]\\d{2}|noon|\\d{1,2} o['’]clock)";
const DAY = `(?:(?:(?:this|next) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening))?(?:,? (?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: (?:of )?(?:${MONTHS}))?|,? (?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?)?|\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?|tomorrow(?: (?:morning|afternoon|evening))?|tonight|(?:mon|tues?|weds?|thurs?|thu|fri|sat|sun)\\.? \\d{1,2}(?:st|nd|rd|th))`;

const REQUEST =
  /(?:^|[,;:–—] ?(?:and |but |so )?|^(?:also|and|so|then),? )(?:please,? )?(?:(?:could|can|would|will) you|(?:is there )?any chance (?:that )?you (?:could|can)|would it be possible (?:for you )?to|it would be (?:great|good|helpful|kind) if you could|i(?:['’]d| would) (?:be (?:very )?grateful|appreciate it) if you could|(?:i|we) (?:was|were|am|are) wondering (?:if|whether) you (?:could|can)) (?:please |kindly |maybe |perhaps |possibly |also |just |quickly )*(?!be |mind |like|prefer|have |recommend|say|agree|accept|consider|think|answer|reply|respond|get back|come back|believe|ever|still|rather)(\p{Ll}.+)/iu;
const MIND = /would you mind (\p{L}{1,20}ing) (.+)/iu;
const PLEASE =
  /(?:^|[,;:–—] ?(?:and |but |so )?|^(?:also|and|so|then),? )(?:please|kindly)(?: also| just)? (?!find|note|see |be |do not hesitate|don['’]t hesitate|feel free|accept|excuse|forgive|ignore|disregard|call me if|contact (?:me|us) if|do not|don['’]t|advise|answer|reply|respond|get back|come back|let (?:me|us) know if you (?:have|need))(\p{Ll}.+)/iu;
const I_NEED =
  /(?:^|, )(?:so |and )?(?:(?:i|we) (?:need|would need|['’]d need|will need|kindly ask|would ask|must ask|ask|kindly request|request)|(?:i|we) would (?:like|kindly ask)) you to (\p{Ll}.+)|(?:^|, )you are (?:kindly )?(?:asked|requested) to (\p{Ll}.+)|(?:we|i) kindly ask you to (\p{Ll}.+)/iu;
/** What a doctor or an organizer tells people to do. */
const INSTRUCTION = /^(?:take|arrive|wear|avoid|rest|drink|eat|try)(?!\p{L})/iu;
/** 'For this we need the accounts.' */
const NEEDED =
  /^(?:for (?:this|that),? )?(?:i|we)(?:['’]d| would|['’]ll| will)?(?: also| still)? need ((?:the|a|an|your|copies of|some) \p{L}.+)/iu;
/** What nobody sends. */
const NO_THING =
  /(?<!\p{L})(?:minutes?|hours?|days?|weeks?|months?|time|answer|reply|response|vote|decision|approval|help|advice|input|opinion|view|feedback|ok|go-ahead|confirmation|to (?:talk|speak|meet|know|see|be)|bit|break|favou?r|moment|little|new|more|lot|word|chat|call|meeting)(?!\p{L})/iu;
/** 'let me know whether' asks a question, and 'confirm' is no task. */
const LET_KNOW =
  /^(?:let (?:me|us) know|tell (?:me|us)|advise|inform (?:me|us)|say|explain|clarify)(?: of| about)? ?/iu;
/** Where the words of a promise end. */
const REASON =
  /,? (?:so (?:that )?(?:we|i|the|they|it|he|she)|because|otherwise|since|as (?:we|i)|if (?:possible|you can|that)|when you (?:get|have)|(?:thanks|thank you)(?! (?:on|to|for|from)(?!\p{L}))|please|in order|asap|as soon as possible|or (?:should|shall|do|would|tell|let|ask|at least|just|point))(?!\p{L})/iu;

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
  const asked = (REQUEST.exec(bare) ?? I_NEED.exec(bare))?.slice(1).find(Boolean);
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
  // 'provide the following by Friday: a list …'
  const action = swapped(
    partBefore(partBefore(found, REASON), /: /).replace(
      /\bthe following(?: (?:documents?|information|points?|items?|details|papers))?/iu,
      "this",
    ),
  );
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
    `(?<![\\p{L}\\p{N}])(?:(?<=\\bat )${CLOCK}(?! (?:on|this|next) )|(?:${CLOCK} (?:on |this |next )?)?${DAY}(?:(?: at|, at|,| @| around| from)? (?:${CLOCK}|\\d{1,2}(?=[?.,;]|$| or| work| suit| instead| would| is fine))(?: ?[–-] ?${CLOCK})?| in the (?:morning|afternoon|evening)| between \\d{1,2}(?:[:.]\\d{2})? and ${CLOCK})?|(?<=(?:do|make it|at|slots?:|or|, ) ?)${CLOCK}(?= instead| or |,|\\?|\\.|$))(?![\\p{L}\\p{N}])`,
    "giu",
  ),
  proposal:
    /\b(?:how about|what about|suit|work for|works|meet|available|free|propose|suggest|either|call|lunch|dinner|breakfast|coffee|drinks?|appointment|slot|make it|instead|(?:could|can|shall) we do|come|visit|postpone|reschedule|move (?:it|this|our|the)|shall we|have time|(?:can|could) (?:do|attend|offer)|i can|free)\b/i,
  deadline: /\b(?:by|until|before|due|deadline|no later than|at the latest|since|after|expires?|from)\b/i,
  asksForTime:
    /(?<!\p{L})(?:when (?:would|could|can|shall) (?:you|we) (?:meet|talk|speak|be (?:free|available)|have time|have a|do (?:this|that|it)|come by|drop by|get together)|when (?:are you|would you be) (?:free|available)|when do you have time|when (?:would|could) (?:suit|work)|what time (?:would|works|suits|is good|could we|shall we)|which day (?:would|works|suits|is best|shall we)|find a (?:time|slot|date)|a time (?:to|for|that)|set up a (?:call|meeting)|(?:have|schedule|arrange) a (?:call|meeting|chat)|(?:suggest|propose|send)(?: me| us)? (?:a|some|a few) (?:times?|dates?|slots?)|your availability|when (?:suits|is good|works)|catch up|(?:move|postpone|reschedule|push) (?:it|this|that|our \p{L}+|the \p{L}+)? ?(?:to (?:next|another|later)|by a)[^?]{0,40}\?|(?:value|welcome|appreciate) (?:\p{L}+ )?(?:\d+ |\p{L}+ )?(?:minutes|half an hour|an hour)|(?<!(?:i|we) )(?:have|find|spare|got) (?:me )?(?:\p{L}+ ){0,2}(?:\d+ |\p{L}+ )?(?:minutes|half an hour|an hour|a moment|time) (?:for|to|this|next|in|on|some ?time)|(?:find|spare|have) half an hour|(?:quick|short|brief) (?:call|chat|meeting|word)|(?:could|can|shall) we (?:talk|speak|meet|have a (?:word|call|chat)))(?!\p{L})/iu,
  figureProposal:
    /\b(?:offer|propose|suggest|would (?:be|come to)|agree|accept|counter|our price|best price|quote|willing|settle|rate of|fee of|happy (?:with|to pay)|discount|raise|budget of)\b/i,
  invitation:
    /\b(?:invite you|(?:thrilled|honou?red|delighted|love|keen) to have you (?:on|as|at|with|join|speak)|invitation|join us|join me|be our guest|(?:delighted|honou?red|pleased|glad|happy|love it) if you (?:would |could )?(?:join|come|came|attend|speak|spoke)\w*|join(?:ed)? our (?:panel|dinner|event|table|party|celebration|conference)|would you like to come|like to have you|rsvp|(?:as|be) (?:our|my|a) guest|welcome you|guest (?:on|at|speaker)|come (?:over|to (?:our|my)(?! (?:notice|attention|knowledge|mind|aid|rescue))))\b/i,
  thanks: /\b(?:thank you|thanks|many thanks|much appreciated|grateful)\b/i,
  illness:
    /\b(?:i(?:['’]m| am) (?:ill|sick|unwell|in (?:the )?hospital)|(?:came|come|went) down with|out sick|(?:have|['’]ve|got|running)(?: got)? (?:the flu|a (?:fever|temperature)|caught|come down with)|stomach bug|food poisoning|migraine|not feeling well|feeling unwell|under the weather|(?:called|been) in sick|am off sick|had an accident|broke my (?:leg|arm|foot|ankle|wrist|hand|hip|nose|collarbone|finger))\b/i,
  death: /\b(?:passed away|died|death of|funeral)\b/i,
  goodNews:
    /\b(?:got (?:the job|promoted|married|engaged)|(?:we|i)(?: have|['’]ve)? won\b(?!['’]t)|was born|(?:we(?:['’]re| are)|i(?:['’]m| am)) (?:expecting|pregnant|having a baby)|(?:our|my) (?:daughter|son|baby) (?:is here|arrived|has arrived|got|passed|was)|passed (?:the|my) exam|have been promoted|delighted to (?:announce|share|tell))\b/i,
  complaint:
    /(?:(?:second|third|fourth) (?:time|outage|failure)|(?:got|received|delivered|sent|supplied|charged)(?: us)? (?:the )?wrong|wrong (?:size|part|item|amount|order|model|address|quantity)|(?:arrived|came|were|was) (?:damaged|broken|cracked|incomplete)|line (?:has been|is) down|unacceptable|complain|disappointed|not acceptable)/iu,
  leaving:
    /(?:i(?:'|’| a)m leaving(?! (?:now|early|soon|at|for|home|it|the (?:office|house|building|airport)|tomorrow|today|in \d))|(?:is|was) my last day|my last day|say(?:ing)? goodbye|my farewell)/iu,
  apology: /\b(?:i(?:['’]m| am)? (?:so |very |really )?sorry|apologi[sz]e|apologies)\b/i,
  formal: /^dear |\b(?:yours sincerely|yours faithfully|respectfully)\b/im,
  informal: /^(?:hi|hey|hello|morning|darling)\b|\b(?:cheers|hugs|xx+)\b|^(?:lots of |with |much )?love\b/im,
};
