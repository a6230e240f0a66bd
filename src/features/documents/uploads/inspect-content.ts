import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { EXTENSIONS, type Extension, FILE_TYPES, MAX_FILE_BYTES } from "../model.ts";

const PDF = Buffer.from("%PDF-");
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** A compound file stores entry names in UTF-16; a ZIP stores them uncompressed before each entry. */
const wide = (text: string) => Buffer.from(text, "utf16le");
const plain = (text: string) => Buffer.from(text, "latin1");

type Signature = {
  start: Buffer;
  /** Number of bytes allowed before `start`. */
  before?: number;
  /** At least one of these is somewhere in the file. */
  entries: readonly Buffer[];
};

const SIGNATURES: Record<Exclude<Extension, ".txt">, Signature> = {
  ".pdf": { start: PDF, before: 1024, entries: [plain("obj")] },
  ".doc": { start: COMPOUND, entries: [wide("WordDocument")] },
  ".xls": { start: COMPOUND, entries: [wide("Workbook"), wide("Book\0")] },
  ".ppt": { start: COMPOUND, entries: [wide("PowerPoint Document")] },
  ".docx": { start: ZIP, entries: [plain("word/document.xml"), plain("word/document2.xml")] },
  ".xlsx": { start: ZIP, entries: [plain("xl/workbook.xml")] },
  ".pptx": { start: ZIP, entries: [plain("ppt/presentation.xml")] },
};

/** Control characters that no text holds; tab, line and page ends and escape are allowed. */
const IS_BINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 9 || (byte > 13 && byte < 32 && byte !== 27)),
);
const MAX_ENTRY_LENGTH = 64;

/**
 * Passes a file through while it is stored and throws where it is empty, too large, or not what its extension says:
 * the extension and the signature must agree (security.md D17). The whole file is looked at, a chunk at a time.
 */
export async function* inspected(
  content: AsyncIterable<Uint8Array>,
  extension: Extension,
): AsyncGenerator<Uint8Array> {
  const inspector = extension === ".txt" ? textInspector() : signatureInspector(extension);
  let size = 0;
  for await (const given of content) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw tooLarge();
    inspector.at(chunk);
    yield chunk;
  }
  if (size === 0) throw new AppError("invalid", t`The file is empty`, { fields: { file: "is empty" } });
  if (!inspector.isValid()) throw contentMismatch(extension);
}

export const notAccepted = () =>
  new AppError("invalid", t`Accepted are ${EXTENSIONS.join(", ")}`, {
    fields: { file: t`This is not of an accepted type` },
  });

export const tooLarge = () =>
  new AppError("invalid", t`A file may have at most 50 MB`, {
    fields: { file: t`A file may have at most 50 MB` },
  });

const contentMismatch = (extension: Extension) =>
  new AppError("invalid", t`The file ends with ${extension} but its content is something else`, {
    fields: { file: t`This is not a ${FILE_TYPES[extension].name} file` },
  });

type Inspector = { at(chunk: Buffer): void; isValid(): boolean };

function signatureInspector(extension: Exclude<Extension, ".txt">): Inspector {
  const { start, before = 0, entries } = SIGNATURES[extension];
  const reach = before + start.length;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  let hasEntry = false;
  return {
    at: (chunk) => {
      if (head.length < reach) head = Buffer.concat([head, chunk.subarray(0, reach - head.length)]);
      if (hasEntry) return;
      // Includes the end of the previous chunk, to find matches across the border.
      const text = Buffer.concat([tail, chunk]);
      hasEntry = entries.some((entry) => text.includes(entry));
      tail = text.subarray(-MAX_ENTRY_LENGTH);
    },
    isValid: () => hasEntry && head.includes(start),
  };
}

/** UTF-8 or a one-byte encoding without control characters, or UTF-16 that says so at its start. */
function textInspector(): Inspector {
  let isFirst = true;
  let isWide = false;
  let isText = true;
  return {
    at: (chunk) => {
      if (isFirst) isWide = chunk.length >= 2 && [0xfeff, 0xfffe].includes(chunk.readUInt16BE(0));
      isFirst = false;
      if (isText && !isWide) isText = !holdsBinary(chunk);
    },
    isValid: () => isText,
  };
}

/** A plain loop: a callback for each byte of 50 MB took longer than storing them. */
function holdsBinary(chunk: Buffer): boolean {
  for (let at = 0; at < chunk.length; at += 1) if (IS_BINARY[chunk[at] ?? 0]) return true;
  return false;
}
