import type { Extension } from "./model.ts";
import type { documents } from "./tables.ts";

type NewDocument = typeof documents.$inferInsert;

/** A row only: its key names no stored file. */
export const aDocument = (fields: Partial<NewDocument> & Pick<NewDocument, "userId">): NewDocument => ({
  title: "Board minutes",
  fileName: "board-minutes.txt",
  fileType: "text/plain",
  fileSize: 5,
  storageKey: "00/00/00000000000000000000000000000000",
  sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
  ...fields,
});

const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const compoundWith = (entry: string) =>
  Buffer.concat([COMPOUND, Buffer.alloc(504), Buffer.from(entry, "utf16le"), Buffer.alloc(64)]);
const zipWith = (entry: string) =>
  Buffer.concat([
    Buffer.from("PK\u0003\u0004"),
    Buffer.alloc(26),
    Buffer.from(`[Content_Types].xml${entry}`),
  ]);

/** The smallest bytes that pass for a file of the type. */
export const aFile: Record<Extension, Buffer> = {
  ".pdf": Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"),
  ".doc": compoundWith("WordDocument"),
  ".xls": compoundWith("Workbook"),
  ".ppt": compoundWith("PowerPoint Document"),
  ".docx": zipWith("word/document.xml"),
  ".xlsx": zipWith("xl/workbook.xml"),
  ".pptx": zipWith("ppt/presentation.xml"),
  ".txt": Buffer.from("hello"),
};
