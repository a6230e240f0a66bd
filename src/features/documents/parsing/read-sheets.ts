import { RefusedContent } from "../uploads/refuse-content.ts";
import {
  type Book,
  BUILT_IN_FORMATS,
  collectCells,
  formatNumber,
  MAX_ROWS,
  MAX_SHEETS,
  MAX_TEXT_LENGTH,
  type Sheet,
} from "./collect-cells.ts";
import type { Archive } from "./open-zip.ts";
import { parseXml, type XmlHandlers } from "./parse-xml.ts";

/** Maximum texts of the workbook that cells refer to, their characters, and formats of cells. */
const MAX_STRINGS = 500_000;
const MAX_STRING_CHARACTERS = 20_000_000;
const MAX_FORMATS = 65_536;

type Styles = { codes: string[]; is1904: boolean };

/** .xlsx: the cells of each sheet as they are shown (ECMA-376, part 1, 18). */
export async function readSheets(archive: Archive): Promise<Sheet[]> {
  const { listed, is1904 } = await readWorkbook(archive);
  const targets = await readTargets(archive);
  const strings = await readStrings(archive);
  const styles = { codes: await readFormats(archive), is1904 };
  const book = collectCells();
  for (const { name, id } of listed) {
    book.startSheet(name);
    const part = await archive.open(targets.get(id) ?? "");
    if (part && !book.isFull()) await parseXml(part, sheetHandlers(book, strings, styles));
  }
  return book.sheets;
}

async function readWorkbook(archive: Archive) {
  const listed: { name: string; id: string }[] = [];
  let is1904 = false;
  const part = await archive.open("xl/workbook.xml");
  if (!part) throw new RefusedContent("broken");
  await parseXml(part, {
    open: (tag, { name = "", id = "", date1904 = "" }) => {
      if (tag === "sheet" && listed.length < MAX_SHEETS) listed.push({ name, id });
      if (tag === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
    },
  });
  return { listed, is1904 };
}

/** Which part a relation of the workbook means. */
async function readTargets(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await readPart(archive, "xl/_rels/workbook.xml.rels", {
    open: (tag, { Id = "", Target = "", Type = "" }) => {
      if (tag !== "Relationship" || !Type.endsWith("/worksheet")) return;
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//, "")}`);
    },
    isDone: () => targets.size > MAX_SHEETS,
  });
  return targets;
}

async function readStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  const texts = textCollector();
  await readPart(archive, "xl/sharedStrings.xml", {
    open: (tag) => {
      if (tag === "si") texts.reset();
      texts.open(tag);
    },
    text: texts.text,
    close: (tag) => {
      texts.close(tag);
      if (tag !== "si" || strings.length >= MAX_STRINGS || characters >= MAX_STRING_CHARACTERS) return;
      characters += texts.value().length;
      strings.push(texts.value());
    },
    isDone: () => strings.length >= MAX_STRINGS || characters >= MAX_STRING_CHARACTERS,
  });
  return strings;
}

/** The text of `<t>`, in one or more runs; how it is pronounced (`<rPh>`) does not belong to it. */
function textCollector() {
  let value = "";
  let isText = false;
  let isPhonetic = false;
  return {
    value: () => value,
    reset: () => {
      value = "";
      isPhonetic = false;
    },
    open: (tag: string) => {
      if (tag === "rPh") isPhonetic = true;
      isText = (tag === "t" || tag === "v") && !isPhonetic;
    },
    text: (text: string) => {
      if (isText && value.length < MAX_TEXT_LENGTH) value += text.slice(0, MAX_TEXT_LENGTH - value.length);
    },
    close: (tag: string) => {
      if (tag === "rPh") isPhonetic = false;
      isText = false;
    },
  };
}

/** The code of the number format of each style of a cell. */
async function readFormats(archive: Archive): Promise<string[]> {
  const own = new Map<number, string>();
  const codes: string[] = [];
  let isInCells = false;
  await readPart(archive, "xl/styles.xml", {
    open: (tag, { numFmtId = "", formatCode = "" }) => {
      if (tag === "numFmt" && own.size < MAX_FORMATS) own.set(Number(numFmtId), formatCode);
      if (tag === "cellXfs") isInCells = true;
      if (tag === "xf" && isInCells && codes.length < MAX_FORMATS)
        codes.push(own.get(Number(numFmtId)) ?? BUILT_IN_FORMATS[Number(numFmtId)] ?? "");
    },
    close: (tag) => {
      if (tag === "cellXfs") isInCells = false;
    },
  });
  return codes;
}

function sheetHandlers(book: Book, strings: readonly string[], styles: Styles): XmlHandlers {
  let row = -1;
  let column = -1;
  let cell: Readonly<Record<string, string>> | null = null;
  const texts = textCollector();
  return {
    open: (tag, attributes) => {
      if (tag === "row") {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r) - 1;
        column = -1;
      } else if (tag === "c") {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        cell = attributes;
        texts.reset();
      }
      texts.open(tag);
    },
    text: texts.text,
    close: (tag) => {
      texts.close(tag);
      if (tag !== "c" || !cell) return;
      book.add(row, column, formatCell(cell, texts.value(), strings, styles));
      cell = null;
    },
    isDone: () => book.isFull() || row >= MAX_ROWS,
  };
}

/** 27 for `AB3`; three letters at most are a column. */
const columnOf = (place: string): number =>
  [...(/^[A-Z]{1,3}/.exec(place)?.[0] ?? "")].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

function formatCell(
  { t: type = "n", s: style = "" }: Readonly<Record<string, string>>,
  value: string,
  strings: readonly string[],
  { codes, is1904 }: Styles,
): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n" || value.trim() === "" || !Number.isFinite(Number(value))) return value;
  return formatNumber(Number(value), codes[Number(style)] ?? "", is1904);
}

async function readPart(archive: Archive, name: string, handlers: XmlHandlers): Promise<void> {
  const part = await archive.open(name);
  if (part) await parseXml(part, handlers);
}
