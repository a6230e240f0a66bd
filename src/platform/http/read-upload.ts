import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

/** Bytes: of one other field, of a part's headers, and of everything around the file. */
const MAX_FIELD = 64 * 1024;
const MAX_HEADERS = 8 * 1024;
const MAX_AROUND = 1024 * 1024;
const MAX_PARTS = 30;

/** The maximum body size of a form whose file has at most `maxBytes` bytes: for `acceptsBody`. */
export const uploadBytes = (maxBytes: number) => maxBytes + MAX_AROUND;

type Upload<T> = {
  /** The last value of each field. */
  fields: Record<string, string>;
  /** The result of `receive`; null if the form holds no file. */
  file: T | null;
};

/**
 * Reads a form with one file as it arrives (RFC 7578), never as a whole: `receive` takes the bytes and may throw. The
 * rest is then dropped, so that a browser gets the response instead of a broken connection. A body larger than
 * `maxBytes` and the form around it is cut off.
 */
export async function readUpload<T>(
  request: Request,
  maxBytes: number,
  receive: (fileName: string, content: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<Upload<T>> {
  const form = new FormReader(request, uploadBytes(maxBytes));
  const fields: Record<string, string> = {};
  let file: { made: T } | { refused: unknown } | null = null;
  for (let part = await form.nextPart(); part; part = await form.nextPart()) {
    if (part.fileName === null) fields[part.name] = await form.text(MAX_FIELD);
    else if (file) throw new AppError("invalid", t`Send one file at a time`);
    else
      file = await receive(part.fileName, form.content()).then(
        (made) => ({ made }),
        (refused: unknown) => ({ refused }),
      );
    await form.skip();
  }
  if (file && "refused" in file) throw file.refused;
  return { fields, file: file?.made ?? null };
}

type Part = { name: string; fileName: string | null };

const brokenOff = () => new AppError("invalid", t`The upload broke off`);
const END_OF_HEADERS = Buffer.from("\r\n\r\n");

/** Goes through the parts of a form in order, holding one chunk at a time. */
class FormReader {
  readonly #body: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  /** Bytes that may still come. */
  remaining: number;
  /** The first delimiter lacks the line break that precedes all others. */
  #held: Buffer = Buffer.from("\r\n");
  #parts = 0;
  /** Reader position: in the content of a part (or before the first), or after its delimiter. */
  #isInside = true;

  constructor(request: Request, maxBytes: number) {
    const [, quoted, bare] =
      /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(
        request.headers.get("content-type") ?? "",
      ) ?? [];
    const boundary = quoted ?? bare;
    if (!boundary || !request.body) throw new AppError("invalid", t`Send the file as multipart/form-data`);
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#body = request.body[Symbol.asyncIterator]();
    this.remaining = maxBytes;
  }

  /** The headers of the next part; null behind the last. */
  async nextPart(): Promise<Part | null> {
    await this.skip();
    while (this.#held.length < 2) await this.#fill();
    if (this.#held.subarray(0, 2).toString("latin1") === "--") return this.#finish();
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw new AppError("invalid", t`The form has too many parts`);
    const headers = await this.#collect(END_OF_HEADERS, MAX_HEADERS);
    this.#isInside = true;
    return partOf(headers.toString("utf8"));
  }

  /** The rest of the part, as it arrives. */
  async *content(): AsyncGenerator<Uint8Array> {
    while (this.#isInside) {
      const end = this.#held.indexOf(this.#delimiter);
      const ready = end < 0 ? Math.max(0, this.#held.length - this.#delimiter.length + 1) : end;
      const chunk = this.#held.subarray(0, ready);
      this.#held = this.#held.subarray(end < 0 ? ready : end + this.#delimiter.length);
      this.#isInside = end < 0;
      if (chunk.length > 0) yield chunk;
      if (end < 0) await this.#fill();
    }
  }

  async text(maxBytes: number): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.content()) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError("invalid", t`A field of the form is too long`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  }

  /** Skips to the end of the part. */
  async skip(): Promise<void> {
    for await (const _ of this.content());
  }

  async #collect(end: Buffer, maxBytes: number): Promise<Buffer> {
    let at = this.#held.indexOf(end);
    while (at < 0) {
      if (this.#held.length > maxBytes) throw new AppError("invalid", t`The form is not valid`);
      await this.#fill();
      at = this.#held.indexOf(end);
    }
    const found = this.#held.subarray(0, at);
    this.#held = this.#held.subarray(at + end.length);
    return found;
  }

  /** Data after the last delimiter is ignored (RFC 2046, 5.1.1), but a connection with unread bytes may be reset. */
  async #finish(): Promise<null> {
    while (await this.#next());
    return null;
  }

  async #fill(): Promise<void> {
    const value = await this.#next();
    if (!value) throw brokenOff();
    this.#held = this.#held.length === 0 ? viewOf(value) : Buffer.concat([this.#held, value]);
  }

  /** Null at the end of the body. */
  async #next(): Promise<Uint8Array | null> {
    const { done, value } = await this.#body.next().catch((error: unknown) => {
      throw error instanceof AppError ? error : brokenOff();
    });
    if (!done) this.remaining -= value.length;
    // Also at the end of the body: the first error may have gone to `receive`.
    if (this.remaining < 0) throw new AppError("too_large", t`The upload is too large`);
    return done ? null : value;
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** `name` and `filename` of Content-Disposition; browsers write quotes and line ends in them as %22, %0D and %0A. */
function partOf(headers: string): Part {
  const [, disposition = ""] = /^content-disposition:(.*)$/im.exec(headers) ?? [];
  const value = (name: string) => {
    const [, found] = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, "i").exec(disposition) ?? [];
    return found
      ?.replaceAll('\\"', '"')
      .replaceAll(/%22|%0d|%0a/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  };
  return { name: value("name") ?? "", fileName: value("filename") ?? null };
}
