/** How mail programs introduce quoted text, in the most common languages; it may span three lines. */
const ATTRIBUTION = new RegExp(
  [
    "(?<![^\\n])(On|Am|Le|El|Il|Op|Den|Em|W dniu|Dne|Vào)\\b[^\\n]*(\\n(?!>)[^\\n]+){0,2}?",
    "\\b(wrote|schrieb[^\\n:]{0,80}|a écrit|escribió|ha scritto|schreef[^\\n:]{0,80}|skrev[^\\n:]{0,80}|escreveu|napisał\\(a\\)|napsal\\(a\\)|đã viết)\\s?:\\s*$",
  ].join(""),
  "mu",
);
/** Everything below is older: the separators of Outlook and of forwarded mail. */
const OLDER = [
  /^-{2,}\s*(Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Forwarded message|Oorspronkelijk bericht)\s*-{2,}\s*$/im,
  /^_{20,}[^\S\n]*\n+\*?(From|Von|De|Da|Van):/m,
  /^\*?(From|Von|De|Da|Van):\*? .+\n(.*\n){0,3}?\*?(Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato|Verzonden):/m,
];
const SIGNATURE = /^-- ?$/m;

/**
 * The new text of a reply: without quoted text and without the signature below the line of two hyphens (RFC 3676 §4.3).
 * Answers between quoted lines stay, in their order. If nothing would remain, the whole text.
 */
export function stripQuotedText(body: string): string {
  const text = body.replaceAll(/\r\n?/g, "\n").replaceAll("\u00a0", " ");
  const cuts = OLDER.flatMap((mark) => mark.exec(text)?.index ?? []);
  const newer = text.slice(0, Math.min(text.length, ...cuts));
  const unquoted = newer
    .replace(ATTRIBUTION, "")
    .split("\n")
    .filter((line) => !/^\s?>/.test(line))
    .join("\n");
  const [words = ""] = unquoted.split(SIGNATURE);
  return tidy(words) || tidy(text);
}

const tidy = (text: string) => text.replaceAll(/\n{3,}/g, "\n\n").trim();
