import { createAccount, createObject, deleteObject, propfind, updateObject } from "tsdav";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { listChanges, listEtags, multiGet } from "#platform/outbound/dav-listing.ts";
import { preconditionFor, writtenEtag } from "#platform/outbound/dav-precondition.ts";
import { type FetchLimits, guardedFetch } from "#platform/outbound/guarded-fetch.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { ListedAddressBook } from "../model.ts";
import type { AddressBookServer, CardWriteResult, RemoteCard } from "../public/importer.ts";
import { ProviderError } from "../public/provider.ts";

export type CardSignIn = { serverUrl: string; username: string; password: string };

/** About 30,000 entries of a list. */
const READING: FetchLimits = { maxBytes: 10_000_000, timeoutMs: 30_000 };
/** A user waits, and the library requests several addresses in sequence; it reads whole bodies. */
const DISCOVERY: FetchLimits = { maxBytes: 250_000, timeoutMs: 30_000, isTotal: true, requests: 300 };
const NAME = "The server";
const MAX_BOOKS = 50;

/** Through the outbound guard; the password is sent only to the host that the user entered. */
export function openCardDav(outbound: Outbound, signIn: CardSignIn): AddressBookServer {
  const { serverUrl, username, password } = signIn;
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
  const guardedFor = (limits: FetchLimits) =>
    guardedFetch(
      outbound,
      serverUrl,
      limits,
      (host) => new ProviderError("refused", t`${NAME} redirects to '${host}'. Enter that address instead.`),
    );
  const parts = { headers, fetch: guardedFor(READING) };
  const withProviderErrors = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      if (error instanceof AppError) throw new ProviderError("unavailable", error.message);
      const { status } = await parts.fetch(serverUrl, {
        method: "PROPFIND",
        headers: { ...headers, depth: "0" },
      });
      throw statusError(status);
    }
  };
  return {
    books: () => withProviderErrors(() => listBooks(signIn, { headers, fetch: guardedFor(DISCOVERY) })),
    changes: (url, token) =>
      withProviderErrors(async () => {
        const { changed, removed, ...rest } = await listChanges(parts, url, token);
        return { ...rest, changed: changed.map(canonicalHref), removed: removed.map(canonicalHref) };
      }),
    etags: (url) =>
      withProviderErrors(async () => {
        const etags = await listEtags(parts, url, statusError);
        return new Map([...etags].map(([href, etag]) => [canonicalHref(href), etag]));
      }),
    cards: (url, hrefs) =>
      withProviderErrors(async () => {
        const cards = await readCards(parts, url, hrefs);
        return cards.map((card) => ({ ...card, href: canonicalHref(card.href) }));
      }),
    write: (href, text, etag) => withProviderErrors(() => writeCard(parts, href, text, etag)),
    remove: (href, etag) =>
      withProviderErrors(async () => {
        const condition = await preconditionFor(parts, { href, etag }, statusError);
        if (condition === "changed") return CHANGED;
        const sent = { ...headers, ...condition };
        const { status } = await deleteObject({ url: href, headers: sent, fetch: parts.fetch });
        return requireAnswer({ status, etag: null });
      }),
  };
}

type Parts = { headers: { authorization: string }; fetch: typeof fetch };

async function listBooks(
  { serverUrl, username, password }: CardSignIn,
  parts: Parts,
): Promise<ListedAddressBook[]> {
  const account = await createAccount({
    account: { accountType: "carddav", serverUrl, credentials: { username, password } },
    ...parts,
  });
  const home = account.homeUrl ?? serverUrl;
  const found = await propfind({
    url: home,
    props: {
      ...{ "d:displayname": {}, "d:resourcetype": {}, "cs:getctag": {} },
      "d:current-user-privilege-set": {},
    },
    depth: "1",
    ...parts,
  });
  const books = found.filter(({ props }) => Object.hasOwn(Object(props?.resourcetype), "addressbook"));
  const named = books.slice(0, MAX_BOOKS).map(({ href, props }) => {
    const name = textOf(props?.displayname);
    const url = canonicalHref(new URL(href ?? "", home).href);
    return {
      url: url.endsWith("/") ? url : `${url}/`,
      name: name === "" ? "Contacts" : name.slice(0, 200),
      ctag: textOf(props?.getctag) || null,
      isReadOnly: isReadOnly(props?.currentUserPrivilegeSet),
    };
  });
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** One address for one card: servers write `@` and others in two ways, and not always in the same (RFC 3986 §3.3). */
function canonicalHref(href: string): string {
  const url = new URL(href);
  url.pathname = url.pathname.split("/").map(canonicalSegment).join("/");
  return url.href;
}

function canonicalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).replaceAll(
      /%(?:40|3A|2C|3B|3D|2B|24|26)/g,
      (sign) => decodeURIComponent(sign),
    );
  } catch {
    // Not UTF-8: it is compared as it is.
    return segment;
  }
}

const textOf = (value: unknown): string => {
  const text: unknown = Object(value)._cdata ?? value;
  return typeof text === "string" || typeof text === "number" ? String(text) : "";
};

const WRITING = ["all", "write", "writeContent", "bind"];

/** RFC 3744 §5.5. A server that lists no privileges may allow everything. */
function isReadOnly(privileges: unknown): boolean {
  const given: unknown = Object(privileges).privilege;
  const names = (Array.isArray(given) ? given : [given]).flatMap((each) => Object.keys(Object(each)));
  return names.length > 0 && !names.some((name) => WRITING.includes(name));
}

/** Cards with large pictures: fewer at once. One that is still too large has no text. */
async function readCards(parts: Parts, url: string, hrefs: readonly string[]): Promise<RemoteCard[]> {
  try {
    return await multiGet(parts, { kind: "carddav", url, hrefs }, statusError);
  } catch (error) {
    const [first] = hrefs;
    if (!(error instanceof AppError) || !/sent too much/.test(error.message) || !first) throw error;
    if (hrefs.length === 1) return [{ href: first, etag: "", text: null }];
    const half = Math.ceil(hrefs.length / 2);
    return [
      ...(await readCards(parts, url, hrefs.slice(0, half))),
      ...(await readCards(parts, url, hrefs.slice(half))),
    ];
  }
}

async function writeCard(
  { headers, fetch: guarded }: Parts,
  href: string,
  text: string,
  etag: string | null,
): Promise<CardWriteResult> {
  const condition = await preconditionFor({ headers, fetch: guarded }, { href, etag }, statusError);
  if (condition === "changed") return CHANGED;
  const sent = { ...headers, "content-type": "text/vcard; charset=utf-8", ...condition };
  const write = etag === null ? createObject : updateObject;
  const answer = await write({ url: href, data: text, headers: sent, fetch: guarded });
  return requireAnswer({ status: answer.status, etag: writtenEtag(answer) });
}

/** As the server would answer: another version is there. */
const CHANGED: CardWriteResult = { status: 412, etag: null };

/** Refusals of one card are answers; a wrong password, too many requests and faults of the server end the sync. */
function requireAnswer(result: CardWriteResult): CardWriteResult {
  const { status } = result;
  if (status === 401) throw statusError(status);
  if (status === 423 || status === 429 || (status >= 500 && status !== 507))
    throw new ProviderError("unavailable", t`${NAME} does not accept changes now (status ${status}).`);
  return result;
}

const statusError = (status: number) =>
  status === 401 || status === 403
    ? new ProviderError("refused", t`${NAME} rejected the user name or password.`)
    : new ProviderError("unavailable", t`${NAME} does not respond like a CardDAV server.`);
