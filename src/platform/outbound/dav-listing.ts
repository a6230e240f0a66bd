import type { AppError } from "#platform/capability/errors.ts";
import { type DavEntry, type Multistatus, parseMultistatus } from "./parse-multistatus.ts";

/** Creates the error for a status. */
type Refuse = (status: number) => AppError;

/** The guard's `fetch`, with the headers that authenticate. */
export type DavConnection = { headers: Record<string, string>; fetch: typeof fetch };
type DavAnswer = { status: number; listing: Multistatus | null };

const KINDS = {
  caldav: { report: "calendar-multiget", data: "calendar-data", namespace: "urn:ietf:params:xml:ns:caldav" },
  carddav: {
    report: "addressbook-multiget",
    data: "address-data",
    namespace: "urn:ietf:params:xml:ns:carddav",
  },
} as const;
const ETAG = "<d:prop><d:getetag/></d:prop>";

/** The ETag of each entry of a collection. Throws if the list is incomplete. */
export async function listEtags(
  connection: DavConnection,
  url: string,
  refuse: Refuse,
): Promise<Map<string, string>> {
  const body = `<d:propfind xmlns:d="DAV:">${ETAG}</d:propfind>`;
  const answer = await sendRequest(connection, { url, method: "PROPFIND", depth: "1", body });
  return new Map(
    requireListing(answer, refuse).flatMap(({ href, props }): [string, string][] => {
      const [address, etag] = [absolute(href, url), props.get("getetag")];
      return href && etag && address !== absolute(url, url) ? [[address, etag]] : [];
    }),
  );
}

/** The ETag of one object; null: there is none at this address. */
export async function readEtag(
  connection: DavConnection,
  href: string,
  refuse: Refuse,
): Promise<string | null> {
  const body = `<d:propfind xmlns:d="DAV:">${ETAG}</d:propfind>`;
  const answer = await sendRequest(connection, { url: href, method: "PROPFIND", depth: "0", body });
  if (answer.status === 404 || answer.status === 410) return null;
  const [entry] = requireListing(answer, refuse);
  return entry?.props.get("getetag") ?? null;
}

/**
 * The changes in a collection since a token; the token is null if the server has no sync-collection report (RFC 6578) or
 * no longer accepts the token given.
 */
export type DavChanges = { changed: string[]; removed: string[]; token: string | null; isFull: boolean };

/** Changes since the token (RFC 6578 §3.2); everything if it is null. */
export async function listChanges(
  connection: DavConnection,
  url: string,
  token: string | null,
): Promise<DavChanges> {
  const { listing } = await sendRequest(connection, {
    url,
    method: "REPORT",
    body: `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${escaped(token ?? "")}</d:sync-token><d:sync-level>1</d:sync-level>${ETAG}</d:sync-collection>`,
  });
  const entries = listing?.entries ?? [];
  const isCollection = ({ href }: DavEntry) => !href || absolute(href, url) === absolute(url, url);
  // For the collection itself: the token is too old, or the list was truncated (RFC 6578 §3.6).
  const isRefused = entries.some(
    (entry) => entry.status >= 300 && entry.status !== 404 && isCollection(entry),
  );
  if (!listing?.syncToken || isRefused) return { changed: [], removed: [], token: null, isFull: false };
  // Changed objects have status 207, removed ones 404.
  const hrefs = (isRemoved: boolean) =>
    entries
      .filter((entry) => !isCollection(entry) && (entry.status === 404) === isRemoved)
      .map(({ href }) => absolute(href, url));
  return {
    ...{ changed: hrefs(false), removed: hrefs(true) },
    ...{ token: listing.syncToken, isFull: token === null },
  };
}

/** Entries per request: a response with this many large entries of real users stays below the size limit. */
const BATCH_SIZE = 50;

/** Gets the entries at these addresses (RFC 4791 §7.9, RFC 6352 §8.7); deleted ones are left out. */
export async function multiGet(
  connection: DavConnection,
  { kind, url, hrefs }: { kind: keyof typeof KINDS; url: string; hrefs: readonly string[] },
  refuse: Refuse,
): Promise<{ href: string; etag: string; text: string }[]> {
  const { report, data, namespace } = KINDS[kind];
  const found: { href: string; etag: string; text: string }[] = [];
  for (let at = 0; at < hrefs.length; at += BATCH_SIZE) {
    const asked = hrefs.slice(at, at + BATCH_SIZE).map((href) => new URL(href).pathname);
    const named = asked.map((path) => `<d:href>${escaped(path)}</d:href>`).join("");
    const body = `<x:${report} xmlns:d="DAV:" xmlns:x="${namespace}"><d:prop><d:getetag/><x:${data}/></d:prop>${named}</x:${report}>`;
    const answer = await sendRequest(connection, { url, method: "REPORT", depth: "1", body });
    // Some servers report the deletion of the only requested address by the status of the whole response.
    if (asked.length === 1 && answer.status === 404) continue;
    for (const { href, props } of requireListing(answer, refuse)) {
      const [etag, text] = [props.get("getetag"), props.get(data)];
      if (href && etag && text) found.push({ href: absolute(href, url), etag, text });
    }
  }
  return found;
}

/**
 * The entries of a WebDAV list (RFC 4918 §13). Entries missing from a list count as deleted, so a redirect, a web page,
 * truncated text, a list without entries or one that the server cut off (507) is refused.
 */
function requireListing({ status, listing }: DavAnswer, refuse: Refuse): readonly DavEntry[] {
  const failed = listing?.entries.find((entry) => entry.status >= 500);
  if (!listing?.entries[0]?.href || failed) throw refuse(failed?.status ?? status);
  return listing.entries;
}

async function sendRequest(
  { headers, fetch }: DavConnection,
  { url, method, depth, body }: { url: string; method: string; depth?: string; body: string },
): Promise<DavAnswer> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "text/xml; charset=utf-8", ...(depth !== undefined && { depth }) },
    body: `<?xml version="1.0" encoding="utf-8"?>${body}`,
  });
  const isXml = answer.ok && /xml/i.test(answer.headers.get("content-type") ?? "");
  return { status: answer.status, listing: isXml ? await parseMultistatus(await answer.text()) : null };
}

const absolute = (href: string, base: string) => new URL(href, base).href;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (each) => ESCAPES[each] ?? "");
