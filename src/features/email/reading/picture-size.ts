/** security.md §6: a few hundred bytes can claim 60,000 x 60,000 pixels, for which whoever decodes them takes 14 GB. */
export const MOST_PIXELS = 40_000_000;

type Size = { width: number; height: number };

/** What a picture claims in its header, without decoding it; null where it says nothing that is understood. */
export function pictureSize(given: Uint8Array, type: string): Size | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  try {
    return READERS[type]?.(bytes) ?? null;
  } catch (error) {
    // A header that ends too soon.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const READERS: Readonly<Record<string, (bytes: Buffer) => Size | null>> = {
  "image/png": (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  "image/gif": (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  "image/jpeg": sizeOfJpeg,
  "image/webp": sizeOfWebp,
  "image/avif": sizeOfAvif,
};

/** The first frame header (SOF, ITU T.81 §B.2.2); the segments before it are stepped over. */
function sizeOfJpeg(bytes: Buffer): Size | null {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function sizeOfWebp(bytes: Buffer): Size | null {
  const chunk = bytes.toString("latin1", 12, 16);
  if (chunk === "VP8X") return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (chunk === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== "VP8L") return null;
  const bits = bytes.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/** The largest of the sizes that its items claim (`ispe`, ISO/IEC 23008-12). */
function sizeOfAvif(bytes: Buffer): Size | null {
  let largest: Size | null = null;
  for (let at = bytes.indexOf("ispe"); at >= 0; at = bytes.indexOf("ispe", at + 4)) {
    const found = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!largest || found.width * found.height > largest.width * largest.height) largest = found;
  }
  return largest;
}
