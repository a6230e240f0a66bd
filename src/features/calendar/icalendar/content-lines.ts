/** One property of a component (RFC 5545, 3.1). */
export type ContentLine = {
  /** In upper case. */
  name: string;
  parameters: ReadonlyMap<string, string>;
  /** As written, so still escaped; only quoted-printable is decoded. */
  value: string;
  /** Its lines in the file, counted from 1. */
  number: number;
  lastNumber: number;
};

/** A property whose lines are being joined. */
export type RawProperty = { number: number; lastNumber: number; text: string; isQuotedPrintable: boolean };

/** Whether a property begins on the line, even if it is folded after its name; other lines continue the one before. */
export const isPropertyStart = (line: string, next: string): boolean =>
  /^[\w./-]+\s*[;:]/.test(line) || (/^[\w.-]+$/.test(line) && /^[ \t][;:]/.test(next));

export function startProperty(line: string, number: number): RawProperty {
  const head = line.slice(0, Math.max(0, line.indexOf(":"))).toUpperCase();
  return {
    ...{ number, lastNumber: number, text: line },
    isQuotedPrintable: head.includes("QUOTED-PRINTABLE"),
  };
}

/**
 * Adds a line to the property: folded (RFC 5545), after a soft break (quoted-printable, vCalendar 1.0), or the rest of a
 * text whose line break was not escaped. Any other line means nothing and is dropped.
 */
export function continueProperty(property: RawProperty, line: string, number: number): void {
  if (property.isQuotedPrintable && property.text.endsWith("="))
    property.text = property.text.slice(0, -1) + line.replace(/^[ \t]/, "");
  else if (/^[ \t]/.test(line)) property.text += line.slice(1);
  else if (/^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|X-[\w-]+)[;:]/i.test(property.text))
    property.text += `\\n${line}`;
  else return;
  property.lastNumber = number;
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

export function toContentLine({ text, isQuotedPrintable, ...lines }: RawProperty): ContentLine {
  const colon = endOfHead(text);
  const [name = "", ...parts] = splitOutsideQuotes(text.slice(0, colon), ";");
  const parameters = parts.length === 0 ? NO_PARAMETERS : new Map(parts.map(parameterOf));
  const written = text.slice(colon + 1);
  const value = isQuotedPrintable ? decodeQuotedPrintable(written, parameters.get("CHARSET")) : written;
  return {
    name: name.trim().toUpperCase(),
    parameters,
    value,
    number: lines.number,
    lastNumber: lines.lastNumber,
  };
}

/** The first colon outside of quotation marks; the very first where these are not closed. */
function endOfHead(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ":" && !isQuoted) return at;
  }
  const first = text.indexOf(":");
  return first < 0 ? text.length : first;
}

/** A list of values or parameters; separators within quotation marks and after a backslash do not count. */
export function splitOutsideQuotes(text: string, separator: ";" | ","): string[] {
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "\\") at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const ENCODINGS = new Set(["QUOTED-PRINTABLE", "BASE64", "8BIT"]);
/** RFC 6868. */
const CARETS: Readonly<Record<string, string>> = { "^n": "\n", "^^": "^", "^'": '"' };

/** `CN="Ada, Lady"`, or a value alone as in vCalendar 1.0. */
function parameterOf(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 0) {
    const word = text.trim().toUpperCase();
    return [ENCODINGS.has(word) ? "ENCODING" : "TYPE", word];
  }
  const value = text
    .slice(at + 1)
    .trim()
    .replace(/^"|"$/g, "")
    .replaceAll(/\^[n^']/g, (caret) => CARETS[caret] ?? caret);
  return [text.slice(0, at).trim().toUpperCase(), value];
}

function decodeQuotedPrintable(text: string, charset: string | undefined): string {
  const bytes = Buffer.from(
    Buffer.from(text, "utf8")
      .toString("latin1")
      .replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  );
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: charset === undefined }).decode(bytes);
  } catch {
    // Not UTF-8, or a character set that nobody knows: in Windows-1252 every byte is a character.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", N: "\n" };

/** A value of the type TEXT without its escapes, without control characters, cut to the maximum length. */
export function textOf(value: string, maxLength: number): string | null {
  const text = value
    .replaceAll(/\\([\\;,nN])/g, (_, letter: string) => ESCAPES[letter] ?? letter)
    .replace(/[\p{Cc}--[\t\n\r\u0080-\u009F]]/gv, "");
  return text.trim().slice(0, maxLength) || null;
}

/** Lines of 75 bytes at most; never cut within a character. */
export function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  const parts: string[] = [];
  let part = "";
  let size = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      [part, size] = ["", 0];
    }
    part += character;
    size += bytes;
  }
  return [...parts, part].join("\r\n ");
}
