/**
 * UTF-16 if there is a byte order mark, otherwise UTF-8, otherwise Windows-1252, in which every byte is a character.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    // `stream` accepts an incomplete character at the end: a truncated UTF-8 text is still UTF-8.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
