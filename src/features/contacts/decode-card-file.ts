/**
 * The text of a file with vCards: UTF-16, UTF-8, else the character set that one of its cards names (a
 * CHARSET of vCard 2.1), else that of Western Windows.
 */
export function decodeCardFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder("utf-16be").decode(bytes);
  for (const label of ["utf-8", ...namedCharsets(bytes)])
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // An unknown name, or bytes that do not fit: the next one is tried.
    }
  return new TextDecoder("windows-1252").decode(bytes);
}

function namedCharsets(bytes: Uint8Array): string[] {
  const ascii = new TextDecoder("windows-1252").decode(bytes);
  return [
    ...new Set([...ascii.matchAll(/;charset="?([\w.-]{2,40})/gi)].map(([, label = ""]) => label)),
  ].slice(0, 5);
}
