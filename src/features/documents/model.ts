import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { changeShape, createShape, recordShape } from "#platform/fields/field-shapes.ts";
import { formatCountUpTo, formatFixed } from "#platform/numbers/format-number.ts";
import { DOCUMENT_CATEGORIES, documentFields } from "./fields.ts";

export const DocumentCategory = z.enum(DOCUMENT_CATEGORIES);
export type DocumentCategory = z.infer<typeof DocumentCategory>;

/** The sort keys of the specification; `created_at` is shown as Recent. */
export const DOCUMENT_SORTS = ["created_at", "title", "size"] as const;
export const DocumentSort = z.enum(DOCUMENT_SORTS);
export type DocumentSort = z.infer<typeof DocumentSort>;
export const SORT_LABELS: Record<DocumentSort, string> = {
  created_at: t`Recent`,
  title: t`Name`,
  size: t`Size`,
};

/** Accepted types: extension, served content type, and kind of preview. */
export const FILE_TYPES = {
  ".pdf": { type: "application/pdf", name: "PDF", preview: "pdf" },
  ".doc": { type: "application/msword", name: "Word", preview: null },
  ".docx": {
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    name: "Word",
    preview: null,
  },
  ".xls": { type: "application/vnd.ms-excel", name: "Excel", preview: null },
  ".xlsx": {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    name: "Excel",
    preview: null,
  },
  ".ppt": { type: "application/vnd.ms-powerpoint", name: "PowerPoint", preview: null },
  ".pptx": {
    type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    name: "PowerPoint",
    preview: null,
  },
  ".txt": { type: "text/plain", name: "Text", preview: "text" },
} as const;
export type Extension = keyof typeof FILE_TYPES;
export const EXTENSIONS = Object.keys(FILE_TYPES) as Extension[];

/** Bytes of one file, and of all files of one person, trash included. */
export const MAX_FILE_BYTES = 50 * 1024 ** 2;
export const QUOTA_BYTES = 5 * 1024 ** 3;
export const TRASH_DAYS = 30;

/** The accepted extension that the name ends with; null where it ends with none. */
export function extensionOf(fileName: string): Extension | null {
  const name = fileName.toLowerCase();
  return EXTENSIONS.find((extension) => name.endsWith(extension)) ?? null;
}

const UNITS: readonly ((size: string) => string)[] = [
  (size) => t`${size} Bytes`,
  (size) => t`${size} KB`,
  (size) => t`${size} MB`,
  (size) => t`${size} GB`,
];

/** '1.50 KB': base 1024, two decimals; bytes are whole (DOC-31). */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return UNITS[unit]?.(unit === 0 ? String(size) : formatFixed(size, 2)) ?? "";
}

/** Value of `summaryBy` if no language model wrote the summary. */
export const BUILT_IN = "built-in";

export const ReadState = z.enum(["waiting", "read", "failed"]);

/**
 * State of the virus scan: `unscanned` if the instance has no scanner, `waiting` until it can be reached, then `clean`
 * or `refused`.
 */
export const ScanState = z.enum(["unscanned", "waiting", "clean", "refused"]);
export type ScanState = z.infer<typeof ScanState>;

export const Document = z.object({
  id: Id,
  userId: Id,
  ...recordShape(documentFields),
  /** As on its owner's machine, without folders and invisible characters. */
  fileName: z.string(),
  fileType: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  /** Which of its files this is, from 1. */
  fileVersion: z.int(),
  /** URL of the file for its readers. */
  fileUrl: z.string(),
  isFavorite: z.boolean(),
  isShared: z.boolean(),
  aiSummary: z.string().nullable(),
  /** Who wrote the summary: `built-in`, or the name of a model. */
  summaryBy: z.string().nullable(),
  /** Whether its text was read, for search, summary and preview; a failure says why. */
  readState: ReadState,
  readFailure: z.string().nullable(),
  /** A waiting or refused file cannot be opened; `scanFinding` is what the scanner found. */
  scanState: ScanState,
  scanFinding: z.string().nullable(),
  pages: z.int().nullable(),
  /** Number of pages without text, and of those recognised by OCR: null until that was tried. */
  picturePages: z.int(),
  recognizedPages: z.int().nullable(),
  /** Whether the page has a readable form of an Office file to show. */
  hasPreview: z.boolean(),
  /** The text around the first match of the search, if the content matches. */
  excerpt: z.string().nullable(),
  /** The owner's name if the document is shared with the reader; null for the reader's own. */
  ownerName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type Document = z.output<typeof Document>;
export type DocumentOnWire = z.input<typeof Document>;

/** From this size in bytes the page uploads a file in parts, each of at most PART_BYTES. */
export const SENT_IN_PARTS_FROM = 10 * 1024 ** 2;
export const PART_BYTES = 5 * 1024 ** 2;
/** Maximum number of unfinished uploads of one person, and hours until one expires after its last part. */
export const MAX_UPLOADS = 50;
export const UPLOAD_HOURS = 24;

/** The details sent with an upload. */
export const NewDocument = z.strictObject(createShape(documentFields));
export type NewDocument = z.output<typeof NewDocument>;

/** An upload in parts, and how much of it has arrived. */
export const Upload = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  /** The details of the new document; null if the upload becomes a version of an existing one. */
  fields: z.object(recordShape(documentFields)).nullable(),
  documentId: Id.nullable(),
  /** Bytes stored so far: the offset of the next part. */
  received: z.int(),
  createdAt: Instant,
  /** When the parts are deleted unless another part arrives. */
  expiresAt: Instant,
});
export type Upload = z.output<typeof Upload>;
export type UploadOnWire = z.input<typeof Upload>;

/** Fields that are not given stay as they are. */
export const DocumentChange = z.strictObject(changeShape(documentFields));
export type DocumentChange = z.output<typeof DocumentChange>;

type Sortable = Pick<DocumentOnWire, "id" | "title" | "fileSize" | "createdAt">;

/** The order of documents.list, for pages that keep a list in order by themselves. */
export const DOCUMENT_ORDERS: Record<DocumentSort, (a: Sortable, b: Sortable) => number> = {
  created_at: (a, b) => byText(b.createdAt, a.createdAt) || byText(b.id, a.id),
  title: (a, b) => titles.compare(a.title, b.title) || byText(a.id, b.id),
  size: (a, b) => b.fileSize - a.fileSize || byText(b.id, a.id),
};

const titles = new Intl.Collator("und");
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Counting stops here. */
export const COUNT_CAP = 1000;
/** '1,000+' where counting stopped. */
export const countLabel = (count: number): string => formatCountUpTo(count, COUNT_CAP);

/** A day that a document speaks of. */
export const KeyDate = z.object({
  id: Id,
  day: z.iso.date(),
  time: z.string().nullable(),
  /** The suggested kind. */
  kind: z.enum(["task", "event"]),
  /** The sentence of the document that names it. */
  sentence: z.string(),
  state: z.enum(["open", "accepted", "dismissed"]),
  taskId: Id.nullable(),
  eventId: Id.nullable(),
});
export type KeyDate = z.output<typeof KeyDate>;
