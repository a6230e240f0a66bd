import { isOneEditApart } from "../understanding/match-words.ts";

/**
 * Variants of a sentence that matches no phrase: without filler words, then with typos corrected to words that phrases
 * use, and last with plain synonyms for its first words and nouns.
 */
export function* correctedSentences(sentence: string, vocabulary: ReadonlySet<string>): Generator<string> {
  const bare = replaced(sentence, FILLERS);
  const seen = new Set([sentence]);
  const straight = correctTypos(bare, vocabulary);
  for (const variant of [bare, straight, replaced(straight, PLAIN)]) {
    if (seen.has(variant)) continue;
    seen.add(variant);
    yield variant;
  }
}

type Rules = readonly (readonly [RegExp, string])[];

const replaced = (sentence: string, rules: Rules): string =>
  rules
    .reduce((text, [pattern, plain]) => text.replace(pattern, plain), sentence)
    .replaceAll(/\s+/g, " ")
    .trim();

const FILLERS: Rules = [
  [/\b(just|quickly|real quick|really|actually|maybe|perhaps|kindly|simply|basically|um+|uh+|erm)\b,?/gi, ""],
  [
    /\b(right now|at the moment|at present|currently|by the way|if you can|if possible|when you can|asap)\b,?/gi,
    "",
  ],
  [/[,;]? (again|then|too|already|though|anyway|ok|okay|mate|buddy)[.!?]*$/i, ""],
  [/^(alright|right|and|but|also|yes|yeah|sure|great|good)[, ]+(?=[^\s,]\S* \S)/i, ""],
  [
    /^(i was wondering|i wonder|i(?:'d| would) like to know|i (?:need|want) to know|let me know|do you know|any idea|can you tell me|could you tell me|tell me|check|see) (if|whether) /i,
    "",
  ],
  [
    /^(i was wondering|i wonder|i(?:'d| would) like to know|i (?:need|want) to know|let me know|do you know|any idea|can you tell me|could you tell me|tell me|remind me) (?=(what|who|when|where|which|how)\b)/i,
    "",
  ],
  [/^(i'd|i would) (like|love) (you )?to /i, ""],
  [/^(i want|i wanna|i wish|i need) (you )?to /i, ""],
  [
    /^(i want|i need|i'd like|i would like|gimme|get me|fetch me|give me|let me have|let me see|can i (see|have|get)|could i (see|have|get)|may i (see|have)) /i,
    "show ",
  ],
  [/^(would you mind|do you mind) (\w+?)ing\b/i, "$2"],
];

/** Only at the start of a sentence, and for unambiguous nouns: elsewhere the replacements caused wrong matches. */
const PLAIN: Rules = [
  [
    /^(display|view|see|get|fetch|print|bring up|pull up|check|look at|go over|tell me( about)?|read( me)?( out)?) /i,
    "show ",
  ],
  [/^(i am|i'm) (looking|searching) for /i, "find "],
  [/^(locate|where can i find|where did i put|where do i have) /i, "find "],
  [/^(have i got|did i get|got) /i, "do i have "],
  [/^(is|are) there (any|some|anything)?/i, "do i have $2 "],
  [/^(make|note down|jot down|write down|log|register|enter) (a|an) /i, "create a "],
  [/^(erase|scrap|discard|get rid of|throw out|throw away|bin) /i, "delete "],
  [/^(i've got|i got) /i, "i have "],
  [/\b(engagements?|commitments?)\b/gi, "meetings"],
  [/\b(chores|assignments|duties|action items|to dos)\b/gi, "tasks"],
  [/\b(diary|planner|timetable)\b/gi, "calendar"],
  [/\b(co-?workers|teammates|workmates)\b/gi, "colleagues"],
  [/\b(unfinished|incomplete|remaining|undone|uncompleted)\b/gi, "open"],
  [/\b(pdf|memo)\b/gi, "document"],
  [/\b(still|yet|ever|any ?more|at all|so far)\b/gi, ""],
];

/** Corrects one wrong, missing or extra letter or two swapped ones; capitalized and short words (under 5) stay. */
function correctTypos(sentence: string, vocabulary: ReadonlySet<string>): string {
  return sentence.replaceAll(/\b[a-z]{5,}\b/g, (word) => {
    if (vocabulary.has(word)) return word;
    for (const known of vocabulary) if (known[0] === word[0] && isOneEditApart(word, known)) return known;
    return word;
  });
}
