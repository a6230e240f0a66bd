import { MAX_TEXT_LENGTH } from "./collect-cells.ts";

/** Reads a text in a record at an offset; its length prefix takes one or two bytes. */
export type TextReader = (data: Buffer, at: number, lengthBytes: 1 | 2) => string;

const WIDE = 1;
const RUNS = 8;
const PHONETIC = 4;

/** XLUnicodeString of BIFF8: length, flags, then letters of one or two bytes. */
export const readText: TextReader = (data, at, lengthBytes) => {
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
  const start = at + lengthBytes + 1;
  const isWide = ((data[start - 1] ?? 0) & WIDE) !== 0;
  return decodeCharacters(data.subarray(start, start + length * (isWide ? 2 : 1)), isWide);
};

const decodeCharacters = (bytes: Buffer, isWide: boolean) => bytes.toString(isWide ? "utf16le" : "latin1");

/** Texts of BIFF5 are in the code page of the machine that wrote them. */
export function asBytes(codePage: number): TextReader {
  const isOfWindows = (codePage >= 1250 && codePage <= 1258) || codePage === 874;
  const decoder = new TextDecoder(ENCODINGS[codePage] ?? `windows-${isOfWindows ? codePage : 1252}`);
  return (data, at, lengthBytes) => {
    const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
    return decoder.decode(data.subarray(at + lengthBytes, at + lengthBytes + length));
  };
}

const ENCODINGS: Readonly<Record<number, string>> = {
  ...{ 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 866: "ibm866", 10000: "macintosh" },
  32768: "macintosh",
};

const MAX_CHARACTERS = 20_000_000;

/**
 * The shared texts of a workbook: one record and its continuation records. Where a text is split between them, the rest
 * starts with flags of its own.
 */
export function readSharedTexts(parts: readonly Buffer[]): string[] {
  const reader = partReader(parts);
  const texts: string[] = [];
  reader.skip(4);
  const count = reader.uint32();
  let characters = 0;
  while (texts.length < count && !reader.isAtEnd() && characters < MAX_CHARACTERS) {
    const text = sharedText(reader);
    characters += text.length;
    texts.push(text);
  }
  return texts;
}

type PartReader = ReturnType<typeof partReader>;

function sharedText(reader: PartReader): string {
  let remaining = reader.uint16();
  let flags = reader.uint8();
  const runs = flags & RUNS ? reader.uint16() : 0;
  const phoneticBytes = flags & PHONETIC ? reader.uint32() : 0;
  let text = "";
  while (remaining > 0 && !reader.isAtEnd()) {
    const isWide = (flags & WIDE) !== 0;
    const bytes = reader.take(remaining * (isWide ? 2 : 1));
    if (text.length < MAX_TEXT_LENGTH) text += decodeCharacters(bytes, isWide);
    remaining -= Math.ceil(bytes.length / (isWide ? 2 : 1));
    if (remaining > 0 && !reader.isAtEnd()) flags = reader.uint8();
  }
  reader.skip(4 * runs + phoneticBytes);
  return text;
}

/** Reads on over the borders of parts; beyond the last it reads zeros. */
function partReader(parts: readonly Buffer[]) {
  let [part, at] = [0, 0];
  const rest = () => {
    while (part < parts.length && at >= (parts[part]?.length ?? 0)) [part, at] = [part + 1, 0];
    return parts[part]?.subarray(at) ?? Buffer.alloc(0);
  };
  /** At most so many bytes, of one part. */
  const take = (bytes: number) => {
    const chunk = rest().subarray(0, bytes);
    at += chunk.length;
    return chunk;
  };
  const number = (bytes: number) => {
    let value = 0;
    for (let place = 0; place < bytes; place += 1) value += (take(1)[0] ?? 0) * 256 ** place;
    return value;
  };
  return {
    take,
    isAtEnd: () => rest().length === 0,
    uint8: () => number(1),
    uint16: () => number(2),
    uint32: () => number(4),
    skip: (bytes: number) => {
      for (let remaining = bytes; remaining > 0 && rest().length > 0; ) remaining -= take(remaining).length;
    },
  };
}
