import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

/** The request's JSON, strict UTF-8; an empty body is an empty object. `bound-bodies.ts` limits its size. */
export async function jsonBody(request: Request): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes.length === 0) return {};
  refuseDeep(bytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid", t`The request body is not valid JSON`);
  }
}

/** For a capability's input with the message around it. */
const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Checked before parsing: a megabyte of brackets takes a hundred times as long to parse as a megabyte of text. */
function refuseDeep(bytes: Uint8Array): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && OPENING.has(byte)) depth += 1;
    else if (!isText && CLOSING.has(byte)) depth -= 1;
    if (depth > MAX_DEPTH) throw new AppError("invalid", t`Input is nested deeper than ${MAX_DEPTH} levels`);
  }
}

/** The raw bytes of a request. */
export async function readBody(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("invalid", t`The request was cut off`);
  }
}

/** The fields of a form (application/x-www-form-urlencoded); the last value of a repeated field. */
export async function formBody(request: Request): Promise<Record<string, string>> {
  const bytes = await readBody(request);
  return Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString("utf8")));
}
