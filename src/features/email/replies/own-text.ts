/** What the sender of a mail wrote for it, and the name below. */
export type OwnText = {
  /** Without quoted and forwarded lines, signature and small print; empty where nothing else stands there. */
  text: string;
  /** The line below the closing; empty where there is none. */
  signedBy: string;
  /** Everything that they wrote for it, with greeting and closing. */
  whole: string;
};

/** Longer mails are read to here. */
const MAX_TEXT = 20_000;
/** A closing stands in the last lines. */
const MAX_CLOSING_LINES = 14;
const MAX_CLOSING_WORDS = 7;
const MAX_SENTENCE = 700;
/** A shorter line was not wrapped at the width of a page. */
const WRAPPED_FROM = 48;
/** Nor one shorter than this, although the next one goes on in small letters, as after 'Hi Ada,'. */
const CONTINUED_FROM = 36;

const OLDER =
  /^(?:-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|mensaje reenviado)|_{20,}|begin forwarded message|anfang der weitergeleiteten)/iu;
const HEADER = /^\*?(?:from|von|de|da|van) ?:/i;
const HEADER_BELOW =
  /^\*?(?:sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto|fecha) ?:/i;
const ATTRIBUTION_START = /^(?:on|am|le|el|il|op) /i;
const ATTRIBUTION_END = /(?:wrote|schrieb|geschrieben|a écrit|escribió|ha scritto|schreef)[^:]{0,80}:$/i;
const SIGNATURE =
  /^(?:--|—|__+|sent from my |get outlook for |von meinem |gesendet von |envoyé de mon |enviado desde )/i;
const SMALL_PRINT =
  /^(?:this (?:e-?mail|message)(?: and any| may| is| contains)|the information (?:contained )?in this|confidentiality notice|disclaimer|diese e-?mail (?:enthält|ist)|diese nachricht (?:enthält|ist)|ce (?:message|courriel)(?: et| est| peut)|este (?:mensaje|correo)(?: y| es| puede| contiene)|please consider the environment|(?:company )?registered (?:in|office)|sitz der gesellschaft|geschäftsführer)/i;
const CLOSING = new RegExp(
  `^(?:${[
    "all the best|with (?:many )?thanks|warmly|warmest|all my best|(?:with |my )?(?:very )?(?:best|kind|kindest|warm|warmest)(?: wishes| regards)?|regards|sincerely|yours|cheers|ciao|many thanks|thanks(?: again| in advance| so much)?|thank you(?: in advance)?|love|hugs|take care|talk soon|see you|speak soon",
    "mit (?:freundlichen|besten|lieben|herzlichen|vielen)|(?:ganz )?\\p{L}{3,20}e grüße|grüße|gruß|lieber gruß|herzlichst|hochachtungsvoll|mfg|vg|lg|bg|schöne[ns]? (?:tag|abend|wochenende|woche)|bis (?:bald|dann|morgen)|danke(?: dir| ihnen)?|vielen dank|dein[e]?|ihr[e]?",
    "(?:bien )?(?:cordialement|amicalement)|bien à|sincères|(?:meilleures )?salutations|à bientôt|(?:très )?(?:belle|bonne) (?:journée|soirée|semaine|fin de semaine)|bises|bisous|je vous prie d'agréer|veuillez agréer|merci(?: d'avance)?|très cordialement",
    "(?:un |muchos |cordiales )?(?:saludos?|abrazo|beso)(?: cordial(?:es)?)?|reciba un|atentamente|cordialmente|(?:muchas )?gracias(?: de antemano)?|hasta (?:pronto|luego)",
  ].join("|")})(?![\\p{L}\\p{N}])`,
  "iu",
);
const POSTSCRIPT = /^p\.? ?s\.?(?![\p{L}\p{N}])/iu;
const NAME = /^\p{Lu}[\p{L}'’.-]*(?: (?:(?:von|van|de|der|la|du) )?\p{Lu}[\p{L}'’.-]*){0,3}$/u;

/** Reads the first 20,000 characters; answers between quoted lines stay. */
export function ownTextOf(body: string): OwnText {
  const lines = body
    .slice(0, MAX_TEXT)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim());
  const newer = withoutQuotes(lines);
  const end = newer.findIndex((line, at) => isEnd(newer, line, at));
  const above = end < 0 ? newer : newer.slice(0, end);
  const below = end < 0 ? [] : newer.slice(end).filter(Boolean);
  const postscript = below.findIndex((line) => POSTSCRIPT.test(line));
  const signed = signatureIn(below, above);
  const written = isNameLine(above, signed) ? above.slice(0, above.lastIndexOf(signed)) : above;
  const own = [...written, ...(postscript < 0 ? [] : ["", ...below.slice(postscript)])];
  return {
    text: own
      .filter((line) => !SMALL_PRINT.test(line))
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
    signedBy: signed,
    whole: newer.join("\n"),
  };
}

/** A last line that is only the name of the sender, below what they wrote. */
const isNameLine = (above: readonly string[], signed: string) =>
  signed !== "" &&
  above.filter(Boolean).slice(-2).map(signerOf).includes(signed) &&
  NAME.test(signerOf(above.filter(Boolean).at(-1) ?? ""));

/** Up to what is older; quoted lines between are dropped with their introduction. */
function withoutQuotes(lines: readonly string[]): string[] {
  const newer: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const next = lines.slice(at + 1, at + 4).find((each) => each !== "") ?? "";
    if (OLDER.test(line) || (HEADER.test(line) && HEADER_BELOW.test(next))) break;
    if (line.startsWith(">")) continue;
    const length = attributionAt(lines, at);
    if (length === 0) newer.push(line);
    else {
      const after = lines.slice(at + length, at + length + 3).find((each) => each !== "") ?? "";
      if (!after.startsWith(">")) break;
      at += length - 1;
    }
  }
  return newer;
}

/** How many lines 'On Monday Ben wrote:' takes here; none where there is no such line. */
function attributionAt(lines: readonly string[], at: number): number {
  if (!ATTRIBUTION_START.test(lines[at] ?? "")) return 0;
  for (const length of [1, 2, 3]) {
    const line = lines[at + length - 1] ?? "";
    if (line === "") return 0;
    if (ATTRIBUTION_END.test(line)) return length;
  }
  return 0;
}

function isEnd(lines: readonly string[], line: string, at: number): boolean {
  if (at > 0 && SIGNATURE.test(line)) return true;
  // 'Thanks for the quick help!' below the greeting is the mail.
  if (ONLY_THANKS.test(line) && lines.slice(0, at).filter(Boolean).length < 2) return false;
  return at > 0 && lines.length - at <= MAX_CLOSING_LINES && isClosing(line);
}
const ONLY_THANKS =
  /^(?:many thanks|thanks|thank you|(?:vielen |herzlichen |besten )?dank|danke|merci|(?:muchas |mil )?gracias)(?!\p{L}).*[.!]$/iu;

/** 'Best regards', no sentence: 'Thank you, I will read it tomorrow.' ends nothing. */
export const isClosing = (line: string): boolean =>
  CLOSING.test(line) &&
  line.split(/\s+/).length <= MAX_CLOSING_WORDS &&
  line.length <= 70 &&
  !/[?;:]/.test(line) &&
  !/[.!]\s+\p{L}/u.test(line);

/** The first name below the closing, or after its comma: 'Best, Anna'; else a last line that is a name. */
function signatureIn(below: readonly string[], above: readonly string[]): string {
  const [closing = "", ...others] = below;
  const beside = closing.split(",").at(-1)?.trim() ?? "";
  if (closing.includes(",") && NAME.test(beside)) return beside;
  const signers = others.filter((line) => !FOR_FIRM.test(line));
  const named = signers
    .slice(0, 1)
    .map(signerOf)
    .find((line) => NAME.test(line));
  if (named) return named;
  const lines = above.filter(Boolean).map((line, at, all) => (at === all.length - 1 ? signerOf(line) : line));
  const last = lines.at(-1) ?? "";
  // 'Approved' below a greeting is no name.
  const isBelowText = lines.length > 2 || (lines.length === 2 && !/[,:!]$/.test(lines[0] ?? ""));
  const short = LAST_WORD.exec(closing)?.[1] ?? "";
  const isName = below.length === 0 && isBelowText && NAME.test(last) && last.split(" ").length <= 3;
  // 'Rick Stone' stands above 'City Report'.
  const upper = lines.at(-2) ?? "";
  const isFirm = isName && lines.length > 3 && NAME.test(upper) && upper.split(" ").length <= 3;
  return isFirm ? upper : isName ? last : short;
}

/** 'For Sundar Castings Ltd.' stands above the name of who signs. */
const FOR_FIRM = /^(?:for (?:and on behalf of )?|pour |por |für )\p{Lu}/u;
/** 'i. A. Sabine Klotz', 'Nathalie Roux, clerc de notaire', 'Piers Attwater MRICS' → the name */
const signerOf = (line: string): string => {
  // 'Liu Wenbo (Wendy)'
  const called = /^[\p{L} .'’-]{2,40} \((\p{Lu}\p{Ll}+)\)$/u.exec(line)?.[1];
  if (called !== undefined) return called;
  const bare = line.replace(/^(?:i\. ?[AV]\.|p\. ?p\.) ?/iu, "").replace(/[,.]$/, "");
  const at = bare.search(/, | [-–|] /);
  const name = at > 0 && bare.length < 70 && !/[?!]/.test(bare) ? bare.slice(0, at) : bare;
  return name
    .split(" ")
    .filter((word) => !POSTNOMINALS.test(word))
    .join(" ");
};
const POSTNOMINALS =
  /^(?:[MF]RICS|LL\.?M\.?|MBA|Ph\.?D\.?|CPA|ACA|FCA|ACCA|CFA|KC|QC|OBE|MBE|CBE|Esq\.?|M\.?D\.?|M\.?A\.?|B\.?Sc\.?|M\.?Sc\.?)$/u;

/** 'LG Anna' */
const LAST_WORD = /^(?:lg|vg|bg|mfg|cheers|thanks|danke|gruß|bises|saludos) (\p{Lu}[\p{L}'’-]+)$/iu;

const ABBREVIATION =
  /(?:^|[\s(])(?:Mio|Mrd|Mr|Mrs|Ms|Dr|cl|art|arts|w\.e\.f|nos|núm|resp|sect|para|cf|incl|z\. ?Hd|lt|gem|Prof|St|No|Nr|vs|z|z\.\s?B|bzw|ca|Hr|Fr|Mme|M|Sr|Sra|Dra|Ud|Uds|Std|Abs|Art|inkl|ggf|evtl|usw|etc|approx|e\.g|i\.e|arr|dep|Jan|Feb|Aug|Sept|Oct|Nov|Dec|Ltd|Inc|\p{Lu})\.$/u;
const MONTH =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;

/** The sentences, in their words; wrapped lines are joined, items of lists stand alone. */
export function sentencesOf(text: string): string[] {
  const paragraphs: string[] = [];
  let open = "";
  for (const line of text.split("\n").map((each) => each.trim())) {
    const isItem = /^(?:[-*•–]|\d{1,2}[.)]|\([a-h]\))\s/.test(line);
    const isWrapped = open.length >= WRAPPED_FROM || (open.length >= CONTINUED_FROM && /^\p{Ll}/u.test(line));
    const isRow = ROW.test(line) || ROW.test(open);
    const isContinued = isWrapped && !isRow && line !== "" && !isItem && !/[.!?:;]$/.test(open);
    if (isContinued) open = `${open} ${line}`;
    else {
      paragraphs.push(open);
      open = line;
    }
  }
  return [...paragraphs, open].flatMap(splitParagraph);
}

/** A row of a table, with its columns apart. */
const ROW = /\S {3,}\S|\t/u;

function splitParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const part of paragraph.split(
    /(?<=[?!])\s+(?=[\p{L}\p{N}"'“«„(¿¡])|(?<=[.…])\s+(?=[\p{Lu}\p{N}"'“«„(¿¡])/u,
  )) {
    // '1.' of a list, 'Dr.' and '4. Dezember' end nothing.
    const isOpen =
      ABBREVIATION.test(open) ||
      /^\d{1,2}\.$/.test(open) ||
      (/\d\.$/.test(open) && part.startsWith("(")) ||
      (/\d\.$/.test(open) && MONTH.test(part));
    if (open !== "" && !isOpen) sentences.push(open);
    open = open !== "" && isOpen ? `${open} ${part}` : part;
  }
  return [...sentences, open].map((each) => each.trim().slice(0, MAX_SENTENCE)).filter(Boolean);
}
