import { analyse } from "chardet";

/** The detector reads no more than this. */
const SAMPLE_BYTES = 65_536;
/** Less, of 100, is a guess from a few bytes: Western text is likelier than anything that is guessed. */
const MIN_CONFIDENCE = 20;
const WESTERN = "windows-1252";
/** Microsoft's extensions of ISO 8859, which mail programs send: they have characters where ISO 8859 has controls. */
const EXTENDED: Record<string, string> = {
  "ISO-8859-1": WESTERN,
  "ISO-8859-2": "windows-1250",
  "ISO-8859-5": "windows-1251",
  "ISO-8859-6": "windows-1256",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-9": "windows-1254",
};

/** True where a label says nothing about bytes beyond ASCII (RFC 2046 §4.1.2, RFC 1428). */
export const isUndeclared = (label: string | undefined): boolean =>
  label === undefined ||
  /^\s*$|^(us-?)?ascii$|^ansi_x3|unknown|8bit|^default$|user-defined|^none$/i.test(label);

/** The charset of text that comes without one: that of its HTML, UTF-8 where it is valid, else the likeliest. */
export function detectCharset(bytes: Uint8Array, { isHtml }: { isHtml: boolean }): string {
  const inHtml = isHtml ? charsetOfHtml(bytes) : null;
  if (inHtml && fits(bytes, inHtml)) return inHtml;
  if (isIso2022Jp(bytes)) return "iso-2022-jp";
  if (isUtf8(bytes)) return "utf-8";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const hasControls = sample.some((byte) => byte >= 0x80 && byte < 0xa0);
  const likely = analyse(sample)
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map(({ name }) => (hasControls && EXTENDED[name]) || name)
    .find((label) => !/^utf|^ascii$/i.test(label) && fits(sample, label));
  return likely ?? WESTERN;
}

/** A character that is cut at the end counts only after a whole one: a single last byte is a letter of another charset. */
export function isUtf8(bytes: Uint8Array): boolean {
  if (decoded(bytes, "utf-8", { isCut: false }) !== null) return true;
  return /[^\p{ASCII}]/u.test(decoded(bytes, "utf-8", { isCut: true }) ?? "");
}

/** The end may be cut within a character. */
export const fits = (bytes: Uint8Array, label: string): boolean =>
  decoded(bytes, label, { isCut: true }) !== null;

function decoded(bytes: Uint8Array, label: string, { isCut }: { isCut: boolean }): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    // Not valid in this charset, or one that this runtime does not have.
    return null;
  }
}

function charsetOfHtml(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const label = /<meta[^>]{1,200}charset\s{0,5}=\s{0,5}["']?([\w-]{1,40})/i.exec(head)?.[1] ?? null;
  return label && !/^utf-?(16|32)/i.test(label) && !isUndeclared(label) ? label : null;
}

/** Seven-bit text with the escape sequences of Japanese (RFC 1468). */
const isIso2022Jp = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString("latin1");
  return ["\x1b$B", "\x1b$@"].some((sequence) => head.includes(sequence)) && !/[\x80-\xff]/.test(head);
};
