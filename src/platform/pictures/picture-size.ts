/** security.md §6: a few hundred bytes can declare 60,000 x 60,000 pixels, for which a decoder takes 14 GB. */
export const MAX_PIXELS = 40_000_000;

export type PictureSize = { width: number; height: number };

/** The type by its first bytes, whatever its name or sender claims; SVG is excluded, because it can hold scripts. */
export function pictureType(bytes: Uint8Array): string | null {
  const head = decodeLatin1(bytes, 0, 16);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  return /^....ftypavi[fs]/s.test(head) ? "image/avif" : null;
}

/** The size in a picture's header, without decoding it; null if the header is not understood. */
export function pictureSize(bytes: Uint8Array, type = pictureType(bytes)): PictureSize | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return READERS[type ?? ""]?.(view, bytes) ?? null;
  } catch (error) {
    // A truncated header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether a picture is too large to be passed to a decoder. */
export const isTooLarge = ({ width, height }: PictureSize) => width * height > MAX_PIXELS;

type Reader = (view: DataView, bytes: Uint8Array) => PictureSize | null;

const READERS: Readonly<Record<string, Reader>> = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": sizeOfGif,
  "image/jpeg": sizeOfJpeg,
  "image/webp": sizeOfWebp,
  "image/avif": sizeOfAvif,
};

/** The screen, or the first frame where that reaches past it: browsers enlarge the screen then (GIF89a, 18 and 20). */
function sizeOfGif(view: DataView): PictureSize {
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const at = placeOfFirstFrame(view);
  if (at === null) return { width, height };
  return {
    width: Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true)),
    height: Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true)),
  };
}

function placeOfFirstFrame(view: DataView): number | null {
  const flags = view.byteLength > 10 ? view.getUint8(10) : 0;
  let at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) === 0x2c) return at;
    if (view.getUint8(at) !== 0x21) return null;
    at += 2;
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return null;
}

/** The first frame header (SOF, ITU T.81 §B.2.2); the segments before it are stepped over. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  for (let at = 2; at < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function sizeOfWebp(view: DataView, bytes: Uint8Array): PictureSize | null {
  const chunk = decodeLatin1(bytes, 12, 16);
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (chunk === "VP8X") return { width: 1 + three(24), height: 1 + three(27) };
  if (chunk === "VP8 ")
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== "VP8L") return null;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/** The largest of the sizes that its items claim (`ispe`, ISO/IEC 23008-12). */
function sizeOfAvif(view: DataView, bytes: Uint8Array): PictureSize | null {
  const text = decodeLatin1(bytes, 0, bytes.length);
  let largest: PictureSize | null = null;
  for (let at = text.indexOf("ispe"); at >= 0; at = text.indexOf("ispe", at + 4)) {
    const found = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || found.width * found.height > largest.width * largest.height) largest = found;
  }
  return largest;
}

/** `latin1` in a browser is windows-1252, which maps some bytes to other characters. */
export function decodeLatin1(bytes: Uint8Array, from: number, until: number): string {
  let text = "";
  for (let at = from; at < Math.min(until, bytes.length); at += 10_000)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + 10_000, until)));
  return text;
}
