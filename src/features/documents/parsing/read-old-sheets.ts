import { RefusedContent } from "../uploads/refuse-content.ts";
import {
  type Book,
  BUILT_IN_FORMATS,
  collectCells,
  formatNumber,
  MAX_SHEETS,
  type Sheet,
} from "./collect-cells.ts";
import { readCompound } from "./read-compound.ts";
import { RECORD, type SheetRecord, sheetRecords } from "./read-old-records.ts";
import { asBytes, readSharedTexts, readText, type TextReader } from "./read-old-texts.ts";

const BIFF8 = 0x0600;
const WORKSHEET = 0;

type Globals = {
  sheets: { name: string; at: number }[];
  strings: string[];
  /** Number of the format of each style of a cell, and the codes of the book's own formats. */
  styles: number[];
  codes: Map<number, string>;
  is1904: boolean;
  readText: TextReader;
};

/** .xls of Excel 5 to 2003: the cells of each sheet as they are shown [MS-XLS]. */
export function readOldSheets(bytes: Buffer): Sheet[] {
  const compound = readCompound(bytes);
  const stream = compound.stream("Workbook") ?? compound.stream("Book");
  if (!stream) throw new RefusedContent("broken");
  const records = sheetRecords(stream);
  const globals = readGlobals(records);
  const book = collectCells();
  const read = new Set<number>();
  for (const { name, at } of globals.sheets) {
    book.startSheet(name);
    // Sheets with the same offset are read once, whatever the list says.
    if (!read.has(at)) readCells(records, at, globals, book);
    read.add(at);
  }
  return book.sheets;
}

function readGlobals(records: (at: number) => Iterable<SheetRecord>): Globals {
  const globals: Globals = {
    ...{ sheets: [], strings: [], styles: [], codes: new Map(), is1904: false },
    readText: asBytes(1252),
  };
  let isWide = false;
  for (const { type, data, more } of records(0)) {
    if (type === RECORD.begin) isWide = data.readUInt16LE(0) >= BIFF8;
    if (isWide) globals.readText = readText;
    if (type === RECORD.password) throw new RefusedContent("locked");
    if (type === RECORD.codePage && !isWide) globals.readText = asBytes(data.readUInt16LE(0));
    if (type === RECORD.date1904) globals.is1904 = data.readUInt16LE(0) === 1;
    if (type === RECORD.style) globals.styles.push(data.readUInt16LE(2));
    if (type === RECORD.format)
      globals.codes.set(data.readUInt16LE(0), globals.readText(data, 2, isWide ? 2 : 1));
    if (type === RECORD.sheet && data.readUInt8(5) === WORKSHEET && globals.sheets.length < MAX_SHEETS)
      globals.sheets.push({ name: globals.readText(data, 6, 1), at: data.readUInt32LE(0) });
    if (type === RECORD.sharedTexts) globals.strings = readSharedTexts([data, ...more]);
  }
  return globals;
}

function readCells(
  records: (at: number) => Iterable<SheetRecord>,
  at: number,
  globals: Globals,
  book: Book,
): void {
  /** The formula cell whose text follows in a record of its own. */
  let awaiting: { row: number; column: number } | null = null;
  for (const { type, data } of records(at)) {
    if (book.isFull()) return;
    if (type === RECORD.textOfFormula && awaiting) {
      book.add(awaiting.row, awaiting.column, globals.readText(data, 0, 2));
      awaiting = null;
    }
    if (!CELLS.has(type)) continue;
    const [row, column] = [data.readUInt16LE(0), data.readUInt16LE(2)];
    if (type === RECORD.formula && isTextOfFormula(data)) awaiting = { row, column };
    else if (type === RECORD.manyNumbers) addMany(book, row, column, data, globals);
    else book.add(row, column, formatCell(type, data, globals));
  }
}

const CELLS: ReadonlySet<number> = new Set([
  ...[RECORD.sharedText, RECORD.text, RECORD.richText, RECORD.number, RECORD.shortNumber],
  ...[RECORD.manyNumbers, RECORD.formula, RECORD.truth],
]);

/** In a formula's result, last two bytes of 0xffff mean that it is no number; its first byte is then the type. */
const isSpecial = (data: Buffer) => data.readUInt16LE(12) === 0xffff;
const isTextOfFormula = (data: Buffer) => isSpecial(data) && data.readUInt8(6) === 0;

function formatCell(type: number, data: Buffer, globals: Globals): string {
  const number = (value: number) => numberOf(value, data.readUInt16LE(4), globals);
  switch (type) {
    case RECORD.sharedText:
      return globals.strings[data.readUInt32LE(6)] ?? "";
    case RECORD.text:
    case RECORD.richText:
      return globals.readText(data, 6, 2);
    case RECORD.number:
      return number(data.readDoubleLE(6));
    case RECORD.shortNumber:
      return number(shortNumber(data.readInt32LE(6)));
    case RECORD.formula:
      if (!isSpecial(data)) return number(data.readDoubleLE(6));
      return data.readUInt8(6) === 3 ? "" : truthOf(data.readUInt8(8), data.readUInt8(6) === 2);
    default:
      return truthOf(data.readUInt8(6), data.readUInt8(7) === 1);
  }
}

function addMany(book: Book, row: number, first: number, data: Buffer, globals: Globals): void {
  for (let at = 4, column = first; at + 6 <= data.length - 2; at += 6, column += 1)
    book.add(row, column, numberOf(shortNumber(data.readInt32LE(at + 2)), data.readUInt16LE(at), globals));
}

function numberOf(value: number, style: number, { styles, codes, is1904 }: Globals): string {
  const format = styles[style] ?? 0;
  return formatNumber(value, codes.get(format) ?? BUILT_IN_FORMATS[format] ?? "", is1904);
}

/** RkNumber: 30 bits of an integer or of a double, optionally divided by 100. */
function shortNumber(bits: number): number {
  const double = Buffer.alloc(8);
  double.writeInt32LE(bits & ~3, 4);
  const value = bits & 2 ? bits >> 2 : double.readDoubleLE(0);
  return bits & 1 ? value / 100 : value;
}

const ERRORS: Readonly<Record<number, string>> = {
  ...{ 0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A" },
};
const truthOf = (value: number, isError: boolean) =>
  isError ? (ERRORS[value] ?? "#ERROR!") : value === 1 ? "TRUE" : "FALSE";
