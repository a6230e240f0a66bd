import { getDocumentProxy } from "unpdf";
import { MOST_PIXELS } from "#platform/pictures/picture-size.ts";
import type { Extension } from "../model.ts";
import { openZip } from "../parsing/open-zip.ts";
import { readCompound } from "../parsing/read-compound.ts";
import { type Refusal, RefusedContent } from "./refuse-content.ts";

/** What a file of the type holds when it is one: an entry of its archive. */
const MAIN_ENTRIES: Partial<Record<Extension, RegExp>> = {
  ".docx": /^word\/document2?\.xml$/,
  ".xlsx": /^xl\/workbook\.xml$/,
  ".pptx": /^ppt\/presentation\.xml$/,
};
/** The same in a container of the older formats. */
const MAIN_STREAMS: Partial<Record<Extension, readonly string[]>> = {
  ".doc": ["WordDocument"],
  ".xls": ["Workbook", "Book"],
  ".ppt": ["PowerPoint Document"],
};

const ZIP_MACROS = /(^|\/)vbaProject\.bin$|^xl\/macrosheets\//i;
const COMPOUND_MACROS = /^(_VBA_PROJECT|_VBA_PROJECT_CUR|VBA)$/i;
const COMPOUND_START = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Looks into a file before it becomes a document: opens it, counts what it unpacks to, and finds passwords and macros.
 * Null where there is nothing against it. Runs in a worker (`documents.checkContent`).
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

/** No code is made of what a file says, nothing is fetched for it, and a picture is left out by the size that it claims. */
export const PDF_OPTIONS = {
  ...{ isEvalSupported: false, useWorkerFetch: false, verbosity: 0 },
  maxImageSize: MOST_PIXELS,
};

/** The older formats; a newer one that is protected by a password lies in such a container as well. */
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
