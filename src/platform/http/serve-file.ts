import { Readable } from "node:stream";
import type { Context } from "hono";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import type { Edge } from "./edge.ts";

export type ServedFile = {
  key: string;
  /** The suggested file name for saving. */
  fileName: string;
  fileType: string;
  size: number;
  sha256: string;
};

/**
 * Responds with a stored file for saving, never for display: `attachment`, no sniffing, no scripts, no origin
 * (security.md D17). Supports conditional requests (ETag) and ranges (Range, RFC 9110).
 */
export async function serveFile(
  context: Context<Edge>,
  files: StoredFiles,
  file: ServedFile,
): Promise<Response> {
  const { req } = context;
  const etag = `"${file.sha256}"`;
  const headers = new Headers({
    etag,
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-disposition": dispositionOf(file.fileName),
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "content-type": file.fileType.startsWith("text/") ? "text/plain; charset=utf-8" : file.fileType,
  });
  if (matches(req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const range = rangeOf(req.header("range"), req.header("if-range"), etag, file.size);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers.set("content-length", String(end - start + 1));
  if (range) headers.set("content-range", `bytes ${start}-${end}/${file.size}`);
  const status = range ? 206 : 200;
  if (req.method === "HEAD") return new Response(null, { status, headers });
  const bytes = await files.get(file.key, range ?? undefined);
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { status, headers });
}

/** A plain name for old programs and the real one in UTF-8 (RFC 6266, RFC 8187). */
export function dispositionOf(name: string): string {
  const plain =
    name
      .normalize("NFKD")
      .replaceAll(/[^\x20-\x7e]/g, "")
      .replaceAll(/["\\%]/g, "_") || "file";
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag));

type Range = { start: number; end: number };

/** One range; for several, or one of another version, the whole file is sent. */
function rangeOf(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): Range | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if ((from === "" && to === "") || (ifRange !== undefined && ifRange !== etag)) return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(from), to === "" ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
