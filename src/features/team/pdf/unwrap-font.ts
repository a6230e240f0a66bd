import { inflateSync } from "node:zlib";

/** A TrueType font out of its WOFF 1.0 wrapping (W3C): the same tables, unpacked once and not at every glyph. */
export function unwrapFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => {
    const at = 44 + 20 * n;
    const [offset, packedLength, length] = [4, 8, 12].map((each) => woff.readUInt32BE(at + each)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedLength);
    const content = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed;
    return { tag: woff.subarray(at, at + 4), checksum: woff.subarray(at + 16, at + 20), content };
  });
  const power = Math.floor(Math.log2(count));
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * count - 16 * 2 ** power, 10);
  let offset = header.length;
  const parts: Buffer[] = [header];
  for (const [n, { tag, checksum, content }] of tables.entries()) {
    const at = 12 + 16 * n;
    tag.copy(header, at);
    checksum.copy(header, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(content.length, at + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat(parts);
}
