/** Longer than this it is a letter, not a command; no more of a mail than the second is looked at. */
const MAX_COMMAND = 1000;
const MAX_INSPECTED = 4000;
/** Shorter lines may stand in a mail and be meant as well. */
const REQUEST_PREFIX = 20;

/** How mail programs introduce what they quote, in the languages that they do it in most; it may run over three lines. */
const ATTRIBUTION =
  /(?<![^\n])(On|Am|Le|El|Il|Op|Den|Em|W dniu|Dne|Vào)\b[^\n]*(\n[^\n]+){0,2}?(wrote|schrieb[^\n:]{0,80}|a écrit|escribió|ha scritto|schreef[^\n:]{0,80}|skrev[^\n:]{0,80}|escreveu|napisał\(a\)|napsal\(a\)|đã viết)\s?:\s*$/mu;
/** Before the first empty line, where a letter begins with it. */
const GREETING = /^(hi|hello|hey|dear|good (morning|evening|afternoon))\b[^\n]{0,40}\n\n+/i;
/** From such a line on nothing is the writer's: quotes, signatures, the headers of what was answered, what a telephone adds. */
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
 * The first paragraph of an answer, above everything that is quoted; null where there is none, or where it stands in the
 * mail that was answered (`said`, line by line), because then a program quoted it without saying so.
 */
export function parseMailCommand(body: string, said: readonly string[]): string | null {
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
  return said.map(plain).some((line) => isSame(line, first) || isSame(line, command)) ? null : command;
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Programs break long lines anew. */
const isSame = (said: string, command: string) =>
  said === command ||
  (command.length >= REQUEST_PREFIX && said.startsWith(command)) ||
  (said.length >= REQUEST_PREFIX && command.startsWith(said));
