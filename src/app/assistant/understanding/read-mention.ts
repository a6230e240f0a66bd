import { parseMoment } from "#platform/time/parse-moment.ts";
import { type Period, parsePeriod } from "../phrases/parse-period.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** What the words that name something say about it. */
export type Mention = {
  words: string;
  /** The stems that must be found in what is meant. */
  content: string[];
  /** Words for the kind of thing: they may be found in it, but need not. */
  kindWords: string[];
  /** 'All', 'every', 'both': what is meant are several. */
  isAll: boolean;
  /** 'It', 'that one', 'them': what was shown last. */
  isPointing: boolean;
  /** 'The second one' is 1; -1 is the last. */
  place: number | null;
  /** The time by which it is named, as in 'my 3 o'clock' and 'tomorrow's review'. */
  period: Period | null;
  moment: Date | null;
  /** 'The latest', 'the last mail'. */
  isLatest: boolean;
};

type Situation = { now: Date; timeZone: string };

const SMALL = new Set(
  `a an the my our your his her their this that these those it its of for from to with by about on in at and or re regarding concerning
  me i we you is are be one ones thing things stuff please mr mrs ms dr called named which who what whole entire please existing current`.split(
    /\s+/,
  ),
);
const ALL = new Set(
  "all every everything each both any everyone everybody whatever anything them these those".split(" "),
);
const POINTING =
  /^(?:(?:all|both) of )?(?:it|that|this|them|these|those|that one|this one|the one|those ones|the same|both)$/i;
const PLACES: Record<string, number> = { first: 0, second: 1, third: 2, fourth: 3, fifth: 4, last: -1 };
const LATEST = /\b(latest|newest|most recent|last)\b/i;

/** Reads a mention such as 'the mail from Tom about the invoice'. `kindStems` are the stems of words for the kind. */
export function readMention(words: string, kindStems: ReadonlySet<string>, situation: Situation): Mention {
  const bare = words
    .trim()
    .replace(/(?<![.?!,])[.?!,]+$/, "")
    .replace(/\bone[- ](?:to|on)[- ]one\b/i, "1:1");
  const place = placeIn(tokensOf(bare), bare);
  const timed = place === null ? timeIn(bare, situation) : { rest: bare, period: null, moment: null };
  const tokens = tokensOf(timed.rest).filter(({ shape }) => shape !== "mark");
  const content: string[] = [];
  const kindWords: string[] = [];
  for (const { word, stem } of tokens) {
    if (
      SMALL.has(word) ||
      ALL.has(word) ||
      Object.hasOwn(PLACES, word) ||
      /^(latest|newest|recent|most|new)$/.test(word)
    )
      continue;
    (kindStems.has(stem) ? kindWords : content).push(stem);
  }
  return {
    words: bare,
    ...{ content, kindWords, place, period: timed.period, moment: timed.moment },
    isAll: tokens.some(({ word }) => ALL.has(word)),
    isPointing: POINTING.test(
      bare.replace(
        /^(?:the|that|this|those|these) (?:task|meeting|event|mail|e-?mail|message|document|reminder|call|note|one)s?$/i,
        "that",
      ),
    ),
    isLatest: place !== -1 && LATEST.test(bare),
  };
}

function placeIn(tokens: readonly Token[], bare: string): number | null {
  const found = tokens.find(({ word }) => Object.hasOwn(PLACES, word));
  if (found && /^(?:the )?\w+(?: (?:one|task|mail|email|event|meeting|two|three))?$/i.test(bare))
    return PLACES[found.word] ?? null;
  const [, digits] = /^(?:number|no\.?|#) ?(\d)$/i.exec(bare) ?? [];
  return digits ? Number(digits) - 1 : null;
}

type Timed = { rest: string; period: Period | null; moment: Date | null };

/** The longest run of up to five words that names a time, taken out. */
function timeIn(text: string, situation: Situation): Timed {
  const clock = /\b(?:my |the )?(\d{1,2}(?:[:.]\d\d)?)(?: ?o'?clock)\b/i.exec(text);
  if (clock)
    return { rest: text.replace(clock[0], " "), period: null, moment: momentOf(`at ${clock[1]}`, situation) };
  const words = [...text.matchAll(/[^\s]+/g)].slice(0, 30);
  for (const length of [5, 4, 3, 2, 1])
    for (let start = 0; start + length <= words.length; start += 1) {
      const from = words[start]?.index ?? 0;
      const last = words[start + length - 1];
      const to = (last?.index ?? 0) + (last?.[0].length ?? 0);
      const some = text
        .slice(from, to)
        .replace(/[\u2019']s$/, "")
        .replace(/[,.?!]$/, "");
      const period = parsePeriod(some, situation);
      const moment = period ? null : /\d/.test(some) ? wholeMoment(some, situation) : null;
      if (period || moment) return { rest: `${text.slice(0, from)} ${text.slice(to)}`, period, moment };
    }
  return { rest: text, period: null, moment: null };
}

const momentOf = (text: string, situation: Situation): Date | null => {
  const found = parseMoment(text, situation);
  return found?.hasTime ? found.at : null;
};

function wholeMoment(text: string, situation: Situation): Date | null {
  if (!/[:]|[ap]\.?m|o'?clock|noon/i.test(text)) return null;
  const found = parseMoment(text, situation);
  return found?.hasTime && found.span.start === 0 && found.span.end === text.length ? found.at : null;
}
