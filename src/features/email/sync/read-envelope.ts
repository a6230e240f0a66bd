import type { FetchMessageObject, ImapFlow, MessageStructureObject } from "imapflow";
import { addressParser, decodeWords } from "postal-mime";
import { fetchMessages } from "#platform/mail/imap-commands.ts";
import { MAX_ADDRESS } from "../account-model.ts";
import { formatPerson, quoteLocalPart } from "../address-model.ts";
import { MAX_SUBJECT } from "../fields.ts";
import type { EmailPriority } from "../model.ts";
import { isRegularId, messageIdIn, referencesIn } from "../reading/message-ids.ts";
import { authServerOf } from "../reading/sender-authentication.ts";
import { cleanName } from "../writing/attach-files.ts";
import { fingerprintOf, formerIdOf, TEXT_START } from "./message-fingerprint.ts";

/** What to fetch for each message of a folder before its body. */
export const ENVELOPE_QUERY = {
  uid: true,
  flags: true,
  envelope: true,
  internalDate: true,
  size: true,
  bodyStructure: true,
  bodyParts: [TEXT_START],
  headers: [
    "references",
    "list-unsubscribe",
    "list-unsubscribe-post",
    "list-id",
    "auto-submitted",
    "precedence",
    "x-priority",
    "importance",
    "authentication-results",
  ],
};

/** For messages whose envelope is too long to fetch: the header lines, of which only the beginning is read. */
export const BARE_QUERY = {
  uid: true,
  flags: true,
  internalDate: true,
  size: true,
  bodyParts: [TEXT_START],
  headers: [...ENVELOPE_QUERY.headers, "from", "subject", "message-id", "in-reply-to", "date"],
};

export type FilePart = {
  part: string;
  filename: string;
  contentType: string;
  size: number;
  contentId: string | null;
  isInline: boolean;
};

export type Envelope = ReturnType<typeof readEnvelope>;

/**
 * Converted while fetching, because the raw response takes ten times the memory; saved afterwards, because a command
 * inside the loop would wait for ever.
 */
export async function fetchEnvelopes(
  client: ImapFlow,
  numbers: readonly number[],
  kind: "uid" | "seq" = "uid",
): Promise<Envelope[]> {
  const envelopes = new Map<number, Envelope>();
  // Servers omit the structure of messages that are nested too deeply or have too many parts, and even the envelope of
  // those with endless recipients: less is enough to list them.
  for (const query of [ENVELOPE_QUERY, { ...ENVELOPE_QUERY, bodyStructure: false }, BARE_QUERY]) {
    const missing = numbers.filter((number) => !envelopes.has(number));
    if (missing.length === 0) break;
    const options = { uid: kind === "uid" };
    for await (const message of fetchMessages(client, missing.join(","), query, options, missing.length))
      if (message.envelope ?? message.headers) envelopes.set(message[kind], readEnvelope(message));
  }
  return [...envelopes.values()];
}

/** Converts a message's envelope to a row: untrusted values, cut to the size of their columns. */
export function readEnvelope(message: FetchMessageObject) {
  const { internalDate, size = 0, flags = new Set<string>() } = message;
  const headers = headersOf(message.headers);
  const envelope = message.envelope ?? envelopeOf(headers);
  const [from] = envelope.from ?? [];
  const received = dateOf(internalDate) ?? dateOf(envelope.date) ?? new Date();
  const files = filesOf(message.bodyStructure);
  const messageId = messageIdIn(envelope.messageId ?? "");
  const inReplyTo = referencesIn(envelope.inReplyTo ?? "").at(-1) ?? null;
  return {
    uid: message.uid,
    modseq: message.modseq ?? null,
    flags: [...flags].slice(0, 100),
    messageId,
    formerId: isRegularId(messageId) ? null : formerIdOf(message, received),
    fingerprint: fingerprintOf(message),
    inReplyTo,
    refs: [...new Set([...referencesIn(headers.references ?? ""), ...(inReplyTo ? [inReplyTo] : [])])].slice(
      -50,
    ),
    subject: line(envelope.subject ?? "", MAX_SUBJECT),
    sender: from ? addressLine(from) : "",
    replyTo:
      envelope.replyTo?.[0] && envelope.replyTo[0].address !== from?.address
        ? addressLine(envelope.replyTo[0])
        : null,
    recipients: (envelope.to ?? []).slice(0, 200).map(addressLine),
    cc: (envelope.cc ?? []).slice(0, 200).map(addressLine),
    bcc: (envelope.bcc ?? []).slice(0, 200).map(addressLine),
    received,
    size,
    priority: priorityOf(headers),
    isAutomatic: isAutomatic(headers) || message.bodyStructure?.type === "multipart/report",
    listUnsubscribe: headers["list-unsubscribe"] ? line(headers["list-unsubscribe"], 2000) : null,
    authServer: authServerOf(headers["authentication-results"] ?? ""),
    isOneClickUnsubscribe: /one-click/i.test(headers["list-unsubscribe-post"] ?? "") && isSigned(headers),
    files,
    textSize: textSizeOf(message.bodyStructure),
  };
}

/** Without the recipients. */
function envelopeOf(headers: Record<string, string>): NonNullable<FetchMessageObject["envelope"]> {
  const [from] = addressParser((headers.from ?? "").slice(0, 2000));
  return {
    subject: decodeWords((headers.subject ?? "").slice(0, 4000)),
    ...(from?.address && { from: [{ name: from.name, address: from.address }] }),
    ...(headers["message-id"] && { messageId: headers["message-id"] }),
    ...(headers["in-reply-to"] && { inReplyTo: headers["in-reply-to"] }),
    ...(headers.date && { date: new Date(headers.date) }),
  };
}

export const line = (text: string, maxLength: number) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .toWellFormed()
    .trim()
    .slice(0, maxLength);

/**
 * `Name <address>`, as shown and parsed in recipient fields. A name gets no angle brackets: it could be taken for the
 * address.
 */
export function addressLine({
  name = "",
  address = "",
}: {
  name?: string | undefined;
  address?: string | undefined;
}): string {
  const displayName = line(name.replaceAll(/[<>]/g, " ").replaceAll(/ +/g, " "), MAX_NAME);
  const bare = quoteLocalPart(line(address.replaceAll(/[<>]/g, ""), MAX_BARE_ADDRESS));
  if (displayName === "" || displayName.toLowerCase() === bare.toLowerCase()) return bare;
  const written = formatPerson({ name: displayName, address: bare });
  if (written.length <= MAX_ADDRESS) return written;
  // Each character of a quoted name may take two.
  const room = Math.max(1, Math.floor((MAX_ADDRESS - bare.length - " <>".length - '""'.length) / 2));
  return formatPerson({ name: displayName.slice(0, room).trimEnd(), address: bare });
}

const MAX_NAME = 150;
/** RFC 5321 §4.5.3.1.3: a longer one is none. */
const MAX_BARE_ADDRESS = 254;

export function dateOf(date: Date | string | undefined): Date | null {
  const read = date === undefined ? null : new Date(date);
  const isSensible = read && read.getTime() > 0 && read.getTime() < Date.now() + 86_400_000;
  return isSensible ? read : null;
}

function headersOf(bytes: Buffer | undefined): Record<string, string> {
  const lines = (bytes?.toString("utf8", 0, 50_000) ?? "").replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  // Of fields with the same name the topmost counts: it was added last.
  return Object.fromEntries(
    lines.toReversed().flatMap((text) => {
      const colon = text.indexOf(":");
      return colon === -1 ? [] : [[text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()]];
    }),
  );
}

export function priorityOf(headers: Record<string, string>): EmailPriority {
  const priorityText = `${headers["x-priority"] ?? ""} ${headers.importance ?? ""}`.trim().toLowerCase();
  if (/^1\b/.test(priorityText)) return "urgent";
  if (/^2\b|high/.test(priorityText)) return "high";
  return /^[45]\b|low/.test(priorityText) ? "low" : "medium";
}

export const isAutomatic = (headers: Record<string, string>) =>
  /^auto-/i.test(headers["auto-submitted"] ?? "") ||
  /bulk|list|junk/i.test(headers.precedence ?? "") ||
  Boolean(headers["list-id"]);

/**
 * Whether the topmost Authentication-Results reports a valid signature (RFC 8601); `isOneClick` of read-emails.ts
 * checks who wrote it. RFC 8058 §4 requires this for one click: otherwise unsubscribing uses a page or a message.
 */
export const isSigned = (headers: Record<string, string>) =>
  /;\s*dkim\s*=\s*pass\b/i.test((headers["authentication-results"] ?? "").replaceAll(/\([^()]*\)/g, ""));

const MAX_FILES = 200;

/** Every part that is not readable text; nested messages count as files. */
function filesOf(root: MessageStructureObject | undefined): FilePart[] {
  const files: FilePart[] = [];
  const waiting = root ? [root] : [];
  while (waiting.length > 0 && files.length < MAX_FILES) {
    const node = waiting.shift() as MessageStructureObject;
    const isMessage = node.type === "message/rfc822";
    if (node.childNodes && !isMessage) waiting.unshift(...node.childNodes);
    else if (isFile(node)) files.push(fileOf(node));
  }
  return files;
}

const nameOf = ({ dispositionParameters, parameters }: MessageStructureObject) =>
  dispositionParameters?.filename ?? parameters?.name;

const isFile = (node: MessageStructureObject) =>
  node.disposition === "attachment" || nameOf(node) !== undefined || !/^(text|multipart)\//.test(node.type);

function fileOf(node: MessageStructureObject): FilePart {
  const isBase64 = node.encoding?.toLowerCase() === "base64";
  return {
    part: node.part ?? "1",
    filename: cleanName(nameOf(node) ?? defaultName(node.type)),
    contentType: /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(node.type) ? node.type : "application/octet-stream",
    size: Math.round((node.size ?? 0) * (isBase64 ? 0.73 : 1)),
    contentId: node.id ? line(node.id.replaceAll(/[<>]/g, ""), 300) : null,
    isInline: node.disposition === "inline" || (node.disposition === undefined && node.id !== undefined),
  };
}

const defaultName = (type: string) =>
  ({ "message/rfc822": "message.eml", "text/calendar": "invite.ics" })[type] ?? "file";

/** Bytes of all text parts, as transferred. */
function textSizeOf(root: MessageStructureObject | undefined): number {
  let size = 0;
  const waiting = root ? [root] : [];
  for (let count = 0; waiting.length > 0 && count < 2000; count += 1) {
    const node = waiting.pop() as MessageStructureObject;
    if (node.childNodes) waiting.push(...node.childNodes);
    if (node.type.startsWith("text/")) size += node.size ?? 0;
  }
  return size;
}
