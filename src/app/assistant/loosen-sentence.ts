/**
 * The same sentence, tried where it fits no phrase as it stands: without the words that say nothing, and with slips of the
 * pen mended by the words that phrases know. (The plain word for a rare one was tried too: it led astray.)
 */
export function* loosened(sentence: string, vocabulary: ReadonlySet<string>): Generator<string> {
  const bare = replaced(sentence, FILLERS);
  const seen = new Set([sentence]);
  for (const variant of [bare, mended(bare, vocabulary)]) {
    if (seen.has(variant)) continue;
    seen.add(variant);
    yield variant;
  }
}

type Rules = readonly (readonly [RegExp, string])[];

const replaced = (sentence: string, rules: Rules): string =>
  rules
    .reduce((said, [pattern, plain]) => said.replace(pattern, plain), sentence)
    .replaceAll(/\s+/g, " ")
    .trim();

const FILLERS: Rules = [
  [/\b(just|quickly|real quick|really|actually|maybe|perhaps|kindly|simply|basically|um+|uh+|erm)\b,?/gi, ""],
  [
    /\b(right now|at the moment|at present|currently|by the way|if you can|if possible|when you can|asap)\b,?/gi,
    "",
  ],
  [/[,;]? (again|then|too|already|though|anyway|ok|okay|mate|buddy)[.!?]*$/i, ""],
  [/^(alright|right|and|but|also|yes|yeah|sure|great|good)[, ]+(?=\S+ \S)/i, ""],
  [
    /^(i was wondering|i wonder|do you know|any idea|can you tell me|could you tell me|tell me) (if|whether) /i,
    "",
  ],
  [
    /^(i was wondering|i wonder|do you know|any idea|can you tell me|could you tell me|remind me) (?=(what|who|when|where|which|how)\b)/i,
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

/** Words of which at most one letter is wrong, or two stand in each other's place; names and short words stay. */
function mended(sentence: string, vocabulary: ReadonlySet<string>): string {
  return sentence.replaceAll(/\b[a-z]{5,}\b/g, (word) => {
    if (vocabulary.has(word)) return word;
    for (const known of vocabulary)
      if (Math.abs(known.length - word.length) <= 1 && known[0] === word[0] && isOneSlip(word, known))
        return known;
    return word;
  });
}

function isOneSlip(word: string, known: string): boolean {
  let start = 0;
  while (start < word.length && word[start] === known[start]) start += 1;
  let end = 0;
  const most = Math.min(word.length, known.length) - start;
  while (end < most && word[word.length - 1 - end] === known[known.length - 1 - end]) end += 1;
  const left = word.slice(start, word.length - end);
  const right = known.slice(start, known.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
