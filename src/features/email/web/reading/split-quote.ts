/** A plain text in parts: new text, and quotes of earlier messages. */
export type TextPart = { kind: "own" | "quote"; text: string };

/** Lines that mail programs insert above a complete quote. */
const QUOTE_HEADER =
  /^(-{2,} ?(original message|ursprüngliche nachricht|message d'origine) ?-{2,}|_{20,}|(on|am|le|el|il|op) .{6,200} (wrote|schrieb|écrit|escribió|ha scritto|schreef)( .{0,80})?:)$/i;

/** Maximum number of parts; the last one contains the rest, so that rendering is bounded. */
export const MAX_PARTS = 100;

/** Quoted are runs of lines that begin with '>' and all that follows a line such as 'On Monday Anna wrote:'. */
export function splitQuote(text: string): TextPart[] {
  const parts: { kind: TextPart["kind"]; lines: string[] }[] = [];
  const lines = text.split(/\r?\n/);
  let rest: TextPart["kind"] = "own";
  for (const [index, line] of lines.entries()) {
    if (rest === "own" && QUOTE_HEADER.test(line.trim()) && !isMarkedQuoteBelow(lines, index)) rest = "quote";
    const isBlank = line.trim() === "";
    const last = parts.at(-1);
    const kind = isBlank && last ? last.kind : isQuoteLine(line, lines[index + 1]) ? "quote" : rest;
    if (last && (last.kind === kind || parts.length === MAX_PARTS)) last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts
    .map(({ kind, lines: own }) => ({ kind, text: own.join("\n").trimEnd().replace(/^\n+/, "") }))
    .filter(({ text: own }) => own !== "");
}

/** 'Anna wrote:' belongs to the quoted lines under it. */
const isQuoteLine = (line: string, next: string | undefined) =>
  line.startsWith(">") || (QUOTE_HEADER.test(line.trim()) && (next ?? "").startsWith(">"));

/** Where every quoted line is marked with '>', unmarked lines between and below are the reply. */
function isMarkedQuoteBelow(lines: readonly string[], index: number): boolean {
  let next = index + 1;
  while (next < lines.length && lines[next]?.trim() === "") next += 1;
  return lines[next]?.startsWith(">") === true;
}
