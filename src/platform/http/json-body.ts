import { AppError } from "#platform/capability/errors.ts";

const MAX_BODY_BYTES = 1_000_000;

/** The request's JSON, at most 1 MB of strict UTF-8; an empty body is an empty object. */
export async function jsonBody(request: Request): Promise<unknown> {
  const bytes = await readBounded(request);
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid", "The request body is not valid JSON");
  }
}

/** The bytes of a request as they arrived, at most 1 MB. */
export async function readBounded(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("invalid", "The request broke off");
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new AppError("invalid", "The request is larger than 1 MB");
