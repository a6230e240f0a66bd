import { expect, test } from "vitest";
import { aCompound, aZip } from "#platform/testing/archives.ts";
import type { Sheet } from "./collect-cells.ts";
import { openZip } from "./open-zip.ts";
import { readOldSheets } from "./read-old-sheets.ts";
import { readSheets } from "./read-sheets.ts";

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";

/** A workbook with one sheet of this content. */
function aWorkbook(sheet: string, more: Record<string, string> = {}) {
  return aZip({
    "xl/workbook.xml": `<workbook><sheets><sheet name="Plan &amp; costs" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${TYPE}" Target="worksheets/one.xml"/></Relationships>`,
    "xl/worksheets/one.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  });
}

const rowsOf = async (bytes: Buffer) => (await readSheets(await openZip(bytes)))[0]?.rows;
const countCharacters = (sheets: readonly Sheet[]) =>
  sheets.flatMap(({ rows }) => rows.flat()).reduce((sum, cell) => sum + cell.length + 1, 0);

test("D17: cells of an .xlsx are read as they are shown, whatever program wrote them", async () => {
  const sheet = `
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>
    <x:row><x:c s="1"><x:v>46307</x:v></x:c><c s="2"><v>1234.5</v></c><c t="str"><f>A1</f><v>of a formula</v></c></x:row>
    <row r="4"><c r="B4" t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c><v>0.1</v></c></row>`;
  const bytes = aWorkbook(sheet, {
    "xl/sharedStrings.xml": `<sst><si><r><t>東</t></r><r><t>京</t></r><rPh><t>トウキョウ</t></rPh></si></sst>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00&quot; €&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
  });
  expect(await readSheets(await openZip(bytes))).toEqual([
    {
      name: "Plan & costs",
      rows: [
        ["東京", "", "inline"],
        ["2026-10-12", "1,234.50 €", "of a formula"],
        [],
        ["", "TRUE", "#N/A", "0.1"],
      ],
    },
  ]);
});

test("dates of a workbook with the 1904 date system are correct", async () => {
  const workbook = `<workbook><workbookPr date1904="1"/><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`;
  const styles = `<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`;
  const bytes = aWorkbook(`<row><c s="0"><v>44845</v></c></row>`, {
    "xl/workbook.xml": workbook,
    "xl/styles.xml": styles,
  });
  expect(await rowsOf(bytes)).toEqual([["2026-10-12"]]);
});

test("D17: entities are not expanded, and depth and length of tags are limited", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
  const attributes = Array.from({ length: 300 }, (_, n) => `a${n}=""`).join(" ");
  for (const sheet of [
    bomb,
    "<a>".repeat(200_000),
    `<a ${attributes}/>`,
    `<a b="${"x".repeat(9_000_000)}"/>`,
  ])
    await expect(rowsOf(aWorkbook("", { "xl/worksheets/one.xml": sheet }))).rejects.toThrow(/damaged/);
});

test("§6: one long text in a million cells, far rows and far columns stay within limits", async () => {
  const long = `<sst><si><t>${"x".repeat(40_000)}</t></si></sst>`;
  const cells = `<row>${`<c t="s"><v>0</v></c>`.repeat(900)}</row>`.repeat(60);
  const many = await readSheets(await openZip(aWorkbook(cells, { "xl/sharedStrings.xml": long })));
  expect(countCharacters(many)).toBeLessThan(1_600_000);
  const far = Array.from(
    { length: 5000 },
    (_, n) => `<row r="${n + 1}"><c r="ALL${n + 1}"><v>1</v></c><c r="XFD${n + 1}"><v>2</v></c></row>`,
  );
  const wide = await readSheets(await openZip(aWorkbook(far.join(""))));
  expect(countCharacters(wide)).toBeLessThan(1_600_000);
  const below = `<row r="1"><c><v>1</v></c></row><row r="1048576"><c><v>2</v></c></row>`;
  expect(await rowsOf(aWorkbook(below))).toEqual([["1"]]);
});

const record = (type: number, data: Buffer | number[]) => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, Buffer.from(data)]);
};
const number = (value: number, bytes: number) => {
  const found = Buffer.alloc(bytes);
  found.writeUIntLE(value, 0, Math.min(bytes, 6));
  return [...found];
};
const BEGIN = record(0x809, [...number(0x600, 2), ...number(5, 2), ...number(0, 12)]);
const END = record(0x0a, []);

/** An .xls whose sheets all have the same offset; `globals` precede the list of sheets. */
function anOldWorkbook(globals: Buffer[], cells: Buffer[], sheets = 1, name = "Workbook") {
  const listed = (at: number) => [...number(at, 4), 0, 0, 1, 0, 65];
  const length = BEGIN.length + Buffer.concat(globals).length + sheets * (4 + listed(0).length) + END.length;
  const list = Array.from({ length: sheets }, () => record(0x85, listed(length)));
  return aCompound({ [name]: Buffer.concat([BEGIN, ...globals, ...list, END, BEGIN, ...cells, END]) });
}

const sharedCell = (row: number, index: number) =>
  record(0xfd, [...number(row, 2), ...number(0, 2), ...number(0, 2), ...number(index, 4)]);

test("a shared string of an .xls that is split continues after its own flags", () => {
  const texts = [
    record(0xfc, [...number(3, 4), ...number(3, 4), ...number(6, 2), 0, ...Buffer.from("Lon")]),
    // The rest as two-byte characters; then a text with a formatting run and phonetic data.
    record(0x3c, [1, ...Buffer.from("d京々", "utf16le"), ...number(2, 2), 8 | 4, ...number(1, 2)]),
    record(0x3c, [...number(4, 4), ...Buffer.from("ab"), 9, 9, 9, 9, 7, 7, 7, 7, ...number(1, 2), 0, 0x7a]),
  ];
  const rows = readOldSheets(anOldWorkbook(texts, [sharedCell(0, 0), sharedCell(1, 1), sharedCell(2, 2)]));
  expect(rows).toEqual([{ name: "A", rows: [["Lond京々"], ["ab"], ["z"]] }]);
});

test("D17: cyclic or overlapping parts of an .xls cost no more than its length", () => {
  const cells = Array.from({ length: 20_000 }, () => sharedCell(0, 0));
  const text = record(0xfc, [...number(1, 4), ...number(1, 4), ...number(1, 2), 0, 0x41]);
  const sheets = readOldSheets(anOldWorkbook([text], cells, 250));
  expect(sheets).toHaveLength(250);
  expect(countCharacters(sheets)).toBeLessThan(10);
  const looped = anOldWorkbook([], []);
  looped.writeUInt32LE(1, looped.length - 512 + 4);
  expect(() => readOldSheets(looped)).toThrow(/damaged/);
  const listed = Buffer.from(anOldWorkbook([], []));
  listed.writeUInt32LE(0, 68);
  expect(() => readOldSheets(listed)).toThrow(/damaged/);
  expect(() => readOldSheets(anOldWorkbook([record(0x2f, number(0, 6))], []))).toThrow(/password/);
});

test("an .xls of Excel 5 is read in the code page of the machine that wrote it", () => {
  const begin = record(0x809, [...number(0x500, 2), ...number(5, 2), ...number(0, 12)]);
  const sheet = (at: number) => record(0x85, [...number(at, 4), 0, 0, 1, 0xcb]);
  const page = record(0x42, number(1251, 2));
  const cell = record(0x204, [...number(0, 6), ...number(3, 2), 0xe4, 0xe0, 0x21]);
  const at = begin.length + page.length + sheet(0).length + END.length;
  const bytes = aCompound({ Book: Buffer.concat([begin, page, sheet(at), END, begin, cell, END]) });
  expect(readOldSheets(bytes)).toEqual([{ name: "Л", rows: [["да!"]] }]);
});
