import { expect, test } from "vitest";
import { categoryLabel, DEFAULT_CATEGORY, DOCUMENT_CATEGORIES, documentFields } from "./fields.ts";
import { DOCUMENT_SORTS, EXTENSIONS, extensionOf, formatSize } from "./model.ts";
import { cleanFileName } from "./uploads/clean-file-name.ts";

test("DOC-29, DOC-18: ten categories in their order, general by default", () => {
  expect(DOCUMENT_CATEGORIES).toEqual([
    "general",
    "contracts",
    "reports",
    "presentations",
    "invoices",
    "legal",
    "marketing",
    "research",
    "meeting-notes",
    "proposals",
  ]);
  expect(DEFAULT_CATEGORY).toBe("general");
  expect(categoryLabel("meeting-notes")).toBe("Meeting Notes");
});

test("DOC-30: the sort keys are created_at, title and size", () => {
  expect(DOCUMENT_SORTS).toEqual(["created_at", "title", "size"]);
});

test("DOC-31: sizes in Bytes, KB, MB and GB, base 1024, two decimals", () => {
  expect(
    [0, 1, 1023, 1024, 1536, 1024 ** 2 - 1, 1024 ** 2, 52_428_800, 5 * 1024 ** 3, 3000 * 1024 ** 3].map(
      formatSize,
    ),
  ).toEqual([
    "0 Bytes",
    "1 Bytes",
    "1023 Bytes",
    "1.00 KB",
    "1.50 KB",
    "1024.00 KB",
    "1.00 MB",
    "50.00 MB",
    "5.00 GB",
    "3000.00 GB",
  ]);
});

test("DOC-17: tags are comma-separated, trimmed, each once", () => {
  expect(documentFields.tags.draft.to(" board , finance,, board ,Q3 plan")).toEqual([
    "board",
    "finance",
    "Q3 plan",
  ]);
});

test("DOC-16: eight accepted types, whatever the case of the name", () => {
  expect(EXTENSIONS).toEqual([".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".txt"]);
  expect(["a.PDF", "b.docx", "c.exe", "pdf", "d.pdf.exe", ""].map(extensionOf)).toEqual([
    ".pdf",
    ".docx",
    null,
    null,
    null,
    null,
  ]);
});

test("D17: a file name loses folders, control characters and text direction marks, and keeps its extension", () => {
  const names: Record<string, string> = {
    "../../etc/passwd.pdf": "passwd.pdf",
    "C:\\Users\\Ada\\Q3 plan.docx": "Q3 plan.docx",
    "invoice\u202Efdp.exe": "invoicefdp.exe",
    "nul\u0000.pdf\u0007": "nul.pdf",
    "  spaced \n out .txt": "spaced out.txt",
    "...hidden.pdf": "hidden.pdf",
    "Bericht für Köln – 日本.pdf": "Bericht für Köln – 日本.pdf",
    'a<b>:"c|d?*.txt': "a_b___c_d__.txt",
    "": "document",
  };
  expect(Object.keys(names).map(cleanFileName)).toEqual(Object.values(names));
  const long = cleanFileName(`${"ü".repeat(400)}.pptx`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
  expect(long.endsWith(".pptx")).toBe(true);
});
