import type { AppError } from "#platform/capability/errors.ts";
import { type DavConnection, readEtag } from "./dav-listing.ts";

/** Some servers have only weak ETags: they say that two versions mean the same, not that they are the same. */
export const isWeak = (etag: string): boolean => /^W\//i.test(etag);

type Version = { href: string; etag: string | null };

/**
 * The condition under which exactly the known version of an object is replaced or removed; null: nothing is known on the
 * server. Answers "changed" if it is another one already. If-Match compares strongly (RFC 9110 §13.1.1), so a weak ETag
 * never matches: the ETag is read right before, and if it is the known one, the write has no condition (decision 0122).
 */
export async function preconditionFor(
  connection: DavConnection,
  { href, etag }: Version,
  refuse: (status: number) => AppError,
): Promise<Record<string, string> | "changed"> {
  if (etag === null) return { "If-None-Match": "*" };
  if (!isWeak(etag)) return { "If-Match": etag };
  const now = await readEtag(connection, href, refuse);
  if (now === null || opaque(now) !== opaque(etag)) return "changed";
  return isWeak(now) ? {} : { "If-Match": now };
}

const opaque = (etag: string) => etag.replace(/^W\//i, "");

/**
 * The ETag in the answer to a write; null where the object has to be read to know its version. A weak one allows that
 * the server stored other bytes than it got (RFC 6352 §6.3.2.3).
 */
export function writtenEtag({ headers }: Response): string | null {
  const etag = headers.get("etag");
  return etag === null || isWeak(etag) ? null : etag;
}
