/** Bytes of UTF-8 that file systems take. */
const MAX_BYTES = 255;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/**
 * The name for display and download: no folders, no control, invisible or direction-changing characters, NFC, at most
 * 255 bytes including its extension.
 */
export function cleanFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const name = last
    .normalize("NFC")
    .replaceAll(UNSAFE, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[<>:"|?*]/g, "_")
    .trim()
    .replace(/^\.+(?=.)/, "");
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return shortened(name || "document", MAX_BYTES);
  const extension = shortened(name.slice(dot), 20);
  return shortened(name.slice(0, dot).trimEnd(), MAX_BYTES - Buffer.byteLength(extension)) + extension;
}

/** Cut between characters. */
function shortened(text: string, bytes: number): string {
  let cut = "";
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) return cut;
    cut += character;
  }
  return cut;
}
