/** How a mail begins and ends: 'Hi Anna,' and 'Best,\nAda'. Null where it has no such line. */
export type Salutation = { greeting: string | null; closing: string | null };

export const NO_SALUTATION: Salutation = { greeting: null, closing: null };

const MAX_LINE = 80;
/** Without a comma after it, a longer first line is a sentence. */
const MAX_GREETING_WORDS = 6;
/** A closing, the name below it, and what stands below the name. */
const MAX_CLOSING_LINES = 3;

/** English, German, French and Spanish. Those of a time of the day are missing: they would be wrong at another. */
const GREETING_WORDS = new RegExp(
  `^(?:${[
    "dear|hi|hello|hey",
    "hallo|liebe[rs]?|sehr geehrte[rs]?|sehr verehrte[rs]?|guten tag|moin|servus|grüezi|grüß (?:gott|dich|sie|euch)",
    "bonjour|salut|coucou|ch(?:er|ère|ers|ères)|madame|monsieur|maître|docteur",
    "hola|estimad[oa]s?|querid[oa]s?",
  ].join("|")})(?![\\p{L}\\p{N}])`,
  "iu",
);
const CLOSING_WORDS = new RegExp(
  `^(?:${[
    "(?:all the |my |with )?(?:best|kind|warm)(?:est)?|regards|sincerely|yours|cheers|(?:many )?thanks|thank you|talk soon|take care|hugs|love|ciao|xx+",
    "mit (?:freundlichen|besten|lieben|herzlichen|vielen)|(?:ganz )?\\p{L}{3,20}e grüße|gruß|grüße|herzlichst|mfg|vg|lg|bg",
    "(?:bien )?(?:cordialement|amicalement)|bien à|sincères|(?:meilleures )?salutations|à bientôt|merci|bises|bisous|je t'embrasse",
    "(?:un |muchos |cordiales )?(?:cordial |fuerte )?(?:saludos?|abrazo|besos?)|atentamente|cordialmente|gracias",
  ].join("|")})(?![\\p{L}\\p{N}])`,
  "iu",
);
/** A signature, a forwarded text, quoted lines. */
const MARK = /^(?:--$|-----|_____|>)/;
/** 'On …, Clara wrote:' in the same languages. */
const ATTRIBUTION = /^(?:On|Am|Le|El) /;
const WROTE = /wrote|schrieb|a écrit|escribió/;

/** Reads the first and the last lines of what its author wrote. */
export function parseSalutation(body: string): Salutation {
  const lines = writtenLines(body);
  return { greeting: greetingOf(lines[0] ?? ""), closing: closingOf(lines) };
}

/** The lines with text, up to what is quoted below. */
function writtenLines(body: string): string[] {
  const lines = body.split(/\r?\n/).map((line) => line.trim());
  const border = lines.findIndex(isBorder);
  return lines.slice(0, border < 0 ? lines.length : border).filter(Boolean);
}

/** Where the text of others, or a signature, begins. */
const isBorder = (line: string) =>
  MARK.test(line) || (ATTRIBUTION.test(line) && line.endsWith(":") && WROTE.test(line));

/** 'Hi Anna,' also of 'Hi Anna, thank you for the draft.' */
function greetingOf(line: string): string | null {
  if (!GREETING_WORDS.test(line)) return NAME_ALONE.test(line) && !CLOSING_WORDS.test(line) ? line : null;
  const end = line.search(/[,!]|:$/);
  const greeting = end < 0 ? line : line.slice(0, end + 1);
  const isSentence = end < 0 && greeting.split(/\s+/).length > MAX_GREETING_WORDS;
  return isSentence || greeting.length > MAX_LINE || /[?;<>@/]|:./.test(greeting) ? null : greeting;
}

/** 'Deborah,' */
const NAME_ALONE = /^\p{Lu}\p{Ll}{2,20},$/u;

function closingOf(lines: readonly string[]): string | null {
  const formal = lines
    .slice(1)
    .findLastIndex((line) => FORMAL_CLOSING.test(line) && line.length <= MAX_FORMAL);
  if (formal >= 0 && lines.length - 1 - (formal + 1) < MAX_CLOSING_LINES)
    return lines.slice(formal + 1).join("\n");
  const last = lines.slice(1).slice(-MAX_CLOSING_LINES);
  const start = last.findIndex((line) => CLOSING_WORDS.test(line) && isShort(line));
  if (start < 0) return null;
  const closing = last.slice(start);
  return closing.every((line) => isShort(line) && !/[?:;<>@/]/.test(line)) ? closing.join("\n") : null;
}

/** A whole sentence of courtesy. */
const FORMAL_CLOSING =
  /^(?:je vous prie (?:d['’]agréer|de (?:croire|recevoir))|veuillez (?:agréer|croire|recevoir)|recevez,|nous vous prions)/iu;
const MAX_FORMAL = 160;

/** No sentence: 'Thanks for the draft, I will read it tomorrow.' closes nothing. */
const isShort = (line: string) =>
  line.length <= MAX_LINE &&
  line.split(/\s+/).length <= MAX_GREETING_WORDS &&
  !/[.!?]\s+\p{L}{4,}|,\s*\p{Ll}/u.test(line);
