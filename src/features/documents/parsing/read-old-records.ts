/** Types of records that are read; all others are passed over [MS-XLS] 2.3. */
export const RECORD = {
  ...{ begin: 0x809, end: 0x0a, continued: 0x3c, password: 0x2f, codePage: 0x42, date1904: 0x22 },
  ...{ style: 0xe0, format: 0x41e, sheet: 0x85, sharedTexts: 0xfc },
  ...{ sharedText: 0xfd, text: 0x204, richText: 0xd6, number: 0x203, shortNumber: 0x27e },
  ...{ manyNumbers: 0xbd, formula: 0x06, textOfFormula: 0x207, truth: 0x205 },
} as const;

export type SheetRecord = {
  type: number;
  data: Buffer;
  /** The continuation records of a long text. */
  more: Buffer[];
};

/** Limit of a whole workbook, including repeated reads: overlapping sheets cost no more than one. */
const MAX_RECORDS = 5_000_000;

/**
 * The records of a substream, from its beginning to its end; embedded substreams, such as charts, are skipped. A record
 * truncated at the end of the stream is ignored.
 */
export function sheetRecords(stream: Buffer): (at: number) => Generator<SheetRecord> {
  let count = 0;
  return function* from(start) {
    let depth = 0;
    let held: SheetRecord | null = null;
    for (let at = start; at + 4 <= stream.length && count < MAX_RECORDS; count += 1) {
      const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
      const data = stream.subarray(at + 4, at + 4 + length);
      at += 4 + length;
      if (data.length < length) break;
      if (type === RECORD.continued) {
        held?.more.push(data);
        continue;
      }
      if (held) yield held;
      held = null;
      if (type === RECORD.begin) depth += 1;
      if (type === RECORD.end) depth -= 1;
      if (depth <= 0) return;
      if (depth === 1) held = { type, data: type === RECORD.sharedTexts ? data : atLeast(data), more: [] };
    }
    if (held) yield held;
  };
}

/**
 * The fields in use are within this many bytes; shorter records are padded with zeros. Shared texts check their own
 * length.
 */
const FIELDS_BYTES = 16;
const atLeast = (data: Buffer): Buffer =>
  data.length >= FIELDS_BYTES ? data : Buffer.concat([data, Buffer.alloc(FIELDS_BYTES - data.length)]);
