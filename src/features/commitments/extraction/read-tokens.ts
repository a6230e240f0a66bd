/** One word in its usual spelling, or one sign. A contraction is several tokens: 'I'll' is 'i' and 'will'. */
export type Token = {
  word: string;
  /** Indices of its first character in the text and after its last one. */
  start: number;
  end: number;
  /** Whether it stands within quotation marks. */
  isCited: boolean;
};

const PIECE = /\p{L}+(?:['’]\p{L}+)*|\d+(?:[.:/-]\d+)*(?:st|nd|rd|th|am|pm)?|[^\s\p{L}\d]/giu;

/** Spellings of chats and of hurried people. */
const SPELLINGS: Readonly<Record<string, string>> = {
  u: "you",
  ur: "your",
  pls: "please",
  plz: "please",
  plse: "please",
  gonna: "going to",
  lemme: "let me",
  gimme: "give me",
  lets: "let us",
  lmk: "let me know",
  imma: "i am going to",
  "i'ma": "i am going to",
  ima: "i am going to",
  cud: "could",
  wud: "would",
  shud: "should",
  ya: "you",
  yous: "you",
  b4: "before",
  nxt: "next",
  wk: "week",
  wknd: "weekend",
  "2day": "today",
  "2nite": "tonight",
  thats: "that is",
  gotta: "have to",
  wanna: "want to",
  tmrw: "tomorrow",
  tmr: "tomorrow",
  tmw: "tomorrow",
  tomorow: "tomorrow",
  tommorow: "tomorrow",
  tommorrow: "tomorrow",
  "2morrow": "tomorrow",
  tomoz: "tomorrow",
  tonite: "tonight",
  thurs: "thursday",
  thur: "thursday",
  weds: "wednesday",
  tues: "tuesday",
  il: "i will",
  im: "i am",
  ive: "i have",
  youll: "you will",
  itll: "it will",
  theyll: "they will",
  wont: "will not",
  cant: "can not",
  cannot: "can not",
  dont: "do not",
  didnt: "did not",
  doesnt: "does not",
  isnt: "is not",
  wouldnt: "would not",
  couldnt: "could not",
  shouldnt: "should not",
  whos: "who is",
  whats: "what is",
  wheres: "where is",
  hows: "how is",
  "y'all": "you",
  recieve: "receive",
  shd: "should",
  cld: "could",
  wld: "would",
  abt: "about",
};

const SUFFIXES: Readonly<Record<string, string>> = {
  "'ll": "will",
  "'m": "am",
  "'re": "are",
  "'ve": "have",
  "'d": "would",
};
/** After these "'s" is 'is'; after a name it is a possessive. */
const BEFORE_IS = new Set("it that what who how where when there he she here everything this".split(" "));
/** Before 'ill' these show that it is no 'I'll'. */
const BEFORE_SICK = new Set(
  "is was are am be been being feel feels feeling felt fell fall very so seriously really still off it's and the too".split(
    " ",
  ),
);

export function readTokens(text: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  for (const piece of text.slice(from, to).matchAll(PIECE)) {
    const start = from + piece.index;
    const written = piece[0].toLowerCase().replaceAll("’", "'");
    const words = wordsOf(written, tokens.at(-1)?.word);
    for (const [index, word] of words.entries()) {
      const length = index === 0 && words.length > 1 ? Math.min(word.length, written.length - 1) : 0;
      const before = index === 0 ? start : (tokens.at(-1)?.end ?? start);
      const end = index === words.length - 1 ? start + written.length : before + length;
      tokens.push({ word, start: before, end: Math.max(before, end), isCited: false });
    }
  }
  markCited(tokens, text);
  return tokens;
}

function wordsOf(written: string, before: string | undefined): string[] {
  const spelling = Object.hasOwn(SPELLINGS, written) ? SPELLINGS[written] : undefined;
  if (spelling) return spelling.split(" ");
  if (written === "ill" && !BEFORE_SICK.has(before ?? "")) return ["i", "will"];
  const at = written.lastIndexOf("'");
  if (at <= 0) return [written];
  const [stem, suffix] = [written.slice(0, at), written.slice(at)];
  if (suffix === "'t" && stem.endsWith("n")) return [irregularStem(stem.slice(0, -1)), "not"];
  if (suffix === "'s" && BEFORE_IS.has(stem)) return [stem, "is"];
  const ending = Object.hasOwn(SUFFIXES, suffix) ? SUFFIXES[suffix] : undefined;
  return ending ? [stem, ending] : [written];
}

/** 'won't', 'can't' and 'shan't' lose letters of their verb. */
const irregularStem = (stem: string) => ({ wo: "will", ca: "can", sha: "shall" })[stem] ?? stem;

const OPENING = new Set(['"', "“", "„", "«", "‘", "'"]);
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "‘": "’",
  "'": "'",
};

/** Marks that stay open mark nothing: inches, a feature of the keyboard. */
function markCited(tokens: Token[], text: string): void {
  let open = -1;
  let closing = "";
  for (const [index, { word, start, end }] of tokens.entries()) {
    if (open < 0) {
      const isSpaceBefore = start === 0 || /[\s([{-]/.test(text[start - 1] ?? "");
      if (!OPENING.has(word) || !isSpaceBefore || /\s/.test(text[end] ?? " ")) continue;
      open = index;
      closing = CLOSING[word] ?? "";
    } else if (word === closing) {
      for (let inside = open; inside <= index; inside += 1) {
        const token = tokens[inside];
        if (token) token.isCited = true;
      }
      open = -1;
    }
  }
}
