const EXCEPTION =
  /(?:,| |^)(?:except(?: for)?|apart from|other than|besides|excluding|save for|(?<=\b(?:all|everything|everybody|everyone|them) )but|but (?:not|leave(?: me)?|keep(?: me)?)|just not|only not|(?<=, ?)not|(?<=[a-z] )not(?= (?:the|my|those|that|from|for)\b)) /i;
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

const before = (text: string, mark: RegExp): string => {
  const at = text.search(mark);
  return at < 0 ? text : text.slice(0, at);
};

function exceptionIn(text: string): string | null {
  const found = EXCEPTION.exec(text);
  if (!found) return null;
  const left = text.slice(found.index + found[0].length).replace(/(?<![.!?])[.!?]+$/, "");
  const bare = before(left, AFTER).trim();
  return !/\p{L}/u.test(bare) || /^(?:it|them|that|this|those|these)$/i.test(bare) ? null : bare;
}

/** A role may have both, one after the other. */
const withoutPart = (words: string, exception: string): string =>
  words.length > exception.length ? words.replace(exception, " ").trim() : words === exception ? "" : words;
