import { Buffer } from "node:buffer";
import { crc32, createDeflateRaw } from "node:zlib";

/** One file of an archive; its bytes are read only when it is written. */
export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> };

/**
 * A ZIP archive as a stream (PKWARE APPNOTE 6.3.10): deflated, sizes after the content, ZIP64 where the archive outgrows
 * 4 GB or 65,535 entries. Names are UTF-8; one entry has less than 4 GB.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const encoded = Buffer.from(name, "utf8");
    const start = offset;
    const local = Buffer.concat([numbers([4, 0x04034b50], ...fixed(0, 0, 0, encoded.length, 0)), encoded]);
    yield local;
    offset += local.length;
    const counted = { checksum: 0, size: 0 };
    let packed = 0;
    for await (const chunk of deflated(content, counted)) {
      yield chunk;
      packed += chunk.length;
    }
    if (packed > MAX_UINT32 || counted.size > MAX_UINT32)
      throw new Error(`${name} is too large for an archive`);
    yield numbers([4, 0x08074b50], [4, counted.checksum], [4, packed], [4, counted.size]);
    offset += packed + 16;
    directory.push(directoryEntry(encoded, counted.checksum, packed, counted.size, start));
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield endOf(directory.length, size, offset);
}

const MAX_UINT32 = 0xffff_ffff;
/** 1 January 1980: an archive does not say when its entries were written. */
const DOS_DATE = 0x21;
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;

type Field = [bytes: 2 | 4 | 8, value: number];

const fixed = (
  checksum: number,
  packed: number,
  size: number,
  nameLength: number,
  extraLength: number,
): Field[] => [
  [2, 45],
  [2, FLAGS],
  [2, DEFLATE],
  [2, 0],
  [2, DOS_DATE],
  [4, checksum],
  [4, packed],
  [4, size],
  [2, nameLength],
  [2, extraLength],
];

function directoryEntry(name: Buffer, checksum: number, packed: number, size: number, start: number): Buffer {
  const isFar = start >= MAX_UINT32;
  const extra = isFar ? numbers([2, 1], [2, 8], [8, start]) : Buffer.alloc(0);
  return Buffer.concat([
    numbers([4, 0x02014b50], [2, 45], ...fixed(checksum, packed, size, name.length, extra.length)),
    numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? MAX_UINT32 : start]),
    name,
    extra,
  ]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const isLarge = count >= 0xffff || offset >= MAX_UINT32 || size >= MAX_UINT32;
  const large = isLarge
    ? numbers(
        [4, 0x06064b50],
        [8, 44],
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, size],
        [8, offset],
        [4, 0x07064b50],
        [4, 0],
        [8, offset + size],
        [4, 1],
      )
    : Buffer.alloc(0);
  const short = Math.min(count, 0xffff);
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, short],
    [2, short],
    [4, Math.min(size, MAX_UINT32)],
    [4, Math.min(offset, MAX_UINT32)],
    [2, 0],
  );
  return Buffer.concat([large, end]);
}

function numbers(...given: Field[]): Buffer {
  const bytes = Buffer.alloc(given.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of given) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

async function* deflated(
  content: AsyncIterable<Uint8Array>,
  counted: { checksum: number; size: number },
): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw();
  const writing = (async () => {
    for await (const chunk of content) {
      counted.checksum = crc32(chunk, counted.checksum);
      counted.size += chunk.length;
      if (!deflate.write(chunk)) await new Promise((resolve) => deflate.once("drain", resolve));
    }
    deflate.end();
  })().catch((error: Error) => void deflate.destroy(error));
  yield* deflate;
  await writing;
}
