/** What begins an exception: 'except', 'apart from', 'all but', 'not the …', 'skip', 'leave out'. */
const EXCEPTION =
  /(?:,| |^|;|:)(?:except(?:ing)?(?: for)?|apart from|other than|besides|excluding|save for|bar|minus|leaving aside|leave out|skip|not counting|(?<=\b(?:all|everything|everybody|everyone|them|any|every \w+) )but|but (?:not|without|leave(?: me)?|keep(?: me)?|the|my)|just not|only not|and not|(?<=[,.] ?)not|(?<=[a-z] )not(?= (?:the|my|those|that|from|for)\b)) /i;
/** 'Leaving the flight aside', 'only lunch stays', 'leave Bob's alone'. */
const AROUND: readonly RegExp[] = [
  /\b(?:leaving|leave|put|setting|set) ([^,.;]{2,60}?) (?:aside|alone|out(?: of it)?|as it is|where it is)\b/i,
  /[,;.] ?(?:only |just )?(?:the |my )?([^,.;]{2,40}?) (?:stays|can stay|remains|is to stay)\b/i,
];
/** 'That one stays' after what is left out. */
const AFTER =
  /,? (?:though|please|thanks?|that one stays|those stay|stays?(?: (?:there|as it is))?|alone|out(?: of it)?|(?:un)?read|(?:un)?starred|where (?:it is|they are))\b/i;

type Split = {
  words: string;
  exception: string | null;
  /** The sentence without what is left out. */
  rest: string;
};

/** What is meant without what is left out, as in 'all but the lease': the sentence has it where the role has not. */
export function splitException(item: string | undefined, sentence: string): Split {
  const exception = exceptionIn(sentence) ?? exceptionIn(item ?? "");
  const bare = before(item ?? "", EXCEPTION).trim();
  const words = exception ? withoutPart(bare, exception) : bare;
  return {
    words: words.replace(/(?<![,.;])[,.;]+$/, "").trim(),
    exception,
    rest: exception ? before(sentence, EXCEPTION) : sentence,
  };
}

const POINTING = /^(?:it|them|that|this|those|these|(?:that|this) one)$/i;

const before = (text: string, mark: RegExp): string => {
  const at = text.search(mark);
  return at < 0 ? text : text.slice(0, at);
};

/** The words of what is left out, as in 'all but the lease'; null for none. */
export function exceptionIn(text: string): string | null {
  for (const pattern of AROUND) {
    const [, around] = pattern.exec(text) ?? [];
    if (around && !POINTING.test(around.trim())) return around.trim();
  }
  const found = EXCEPTION.exec(text);
  if (!found) return null;
  const left = text.slice(found.index + found[0].length).replace(/(?<![.!?])[.!?]+$/, "");
  const bare = before(left, AFTER).trim();
  return !/\p{L}/u.test(bare) || POINTING.test(bare) ? null : bare;
}

/** A role may have both, one after the other. */
const withoutPart = (words: string, exception: string): string =>
  words.length > exception.length ? words.replace(exception, " ").trim() : words === exception ? "" : words;
