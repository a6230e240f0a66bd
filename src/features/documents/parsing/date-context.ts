/** A date in a sentence: an ISO day, the time if one stands beside it, and where it stands. */
export type StatedDate = {
  day: string;
  time: string | null;
  index: number;
  length: number;
  hasYear: boolean;
};

/** A number that counts something else stands there: 'version 3', 'Absatz 3'. */
export const NUMBERED =
  /(?<!\p{L})(?:version|section|clause|line|bay|item|phase|stage|step|article|paragraph|para|page|schedule|part|no|number|model|level|unit|room|building|gate|terminal|chapter|annex|exhibit|appendix|figure|table|class|grade|tier|lot|option|fassung|abschnitt|absatz|abs|artikel|art|ziffer|nummer|nr|seite|anlage|punkt|los|stufe|phase|annexe|point|étape|número|núm|artículo|página|anexo|punto|fase)\.? $/iu;

const MONTH =
  "(?:jan(?:uary|uar|vier)?|jänner|ene(?:ro)?|feb(?:ruary|ruar|rero)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember)?|décembre|dic(?:iembre)?)";
const ORDINAL = "(?:st|nd|rd|th|er|\\.)?";
const TO = "(?: ?[–—-] ?| (?:to|until|and|or|bis(?: zum)?|und|au|et|ou|al|y) (?:the |el |le )?)";
/** 'vom 9. bis 11. März', 'del 9 al 11 de marzo', '10–12 March' */
const DAYS_BEFORE = new RegExp(
  `(?<![\\d.,/-])(\\d{1,2})${ORDINAL}${TO}(\\d{1,2})${ORDINAL} ?(?:of |de )?${MONTH}(?!\\p{L})`,
  "giu",
);
/** 'March 10–12, 2027' */
const DAYS_AFTER = new RegExp(
  `(?<!\\p{L})${MONTH}\\.? (\\d{1,2})${ORDINAL}${TO}(\\d{1,2})${ORDINAL}(?![\\d:.%]|\\p{L})`,
  "giu",
);

/** The dates with both ends of the ranges of one month: 'from 9 to 11 March' names the 9th too. */
export function withRangeEnds(sentence: string, found: readonly StatedDate[]): StatedDate[] {
  const added = [...sentence.matchAll(DAYS_BEFORE), ...sentence.matchAll(DAYS_AFTER)].flatMap(
    ({ 0: text, 1: first, 2: last, index }) => {
      if (NUMBERED.test(sentence.slice(0, index))) return [];
      const known = found.find((date) => date.index >= index - 1 && date.index <= index + text.length);
      if (!known) return [];
      return [Number(first), Number(last)].flatMap((date): StatedDate[] => {
        const day = `${known.day.slice(0, 8)}${String(date).padStart(2, "0")}`;
        const isKnown = date < 1 || date > 31 || found.some((each) => each.day === day);
        return isKnown ? [] : [{ ...known, day, time: null, index, length: text.length }];
      });
    },
  );
  return [...found, ...added].sort(
    (one, other) => one.index - other.index || one.day.localeCompare(other.day),
  );
}

/** What should have happened, and did not. */
const BYGONE =
  /\b(?:had been|should have|ought to have|(?:was|were) (?:due|not|never)|wasn['’]t|weren['’]t|did not|didn['’]t)\b|(?<!\p{L})(?:hätten?(?!\p{L}).{0,80}(?:müssen|sollen)|(?:war|waren)(?!\p{L}).{0,60}fällig|unterblieb|aurai(?:en)?t dû|n['’]a (?:pas|jamais) été|n['’]ont (?:pas|jamais) été|deber?ía haber|debió|no se (?:hizo|realizó))(?!\p{L})/iu;
/** Words of what is still to come. */
const AHEAD =
  /\b(?:will|shall|must|should(?! have)|next|please|booked|(?:set|fixed|postponed) (?:for|until)|promised (?:by|for)|is to|are to|scheduled|planned|expected|estimated|proposed|anticipated|wird|werden|muss|soll|bitte|nächste|prochaine?|doit|sera|aura|veuillez|debe|próxim[oa]|será)\b|\b(?:was|were|is) (?:therefore |unanimously |also )?(?:resolved|agreed|decided|instructed|asked|requested|invited)\b|(?<!\p{L})(?:beschlossen|vereinbart|il a été (?:décidé|convenu)|se (?:acordó|acuerda|decidió))(?!\p{L})/iu;
const DEADLINE =
  /(?<!\p{L})(?:by|until|before|due|deadline|bis|spätestens|avant|d['’]ici|jusqu['’](?:au|à)|au plus tard|antes|hasta|plazo|vence|vencimiento)(?!\p{L})/iu;

/** Whether the days without a year of a sentence have passed. `past`: the past tense of its language. */
export const isBygone = (sentence: string, past: RegExp): boolean =>
  BYGONE.test(sentence)
    ? !AHEAD.test(sentence)
    : past.test(sentence) && !AHEAD.test(sentence) && !DEADLINE.test(sentence);

/** Whether something is still to come by the words of a sentence. */
export const isAhead = (sentence: string): boolean => AHEAD.test(sentence) || DEADLINE.test(sentence);

const LONG_AFTER = 243 * 86_400_000;
/** A day without a year eight months after the document or more is the one that has just passed. */
export const isLongAfter = (day: string, from: string): boolean =>
  Date.parse(day) - Date.parse(from) > LONG_AFTER;

/** What stands in brackets around a place is a clause of its own: '(58,000 a month, February 15), whose score dropped'. */
export function clauseAt(sentence: string, index: number): string {
  const start = sentence.lastIndexOf("(", index);
  const end = sentence.indexOf(")", index);
  return start < 0 || end < 0 || sentence.slice(start, index).includes(")")
    ? sentence
    : sentence.slice(start + 1, end);
}

/** What a way would cost or mean that nobody has chosen: its day is none to keep. */
const CONDITIONAL =
  /\bwould (?:cost|save|mean|take|require|reduce|free)\b|(?<!\p{L})(?:würde|würden)(?!\p{L}).{0,80}(?:kosten|sparen|bedeuten)|(?<!\p{L})(?:coûterait|économiserait|costaría|ahorraría)(?!\p{L})/iu;
export const isConditional = (sentence: string): boolean => CONDITIONAL.test(sentence);
