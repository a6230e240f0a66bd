import { deflateRawSync } from "node:zlib";

type Bytes = Buffer<ArrayBuffer>;

/** A ZIP archive of these entries, each deflated; `declaredSize` is the declared unpacked size. */
export function aZip(entries: Record<string, Buffer | string>, declaredSize?: number): Bytes {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(entries)) {
    const content = Buffer.from(given);
    const data = deflateRawSync(content, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(declaredSize ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\0"), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(locals.length, 4);
  end.writeUInt16LE(locals.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, list, Buffer.from("PK\u0005\u0006"), end]);
}

const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;
/** A stream of at least this size is stored in regular sectors, as all of them are here. */
const SMALLEST = 4096;

/** A container of the older Office formats [MS-CFB] with these streams side by side, each at least 4,096 bytes long. */
export function aCompound(streams: Record<string, Buffer>): Bytes {
  const named = Object.entries(streams).map(([name, content]) => [name, padded(content)] as const);
  const table: number[] = [];
  const place = (length: number) => {
    const start = table.length;
    for (let count = length / SECTOR; count > 0; count -= 1) table.push(count > 1 ? table.length + 1 : END);
    return start;
  };
  const directory = Buffer.alloc(Math.ceil(((named.length + 1) * 128) / SECTOR) * SECTOR);
  const atDirectory = place(directory.length);
  writeEntry(directory, 0, { name: "Root Entry", type: 5, child: named.length > 0 ? 1 : FREE, right: FREE });
  named.forEach(([name, content], index) => {
    const right = index + 1 < named.length ? index + 2 : FREE;
    const start = place(content.length);
    writeEntry(directory, index + 1, { name, type: 2, child: FREE, right, start, size: content.length });
  });
  const tables = Math.ceil(table.length / (SECTOR / 4 - 1));
  const first = table.length;
  const allocation = Buffer.alloc(tables * SECTOR, 0xff);
  for (const [number, next] of table.entries()) allocation.writeUInt32LE(next, number * 4);
  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 76);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(atDirectory, 48);
  header.writeUInt32LE(SMALLEST, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  for (let number = 0; number < tables; number += 1) header.writeUInt32LE(first + number, 76 + 4 * number);
  return Buffer.concat([header, directory, ...named.map(([, content]) => content), allocation]);
}

const padded = (content: Buffer) => {
  const length = Math.max(Math.ceil(content.length / SECTOR) * SECTOR, SMALLEST);
  return Buffer.concat([content, Buffer.alloc(length - content.length)]);
};

type Entry = { name: string; type: number; child: number; right: number; start?: number; size?: number };

function writeEntry(directory: Buffer, number: number, entry: Entry): void {
  const { name, type, child, right, start = END, size = 0 } = entry;
  const at = number * 128;
  directory.write(name, at, "utf16le");
  directory.writeUInt16LE(2 * name.length + 2, at + 64);
  directory.writeUInt8(type, at + 66);
  directory.writeUInt32LE(FREE, at + 68);
  directory.writeUInt32LE(right, at + 72);
  directory.writeUInt32LE(child, at + 76);
  directory.writeUInt32LE(start, at + 116);
  directory.writeUInt32LE(size, at + 120);
}
