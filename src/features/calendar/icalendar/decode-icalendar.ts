/**
 * The text of a calendar file. UTF-16 by its byte order mark; UTF-8; the character set that the file names (vCalendar
 * 1.0); otherwise Windows-1252, in which every byte is a character.
 */
export function decodeICalendar(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const latin = new TextDecoder("windows-1252").decode(bytes);
    const [, named] = /;CHARSET="?([\w-]{1,40})"?[;:]/i.exec(latin) ?? [];
    try {
      return named === undefined ? latin : new TextDecoder(named).decode(bytes);
    } catch {
      // A name that no program knows.
      return latin;
    }
  }
}
