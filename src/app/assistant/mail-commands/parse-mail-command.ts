/** Longer text is not a command; and only the first MAX_INSPECTED characters of a mail are read. */
const MAX_COMMAND = 1000;
const MAX_INSPECTED = 4000;
/** Shorter commands must match a line of the notice exactly to count as quoted. */
const REQUEST_PREFIX = 20;

/** How mail programs introduce a quote, in their most common languages; it may span three lines. */
const ATTRIBUTION =
  /(?<![^\n])(On|Am|Le|El|Il|Op|Den|Em|W dniu|Dne|Vào)\b[^\n]*(\n[^\n]+){0,2}?(wrote|schrieb[^\n:]{0,80}|a écrit|escribió|ha scritto|schreef[^\n:]{0,80}|skrev[^\n:]{0,80}|escreveu|napisał\(a\)|napsal\(a\)|đã viết)\s?:\s*$/mu;
/** A salutation before the first empty line. */
const GREETING = /^(hi|hello|hey|dear|good (morning|evening|afternoon))\b[^\n]{0,40}\n\n+/i;
/** The writer's own text ends at such a line: quotes, signatures, headers of the original mail, phone footers. */
const QUOTED = [
  ATTRIBUTION,
  /(?<![^\n])[^\S\n]*[>|]/,
  /^--\s?$/m,
  /(?<![^\n])[^\S\n]*[-_=*]{3}/,
  /(?<![^\n])\*?[\p{L} -]{2,20}:\*? [^\n@]*@[^\n]*\n\*?[\p{L} -]{2,20}:/mu,
  /^\*?(From|Von|De|Da|Van|Od|Från|Fra|Sent|Gesendet|Envoyé|Enviado|Inviato|Verzonden|Subject|Betreff):/im,
  /^(Sent|Get|Gesendet|Envoyé|Enviado|Inviato|Verstuurd|Von meine[mr]) (from|by|Outlook|von|mit|depuis|de|desde|da|vanaf|iPhone|Android)\b/im,
];

/**
 * The first paragraph of a reply above all quoted text; null if there is none, or if it appears in the mail that was
 * answered (`originalLines`, line by line): then a program quoted it without marking it.
 */
export function parseMailCommand(body: string, originalLines: readonly string[]): string | null {
  const text = body
    .slice(0, MAX_INSPECTED)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\u00a0", " ")
    .replaceAll(/^[ \t]+$/gm, "")
    .replace(/^\s+/, "")
    .replace(GREETING, "");
  const cuts = QUOTED.flatMap((mark) => mark.exec(text)?.index ?? []);
  const [paragraph = ""] = text.slice(0, Math.min(text.length, ...cuts)).split(/\n\n/);
  const command = plain(paragraph);
  if (command === "" || command.length > MAX_COMMAND || !/\p{L}/u.test(command)) return null;
  const [first = ""] = paragraph.split("\n").map(plain);
  return originalLines.map(plain).some((line) => isSame(line, first) || isSame(line, command))
    ? null
    : command;
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Compares by prefix, because mail programs wrap long lines. */
const isSame = (line: string, command: string) =>
  line === command ||
  (command.length >= REQUEST_PREFIX && line.startsWith(command)) ||
  (line.length >= REQUEST_PREFIX && command.startsWith(line));
