/*
 * A model may only rephrase a sentence of a briefing. Every number, name, title, date and state word in it is a fact,
 * and the facts must be the same in the same order, so that none is added, lost or swapped.
 */

/** Words for time and amount; next to digits they state when and how much. */
const FACT_WORDS = new Set(
  [
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty fifty sixty",
    "hundred thousand million dozen half quarter both couple twice once second third fourth fifth last next several few many",
    "all every each most none only monday tuesday wednesday thursday friday saturday sunday january february march april",
    "june july august september october november december today tomorrow yesterday tonight midnight noon morning afternoon",
    "evening week weeks month months year years day days hour hours minute minutes min",
  ]
    .join(" ")
    .split(" "),
);

/** State words: each one of the sentence must remain and none may be added, in any order. */
const STATE_WORDS = new Set(
  [
    "overdue due late urgent unread high low priority overlap free ahead simulated estimated longest waited heavy moderate",
    "light not no never without cancelled canceled moved postponed done completed finished failed rain snow storm sunny clear",
    "cloudy umbrella longer usual usually nothing planned read sent paid signed approved rejected accepted declined",
  ]
    .join(" ")
    .split(" "),
);

/** The words of the built-in sentences (briefing-sentences.ts); any other word counts as a name. */
const OUR_WORDS = new Set(
  [
    "a ahead all allow an and are article articles at before besides date day days deadline drop due email emails event events",
    "expected finish for free from has heavy high in is it its late light longer longest meeting meetings min moderate more move",
    "new news no nothing now of on or overdue overlap past planned priority rain simulated since stretch take takes task tasks than",
    "the to traffic umbrella unread until up urgent usual usually waited",
  ]
    .join(" ")
    .split(" "),
);

/** Words that may begin a sentence without being a name. A closed list, so that a name cannot hide there. */
const OPENERS = new Set(
  [
    "a after ahead allow also among and another are around as at be because before begin besides but by clear complete consider",
    "do drop either email emails event events expect finally finish first for free from has have here if in is it its keep leave",
    "look make mark meeting meetings mind more move need new note nothing of on open or otherwise over overdue plan please",
    "remember review see since start still take task tasks the their then there these they this to traffic until unread up urgent",
    "use watch what when where while with you your",
  ]
    .join(" ")
    .split(" "),
);

const TOKEN = /'[^']+?'(?![\p{L}\p{N}])|\d+(?:[.:,/]\d+)*|[\p{L}][\p{L}\p{M}’'-]*|[°%$€£]/gu;

/** Whether `text` states the same facts as `sentence`, as far as a program can check; false when in doubt. */
export function hasSameFacts(text: string, sentence: string, titles: readonly string[]): boolean {
  if (text.length > 2 * sentence.length + 80 || SUSPICIOUS.test(text)) return false;
  const given = tokensOf(sentence, titles).map((token) => ({
    ...token,
    isFact: token.isFact || !OUR_WORDS.has(token.value),
  }));
  const known = new Set(given.filter(({ isFact }) => isFact).map(({ value }) => value));
  const phrasedTokens = tokensOf(text, titles).map((token) => ({
    ...token,
    isFact: token.isFact || known.has(token.value),
  }));
  const facts = (tokens: readonly Token[]) => tokens.filter(({ isFact }) => isFact).map(({ value }) => value);
  const states = (tokens: readonly Token[]) =>
    [...new Set(tokens.map(({ value }) => value).filter((value) => STATE_WORDS.has(value)))].sort();
  return sameList(facts(phrasedTokens), facts(given)) && sameList(states(phrasedTokens), states(given));
}

type Token = { value: string; isFact: boolean };

/** Line breaks, markup, addresses, and invisible or direction-changing characters. */
const SUSPICIOUS = /[\r\n<>[\]`*_{}|\\#@]|https?:|www\.|\p{Cc}|\p{Cf}|\p{Co}/u;

function tokensOf(text: string, titles: readonly string[]): Token[] {
  const { masked, found } = withoutTitles(text, titles);
  return [...masked.matchAll(MASKED)].map(({ 0: word, 1: place, index }) => {
    const isFirst = /(^|[.!?:;])\s*$/.test(masked.slice(0, index));
    if (place !== undefined) return { value: found[Number(place)] ?? "", isFact: true };
    const value = word.toLowerCase();
    const isName = /^\p{Lu}/u.test(word) && !(isFirst && OPENERS.has(value));
    const isFact = isName || word.startsWith("'") || /^[\d°%$€£]/.test(word) || FACT_WORDS.has(value);
    return { value, isFact };
  });
}

const MASKED = new RegExp(`\u0001(\\d+)\u0001|${TOKEN.source}`, "gu");

/** Titles may contain anything, including numbers and quotes: each is masked as one fact. */
function withoutTitles(text: string, titles: readonly string[]): { masked: string; found: string[] } {
  const found: string[] = [];
  let masked = text.replaceAll("\u0001", "");
  for (const title of [...titles].sort((a, b) => b.length - a.length)) {
    const quoted = `'${title}'`;
    if (!masked.includes(quoted)) continue;
    masked = masked.replaceAll(quoted, ` \u0001${found.length}\u0001 `);
    found.push(quoted);
  }
  return { masked, found };
}

const sameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, index) => value === other[index]);
