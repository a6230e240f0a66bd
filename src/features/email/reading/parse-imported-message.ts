import { createHash } from "node:crypto";
import type { Address, Attachment } from "postal-mime";
import { madeUpId } from "./message-ids.ts";
import { type ParsedMessage, parseMessage, sourceText } from "./parse-message.ts";
import { parseMime } from "./parse-mime.ts";

/** A message imported from a file (RFC 5322). Parsed in a worker: a file may contain anything. */
export type ImportedMessage = Omit<
  ParsedMessage,
  "id" | "report" | "receipt" | "receiptRequest" | "senderClaim" | "header"
> & {
  messageId: string;
  inReplyTo: string;
  references: string;
  subject: string;
  date: string;
  from: Person[];
  replyTo: Person[];
  to: Person[];
  cc: Person[];
  bcc: Person[];
  /** Only the headers that determine the kind of mail. */
  headers: Record<string, string>;
  files: MessageFile[];
};

type Person = { name: string; address: string };
type MessageFile = {
  filename: string;
  contentType: string;
  size: number;
  contentId: string | null;
  isInline: boolean;
};

const MAX_PEOPLE = 200;
const MAX_FILES = 200;
const KINDS = [
  ...["list-unsubscribe", "list-unsubscribe-post", "list-id", "auto-submitted", "precedence", "x-priority"],
  "importance",
];

/** Null where the bytes are not a message: without sender, subject and Message-ID. */
export async function parseImportedMessage(
  _input: null,
  bytes: Buffer<ArrayBuffer>,
): Promise<ImportedMessage | null> {
  const {
    id: _,
    report: __,
    senderClaim: ___,
    header: ____,
    receipt: _____,
    receiptRequest: ______,
    ...texts
  } = await parseMessage({ id: "", source: bytes });
  // The header of a message that is too large to parse, or damaged, still names its sender and subject.
  const isReadable = texts.text !== sourceText(bytes) || texts.fault === null;
  // Unparseable bytes return null, which the importer reports as no message.
  const email = await parseMime(isReadable ? bytes : headOf(bytes)).catch(() => null);
  if (!email || (!email.from && !email.subject && !email.messageId)) return null;
  const headers = email.headers.filter(({ key }) => KINDS.includes(key));
  return {
    ...texts,
    messageId: email.messageId ?? madeUpId(digest(bytes)),
    inReplyTo: email.inReplyTo ?? "",
    references: email.references ?? "",
    subject: email.subject ?? "",
    date: email.date ?? "",
    from: peopleOf(email.from ? [email.from] : []),
    replyTo: peopleOf(email.replyTo),
    to: peopleOf(email.to),
    cc: peopleOf(email.cc),
    bcc: peopleOf(email.bcc),
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value.slice(0, 4000)])),
    files: email.attachments.slice(0, MAX_FILES).map(fileOf),
  };
}

/** The bytes of one of its files, by index. */
export async function extractAttachment(
  place: number,
  bytes: Buffer<ArrayBuffer>,
): Promise<Uint8Array | null> {
  const { attachments } = await parseMime(bytes);
  const file = attachments[place];
  return file ? bytesOf(file) : null;
}

function headOf(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const [end = 50_000] = [bytes.indexOf("\r\n\r\n"), bytes.indexOf("\n\n")]
    .filter((at) => at >= 0)
    .sort((a, b) => a - b);
  const lines = bytes.subarray(0, Math.min(end, 50_000)).toString("latin1");
  return Buffer.from(
    `${lines.replaceAll(/^content-[a-z-]+:.*(\r?\n[ \t].*)*\r?\n?/gim, "")}\r\n\r\n`,
    "latin1",
  );
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 40);

const peopleOf = (addresses: readonly Address[] = []): Person[] =>
  addresses
    .flatMap((each) => each.group ?? [each])
    .slice(0, MAX_PEOPLE)
    .map(({ name = "", address = "" }) => ({ name: name.slice(0, 300), address: address.slice(0, 500) }));

const bytesOf = ({ content }: Attachment) =>
  typeof content === "string" ? new Uint8Array(Buffer.from(content)) : new Uint8Array(content);

function fileOf(file: Attachment): MessageFile {
  const { filename, mimeType, contentId, disposition } = file;
  return {
    filename: (filename ?? "").slice(0, 300),
    contentType: mimeType,
    size: bytesOf(file).length,
    contentId: contentId ? contentId.replaceAll(/[<>]/g, "").slice(0, 300) : null,
    isInline: disposition === "inline" || file.related === true,
  };
}
