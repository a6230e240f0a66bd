import { RefusedContent } from "../uploads/refuse-content.ts";

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** MAXREGSECT [MS-CFB]: sector numbers from here on are markers, such as the end of a chain. */
const LAST = 0xfffffffa;
const STREAM = 2;
const MAX_ENTRIES = 10_000;

export type Compound = {
  /** Names of all its streams and storages, those included that nothing refers to. */
  names: string[];
  /** A stream that lies at the top, not in an embedded object. */
  stream(name: string): Buffer | null;
};

type Entry = {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
};

/**
 * Opens the container of the older Office formats [MS-CFB]. No chain is followed further than the file has sectors, so
 * that one that turns back on itself is refused.
 */
export function readCompound(bytes: Buffer): Compound {
  try {
    return open(bytes);
  } catch (error) {
    throw error instanceof RefusedContent ? error : new RefusedContent("broken");
  }
}

function open(bytes: Buffer): Compound {
  const sectorBytes = sizeOf(bytes.readUInt16LE(30), [9, 12]);
  const miniBytes = sizeOf(bytes.readUInt16LE(32), [6]);
  const sector = (number: number) => {
    const at = (number + 1) * sectorBytes;
    if (number >= LAST || at >= bytes.length) throw new RefusedContent("broken");
    return bytes.subarray(at, at + sectorBytes);
  };
  const table = allocationTable(bytes, sector, sectorBytes);
  const sectors = Math.ceil(bytes.length / sectorBytes);
  const chain = (start: number) => Buffer.concat(numbersOf(start, table, sectors).map(sector));
  const entries = entriesOf(chain(bytes.readUInt32LE(48)));
  const [root] = entries;
  if (!root) throw new RefusedContent("broken");
  const smallest = bytes.readUInt32LE(56);
  const content = ({ start, size }: Entry): Buffer => {
    const found = size >= smallest ? chain(start) : miniChain(start);
    if (found.length < size) throw new RefusedContent("broken");
    return found.subarray(0, size);
  };
  function miniChain(start: number): Buffer {
    const miniTable = words(chain(bytes.readUInt32LE(60)));
    const minis = chain(root?.start ?? LAST);
    const numbers = numbersOf(start, miniTable, minis.length / miniBytes);
    return Buffer.concat(
      numbers.map((number) => minis.subarray(number * miniBytes, (number + 1) * miniBytes)),
    );
  }
  return {
    names: entries.filter(({ type }) => type !== 0).map(({ name }) => name),
    stream: (name) => {
      const entry = topOf(entries).find((each) => each.type === STREAM && each.name === name);
      return entry ? (entry.size === 0 ? Buffer.alloc(0) : content(entry)) : null;
    },
  };
}

function sizeOf(shift: number, allowed: readonly number[]): number {
  if (!allowed.includes(shift)) throw new RefusedContent("broken");
  return 2 ** shift;
}

/**
 * The FAT: for each sector the next one. Its own sectors are listed in the header, and further ones in a chain from
 * there.
 */
function allocationTable(bytes: Buffer, sector: (number: number) => Buffer, sectorBytes: number): number[] {
  const listed = words(bytes.subarray(76, HEADER_BYTES));
  const sectors = bytes.length / sectorBytes;
  let next = bytes.readUInt32LE(68);
  for (let count = 0; next < LAST; count += 1) {
    if (count > sectors) throw new RefusedContent("broken");
    const more = words(sector(next));
    next = more.pop() ?? LAST;
    for (const number of more) listed.push(number);
  }
  // More FAT sectors than these would refer to sectors that the file does not have.
  const needed = Math.ceil(sectors / (sectorBytes / 4)) + 1;
  return words(
    Buffer.concat(
      listed
        .filter((number) => number < LAST)
        .slice(0, needed)
        .map(sector),
    ),
  );
}

/** The sectors of one stream in order; a chain longer than `limit` is cyclic and refused. */
function numbersOf(start: number, table: readonly number[], limit: number): number[] {
  const numbers: number[] = [];
  for (let number = start; number < LAST; number = table[number] ?? LAST) {
    if (numbers.length >= limit) throw new RefusedContent("broken");
    numbers.push(number);
  }
  return numbers;
}

function words(bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) found.push(bytes.readUInt32LE(at));
  return found;
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length && entries.length < MAX_ENTRIES; at += ENTRY_BYTES) {
    const nameLength = Math.min(Math.max(directory.readUInt16LE(at + 64) - 2, 0), 62);
    entries.push({
      name: directory.toString("utf16le", at, at + nameLength),
      type: directory.readUInt8(at + 66),
      left: directory.readUInt32LE(at + 68),
      right: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** The direct children of the root; entries already visited are skipped, so that a cyclic tree ends. */
function topOf(entries: readonly Entry[]): Entry[] {
  const seen = new Set<Entry>();
  const waiting = [entries[0]?.child ?? LAST];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const entry = entries[number];
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    waiting.push(entry.left, entry.right);
  }
  return [...seen];
}
