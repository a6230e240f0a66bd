/**
 * The text of a calendar. UTF-16 by its byte order mark; UTF-8; the character set of the answer that it came with, or
 * that the file names (vCalendar 1.0); otherwise Windows-1252, in which every byte is a character.
 */
export function decodeICalendar(bytes: Uint8Array, contentType = ""): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  const [, declared] = /;\s{0,5}charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(contentType) ?? [];
  // Many servers declare a character set that it is not; 8-bit text is almost never valid UTF-8.
  if (declared === undefined || !isEscaped(bytes))
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // It is none: the next character set is tried.
    }
  const latin = new TextDecoder("windows-1252").decode(bytes);
  const [, named] = /;CHARSET="?([\w-]{1,40})"?[;:]/i.exec(latin) ?? [];
  return decoded(bytes, declared) ?? decoded(bytes, named) ?? latin;
}

/** Whether it has bytes as in ISO-2022-JP (escape) or UTF-16 (zero), which are valid UTF-8 of another meaning. */
const isEscaped = (bytes: Uint8Array) => bytes.includes(0x1b) || bytes.includes(0);

/** Undefined for a character set that no program knows. */
function decoded(bytes: Uint8Array, charset: string | undefined): string | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset).decode(bytes);
  } catch {
    // `TextDecoder` throws for such a name.
    return undefined;
  }
}
