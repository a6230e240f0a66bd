import PostalMime, { type Email } from "postal-mime";
import { detectCharset, fits, isUndeclared, isUtf8 } from "./detect-charset.ts";

const LIMITS = { maxNestingDepth: 100, maxHeadersSize: 1024 * 1024 };

/** Parses a message. Text without a usable charset, in parts and in its header, is decoded by a detected one. */
export async function parseMime(source: Uint8Array): Promise<Email> {
  const parser = new PostalMime(LIMITS);
  detectInParts(parser);
  return parser.parse(asBuffer(withUtf8Header(source)));
}

/** Of a part of the message, what determines how its text is decoded. */
type Part = {
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string> } };
  getTextContent(): string;
};

const changed = new WeakSet<Part>();

/** postal-mime reads text without a charset as UTF-8; it has no option for it, but one method of all its parts. */
function detectInParts(parser: PostalMime): void {
  const part: Part = Object.getPrototypeOf(Reflect.get(parser, "root"));
  if (changed.has(part)) return;
  const decode = part.getTextContent;
  part.getTextContent = function (this: Part) {
    const { value, params } = this.contentType.parsed;
    if (this.content && isUndeclared(params.charset))
      params.charset = detectCharset(new Uint8Array(this.content), { isHtml: value === "text/html" });
    return decode.call(this);
  };
  changed.add(part);
}

export const hasUndeclaredHeader = (source: Uint8Array): boolean =>
  !isUtf8(source.subarray(0, headerLength(source)));

/** The source with its header in UTF-8 (RFC 6532), whatever charset raw bytes in it are in. */
function withUtf8Header(source: Uint8Array): Uint8Array {
  const head = source.subarray(0, headerLength(source));
  if (isUtf8(head)) return source;
  const text = new TextDecoder(charsetOfHeader(source, head), { fatal: false }).decode(head);
  return Buffer.concat([Buffer.from(text), source.subarray(head.length)]);
}

/** The body's charset, if it is declared: one program wrote both. Else it is detected from the lines beyond ASCII. */
function charsetOfHeader(source: Uint8Array, head: Uint8Array): string {
  const lines = Buffer.from(head).toString("latin1");
  const type = lines
    .replaceAll(/\n[ \t]/g, " ")
    .split("\n")
    .find((line) => /^content-type:/i.test(line));
  const declared = /charset="?([\w.:-]{1,40})/i.exec(type ?? "")?.[1];
  if (declared && !isUndeclared(declared) && !/^utf/i.test(declared) && fits(head, declared)) return declared;
  const texts = lines.split("\n").filter((line) => /[\x80-\xff]/.test(line));
  const body = source.subarray(head.length, head.length + 4096);
  const sample = Buffer.concat([Buffer.from(texts.join("\n"), "latin1"), isUtf8(body) ? Buffer.of() : body]);
  return detectCharset(sample, { isHtml: false });
}

function headerLength(source: Uint8Array): number {
  const bytes = Buffer.from(
    source.buffer,
    source.byteOffset,
    Math.min(source.byteLength, LIMITS.maxHeadersSize),
  );
  const ends = [bytes.indexOf("\r\n\r\n"), bytes.indexOf("\n\n")].filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : bytes.length;
}

/** A view of exactly these bytes. */
const asBuffer = (bytes: Uint8Array) => new Uint8Array(bytes);
