import { decodeLatin1 } from "./picture-size.ts";

/**
 * Whether the file is one still picture from its first to its last byte: nothing is missing, nothing follows, such as
 * another file, and nothing moves. The pixels are not decoded.
 */
export function isWholePicture(bytes: Uint8Array, type: string): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return WHOLE[type]?.(view, bytes) ?? false;
  } catch (error) {
    // A truncated part.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const WHOLE: Readonly<Record<string, (view: DataView, bytes: Uint8Array) => boolean>> = {
  "image/png": isWholePng,
  "image/jpeg": isWholeJpeg,
  "image/webp": isWholeWebp,
};

/** Chunks of length, name, data and checksum; IEND is the last and acTL announces frames. */
function isWholePng(view: DataView, bytes: Uint8Array): boolean {
  let hasData = false;
  for (let at = 8; at < view.byteLength; ) {
    const length = view.getUint32(at);
    const name = decodeLatin1(bytes, at + 4, at + 8);
    at += 12 + length;
    if (name === "acTL") return false;
    if (name === "IEND") return hasData && length === 0 && at === view.byteLength;
    hasData ||= name === "IDAT";
  }
  return false;
}

/** Segments until the first scan (SOS); the end marker is the last of all. */
function isWholeJpeg(view: DataView): boolean {
  const end = view.byteLength - 2;
  for (let at = 2; at < end; ) {
    if (view.getUint8(at) !== 0xff) return false;
    const marker = view.getUint8(at + 1);
    if (marker === 0xda) return view.getUint16(end) === 0xffd9;
    at += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return false;
}

/** The length stands in the first chunk; the second flag of an extended file announces frames. */
function isWholeWebp(view: DataView, bytes: Uint8Array): boolean {
  const isAnimated = decodeLatin1(bytes, 12, 16) === "VP8X" && (view.getUint8(20) & 2) !== 0;
  return !isAnimated && view.getUint32(4, true) + 8 === view.byteLength;
}
