import { getDocumentProxy } from "unpdf";
import { MAX_PIXELS } from "#platform/pictures/picture-size.ts";
import type { Extension } from "../model.ts";
import { openZip } from "../parsing/open-zip.ts";
import { readCompound } from "../parsing/read-compound.ts";
import { type Refusal, RefusedContent } from "./refuse-content.ts";

/** The archive entry that a file of this type must contain. */
const MAIN_ENTRIES: Partial<Record<Extension, RegExp>> = {
  ".docx": /^word\/document2?\.xml$/,
  ".xlsx": /^xl\/workbook\.xml$/,
  ".pptx": /^ppt\/presentation\.xml$/,
};
/** The stream that a file of an older format must contain. */
const MAIN_STREAMS: Partial<Record<Extension, readonly string[]>> = {
  ".doc": ["WordDocument"],
  ".xls": ["Workbook", "Book"],
  ".ppt": ["PowerPoint Document"],
};

const ZIP_MACROS = /(^|\/)vbaProject\.bin$|^xl\/macrosheets\//i;
const COMPOUND_MACROS = /^(_VBA_PROJECT|_VBA_PROJECT_CUR|VBA)$/i;
const COMPOUND_START = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Checks a file before it becomes a document: opens it, counts its unpacked bytes, and detects passwords and macros.
 * Null if nothing is wrong. Runs in a worker (`documents.checkContent`).
 */
export async function checkContent(
  { extension }: { extension: Extension },
  bytes: Buffer<ArrayBuffer>,
): Promise<Refusal | null> {
  try {
    await inspect(extension, bytes);
    return null;
  } catch (error) {
    return error instanceof RefusedContent ? error.refusal : "broken";
  }
}

async function inspect(extension: Extension, bytes: Buffer<ArrayBuffer>): Promise<void> {
  if (extension === ".txt") return;
  if (extension === ".pdf") return inspectPdf(bytes);
  if (bytes.subarray(0, 4).equals(COMPOUND_START)) return inspectCompound(extension, bytes);
  const { names } = await openZip(bytes);
  if (!names.some((name) => MAIN_ENTRIES[extension]?.test(name))) throw new RefusedContent("other");
  if (names.some((name) => ZIP_MACROS.test(name))) throw new RefusedContent("macros");
}

async function inspectPdf(bytes: Buffer<ArrayBuffer>): Promise<void> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), PDF_OPTIONS).catch((error: Error) => {
    throw new RefusedContent(error.name === "PasswordException" ? "locked" : "broken");
  });
  await pdf.getPage(1);
}

/** No content is compiled to code, nothing is fetched, and an image is skipped if its stated size is too large. */
export const PDF_OPTIONS = {
  ...{ isEvalSupported: false, useWorkerFetch: false, verbosity: 0 },
  maxImageSize: MAX_PIXELS,
};

/** The older formats; a password-protected file of a newer format has such a container as well. */
function inspectCompound(extension: Extension, bytes: Buffer): void {
  const { names, stream } = readCompound(bytes);
  if (names.includes("EncryptedPackage")) throw new RefusedContent("locked");
  const main = (MAIN_STREAMS[extension] ?? []).map(stream).find((found) => found !== null);
  if (!main) throw new RefusedContent("other");
  if (names.some((name) => COMPOUND_MACROS.test(name))) throw new RefusedContent("macros");
  if (extension === ".doc" && isLockedWord(main)) throw new RefusedContent("locked");
}

/** fEncrypted in the file information block of [MS-DOC] 2.5.2. */
const isLockedWord = (content: Buffer) => content.length > 12 && (content.readUInt16LE(10) & 0x0100) !== 0;
