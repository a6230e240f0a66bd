/** What begins an exception wherever it stands: 'except', 'apart from', 'all but', 'not the …'. */
const EXCEPTION =
  /(?:,| |^|;|:)(?:except(?:ing)?(?: for)?|apart from|other than|besides|excluding|save for|leaving aside|leave out|not counting|(?<=\b(?:all|everything|everybody|everyone|them|any|every \w+) )but|but (?:not|without|leave(?: me)?|keep(?: me)?)|just not|only not|(?<=[,.] ?)not|(?<=[a-z] )not(?= (?:the|my|those|that|from|for)\b)) /i;
/** What begins one only after a set: 'all mails bar the last', 'high ones, skip urgent'. */
const AFTER_SET =
  /[ ,;.](?:bar|minus|skip|and not|but (?:the|my)|without(?= (?:the|my|that|those|\p{Lu}))) /u;
const SET =
  /\b(?:all|every\w*|both|each|any|whole|(?:e-?mail|mail|task|to-?do|meeting|event|document|newsletter|contract|message|chat|one|thing)s|high|urgent|low)\b/i;
/** 'Leaving the flight aside', 'only lunch stays', 'leave Bob's alone'. */
const AROUND: readonly RegExp[] = [
  /\b(?:leaving|leave|put|setting|set) ([^,.;]{2,60}?) (?:aside|alone|out(?: of it)?|as it is|where it is)\b/i,
  /[,;.] ?(?:only |just )?(?:the |my )?([^,.;]{2,40}?) (?:stays|can stay|remains|is to stay)\b/i,
];
/** 'That one stays' after what is left out. */
const AFTER =
  /,? (?:though|please|thanks?|that one stays|those stay|stays?(?: (?:there|as it is))?|alone|out(?: of it)?|(?:un)?read|(?:un)?starred|where (?:it is|they are))\b/i;

/** What is said after what is left out, and is no part of it: 'besides me, who …', 'all bar the last can go'. */
const GOES_ON =
  /, (?=(?:who|whom|what|which|when|where|how|why|it|it's|he|she|they|that|i|we|you|is|are|have|has|do|does|did|can|could|would|will|show|give|list|tell)\b)| (?=(?:can|could|should|may|must|is|are|goes?|gets?|has|have) )/i;
/** 'Not before noon' leaves nothing out. */
const TIMES = /^(?:before|after|until|till|now|yet|later|earlier|today|tomorrow|this|next)\b/i;

type Split = {
  words: string;
  exception: string | null;
  /** The sentence without what is left out. */
  rest: string;
};

/** What is left out, and where the words about it stand. */
type Found = { words: string; start: number; end: number };

/** What is meant without what is left out, as in 'all but the lease': the sentence has it where the role has not. */
export function splitException(item: string | undefined, sentence: string): Split {
  const found = findException(sentence);
  const inItem = findException(item ?? "");
  const exception = found?.words ?? inItem?.words ?? null;
  const bare = (inItem ? without(item ?? "", inItem) : (item ?? "")).trim();
  const words = exception ? withoutPart(bare, exception) : bare;
  return {
    words: words.replace(/(?<![,.;])[,.;]+$/, "").trim(),
    exception,
    rest: found ? without(sentence, found) : sentence,
  };
}

const without = (text: string, { start, end }: Found): string =>
  `${text.slice(0, start)} ${text.slice(end)}`.trim();

/** The words of what is left out, as in 'all but the lease'; null for none. */
export const exceptionIn = (text: string): string | null => findException(text)?.words ?? null;

const POINTING = /^(?:it|them|that|this|those|these|(?:that|this) one)$/i;

function findException(text: string): Found | null {
  for (const pattern of AROUND) {
    const found = pattern.exec(text);
    const words = found?.[1]?.trim() ?? "";
    if (found && words && !POINTING.test(words))
      return { words, start: found.index, end: found.index + found[0].length };
  }
  const begin = EXCEPTION.exec(text) ?? afterSet(text);
  if (!begin) return null;
  const left = text.slice(begin.index + begin[0].length).replace(/(?<![.!?])[.!?]+$/, "");
  const stop = left.search(AFTER);
  const goesOn = left.search(GOES_ON);
  const named = left.slice(0, Math.min(...[stop, goesOn, left.length].filter((at) => at >= 0)));
  const words = named.trim();
  if (!/\p{L}/u.test(words) || POINTING.test(words) || TIMES.test(words)) return null;
  const end = goesOn < 0 ? text.length : begin.index + begin[0].length + goesOn;
  return { words, start: begin.index, end };
}

function afterSet(text: string): RegExpExecArray | null {
  const found = AFTER_SET.exec(text);
  return found && SET.test(text.slice(0, found.index)) ? found : null;
}

/** A role may have both, one after the other. */
const withoutPart = (words: string, exception: string): string =>
  words.length > exception.length ? words.replace(exception, " ").trim() : words === exception ? "" : words;
