import { expect, test } from "vitest";
import { aCompound, aZip } from "#platform/testing/archives.ts";
import { aFile, aLockedPdf } from "../factory.ts";
import { EXTENSIONS } from "../model.ts";
import { readContent } from "../parsing/read-content.ts";
import { checkContent } from "./check-content.ts";

type Bytes = Buffer<ArrayBuffer>;

const compoundOf = (...names: string[]) =>
  aCompound(Object.fromEntries(names.map((name) => [name, Buffer.alloc(5000, 1)])));
const word = { "[Content_Types].xml": Buffer.from("<Types/>"), "word/document.xml": Buffer.from("<w/>") };
const check = (extension: keyof typeof aFile, bytes: Buffer) => checkContent({ extension }, bytes as Bytes);

test.for(EXTENSIONS)("DOC-16: a real %s file passes, and none of another type", async (extension) => {
  expect(await check(extension, aFile[extension])).toBeNull();
  if (extension === ".txt") return;
  for (const other of EXTENSIONS.filter((each) => each !== extension))
    expect(await check(extension, aFile[other]), other).toMatch(/other|broken/);
});

test("D17: passwords, macros and damage give different errors", async () => {
  expect(await check(".pdf", aLockedPdf)).toBe("locked");
  expect(await check(".docx", compoundOf("EncryptionInfo", "EncryptedPackage"))).toBe("locked");
  expect(await check(".xlsx", compoundOf("EncryptionInfo", "EncryptedPackage"))).toBe("locked");
  expect(await check(".docx", aZip({ ...word, "word/vbaProject.bin": Buffer.from("x") }))).toBe("macros");
  expect(await check(".xls", compoundOf("Workbook", "_VBA_PROJECT_CUR"))).toBe("macros");
  const lockedWord = Buffer.from(aFile[".doc"]);
  const at = lockedWord.indexOf(Buffer.from([0xec, 0xa5]));
  lockedWord.writeUInt16LE(lockedWord.readUInt16LE(at + 10) | 0x0100, at + 10);
  expect(await check(".doc", lockedWord)).toBe("locked");
  for (const extension of EXTENSIONS.filter((each) => each !== ".txt"))
    expect(await check(extension, aFile[extension].subarray(0, 700)), extension).toMatch(/broken|other/);
  expect(await check(".docx", aZip({ "readme.txt": Buffer.from("x") }))).toBe("other");
});

test("§6: an archive unpacks to at most 200 MB, a ratio of 100, and 2,000 entries", async () => {
  const zeros = Buffer.alloc(30_000_000);
  expect(await check(".docx", aZip({ ...word, "word/media/a.bin": zeros }))).toBe("bomb");
  const noise = Buffer.from(Array.from({ length: 9_000 }, (_, n) => (n * 7919) % 251));
  expect(await check(".docx", aZip({ ...word, "word/a.bin": Buffer.concat([noise, zeros]) }))).toBe("bomb");
  // An entry that unpacks to more than its stated size is not unpacked beyond that size.
  expect(await check(".docx", aZip({ ...word, "word/a.bin": zeros }, 100))).toBe("broken");
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`${n}`, Buffer.from("x")]));
  expect(await check(".docx", aZip({ ...word, ...many }))).toBe("bomb");
});

test("the text of every type is read, including umlauts and Japanese", async () => {
  const read = async (extension: keyof typeof aFile) => {
    const content = await readContent({ extension, today: "2026-11-01" }, aFile[extension] as Bytes);
    if ("failure" in content) throw new Error(content.failure);
    return content;
  };
  for (const extension of [".pdf", ".docx", ".doc", ".txt"] as const) {
    const { text } = await read(extension);
    for (const words of ["Lease of the Lisbon office", "Brückner & Söhne", "December 31, 2031", "Küche"])
      expect(text, extension).toContain(words);
    if (extension !== ".pdf") expect(text).toContain("東京支店");
  }
  expect(await read(".pdf")).toMatchObject({ pages: 1, preview: null });
  expect((await read(".docx")).preview).toContain("<h1>Lease of the Lisbon office</h1>");
  for (const extension of [".xls", ".xlsx"] as const) {
    const { text, preview, pages } = await read(extension);
    for (const words of ["Clara Voß", "田中", "340500.5", "2026-10-12"]) expect(text).toContain(words);
    expect(preview).toContain("<td>Łukasz Nowak</td>");
    expect(pages).toBe(1);
  }
  for (const extension of [".ppt", ".pptx"] as const)
    expect(await read(extension)).toMatchObject({
      text: "Quarterly results für Zürich\nRevenue grew by 12 percent\nNew branch in Tokyo 東京\n\nNext steps\nThe board decides by March 15, 2027.",
      preview: expect.stringContaining("<h2>Next steps</h2>"),
      pages: 2,
    });
});
