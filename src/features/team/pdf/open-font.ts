/** A TrueType font, read in place: only the glyphs that are drawn are parsed (OpenType 1.9). */
export type OpenFont = {
  /** 0 where the font has none. */
  glyphOf(codePoint: number): number;
  /** In thousandths of the size. */
  widthOf(glyph: number): number;
  /** The font with the outlines of these glyphs alone; their numbers stay. */
  subset(glyphs: Iterable<number>): Buffer;
};

const NEEDED = ["head", "hhea", "maxp", "hmtx", "cvt ", "fpgm", "prep"];
const COMPOSITE = { words: 1, scale: 8, more: 32, twoScales: 64, matrix: 128 };

export function openFont(file: Buffer): OpenFont {
  const tables = tablesOf(file);
  const table = (tag: string) => tables.get(tag) ?? Buffer.alloc(0);
  const [head, hmtx, loca, glyf] = [table("head"), table("hmtx"), table("loca"), table("glyf")];
  const unitsPerEm = head.readUInt16BE(18);
  const isLong = head.readInt16BE(50) === 1;
  const metrics = table("hhea").readUInt16BE(34);
  const count = table("maxp").readUInt16BE(4);
  const place = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph));
  const outline = (glyph: number) => glyf.subarray(place(glyph), place(glyph + 1));
  return {
    glyphOf: characterMap(table("cmap")),
    widthOf: (glyph) => (1000 * hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1))) / unitsPerEm,
    subset: (glyphs) => {
      const included = new Set([0, ...glyphs]);
      for (const glyph of included) for (const part of partsOf(outline(glyph))) included.add(part);
      const places = Buffer.alloc(4 * (count + 1));
      const outlines: Buffer[] = [];
      let end = 0;
      for (let glyph = 0; glyph < count; glyph += 1) {
        places.writeUInt32BE(end, 4 * glyph);
        if (!included.has(glyph)) continue;
        const shape = outline(glyph);
        outlines.push(shape, Buffer.alloc((4 - (shape.length % 4)) % 4));
        end += Math.ceil(shape.length / 4) * 4;
      }
      places.writeUInt32BE(end, 4 * count);
      const newHead = Buffer.from(head);
      newHead.writeInt16BE(1, 50);
      const needed = NEEDED.filter((tag) => tables.has(tag)).map((tag) => [tag, table(tag)] as const);
      return assembled([...needed, ["head", newHead], ["loca", places], ["glyf", Buffer.concat(outlines)]]);
    },
  };
}

function tablesOf(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let n = 0; n < file.readUInt16BE(4); n += 1) {
    const at = 12 + 16 * n;
    const offset = file.readUInt32BE(at + 8);
    tables.set(
      file.toString("latin1", at, at + 4),
      file.subarray(offset, offset + file.readUInt32BE(at + 12)),
    );
  }
  return tables;
}

/** The full Unicode map (format 12) if there is one, otherwise that of the Basic Multilingual Plane (format 4). */
function characterMap(cmap: Buffer): (codePoint: number) => number {
  const maps = new Map<number, Buffer>();
  for (let n = 0; n < cmap.readUInt16BE(2); n += 1) {
    const map = cmap.subarray(cmap.readUInt32BE(4 + 8 * n + 4));
    maps.set(map.readUInt16BE(0), map);
  }
  const [all, first] = [maps.get(12), maps.get(4)];
  if (all) return (codePoint) => inGroups(all, codePoint);
  if (first) return (codePoint) => (codePoint > 0xffff ? 0 : inSegments(first, codePoint));
  throw new Error("The font has no map of characters that is understood");
}

function inGroups(map: Buffer, codePoint: number): number {
  for (let at = 16; at < 16 + 12 * map.readUInt32BE(12); at += 12)
    if (codePoint <= map.readUInt32BE(at + 4)) {
      const start = map.readUInt32BE(at);
      return codePoint < start ? 0 : map.readUInt32BE(at + 8) + codePoint - start;
    }
  return 0;
}

function inSegments(map: Buffer, codePoint: number): number {
  const size = map.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    if (codePoint > map.readUInt16BE(14 + at)) continue;
    const start = map.readUInt16BE(16 + size + at);
    if (codePoint < start) return 0;
    const delta = map.readUInt16BE(16 + 2 * size + at);
    const rangeAt = 16 + 3 * size + at;
    const range = map.readUInt16BE(rangeAt);
    const glyph = range === 0 ? codePoint : map.readUInt16BE(rangeAt + range + 2 * (codePoint - start));
    return range !== 0 && glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** The glyphs that a composite one is put together from. */
function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  let at = 10;
  let flags = COMPOSITE.more;
  while (flags & COMPOSITE.more) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += 4 + (flags & COMPOSITE.words ? 4 : 2);
    if (flags & COMPOSITE.scale) at += 2;
    else if (flags & COMPOSITE.twoScales) at += 4;
    else if (flags & COMPOSITE.matrix) at += 8;
  }
  return parts;
}

/** If two tables have the same tag, the last one wins. */
function assembled(tables: readonly (readonly [tag: string, content: Buffer])[]): Buffer {
  const sorted = [...new Map(tables)].sort(([one], [other]) => (one < other ? -1 : 1));
  const header = Buffer.alloc(12 + 16 * sorted.length);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(sorted.length, 4);
  const power = Math.floor(Math.log2(sorted.length));
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (sorted.length - 2 ** power), 10);
  let offset = header.length;
  const parts: Buffer[] = [header];
  for (const [n, [tag, content]] of sorted.entries()) {
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    header.write(tag, 12 + 16 * n, "latin1");
    header.writeUInt32BE(checksumOf(padded), 16 + 16 * n);
    header.writeUInt32BE(offset, 20 + 16 * n);
    header.writeUInt32BE(content.length, 24 + 16 * n);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function checksumOf(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
