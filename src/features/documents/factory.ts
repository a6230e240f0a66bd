import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
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

const sample = (name: string) => readFileSync(join(import.meta.dirname, "samples", name));

/** Files of every type, made by LibreOffice: a lease, a budget and some slides, with umlauts and Japanese. */
export const aFile: Record<Extension, Buffer> = {
  ".pdf": sample("lease.pdf"),
  ".doc": sample("lease.doc"),
  ".xls": sample("budget.xls"),
  ".ppt": gunzipSync(sample("pitch.ppt.gz")),
  ".docx": sample("lease.docx"),
  ".xlsx": sample("budget.xlsx"),
  ".pptx": sample("pitch.pptx"),
  ".txt": sample("lease.txt"),
};

/** The lease on two scanned pages: a crooked photograph with speckles, and black and white. */
export const aScan = sample("scan.pdf");

/** The lease as a PDF that asks for a password. */
export const aLockedPdf = sample("locked.pdf");
