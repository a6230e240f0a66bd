import { createAccount, fetchAddressBooks } from "tsdav";
import { AppError } from "#platform/capability/errors.ts";
import { listEtags, multiGet } from "#platform/outbound/dav-listing.ts";
import { type FetchLimits, guardedFetch } from "#platform/outbound/guarded-fetch.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { ProviderError } from "../public/provider.ts";

export type CardSignIn = { serverUrl: string; username: string; password: string };
export type RemoteCard = { href: string; etag: string; text: string };

/** Address books by RFC 6352. */
export type CardServer = {
  books(): Promise<{ url: string; name: string }[]>;
  /** ETag of every card of a book. */
  etags(url: string): Promise<Map<string, string>>;
  cards(url: string, hrefs: readonly string[]): Promise<RemoteCard[]>;
};

/** About 30,000 entries of a list. */
const READING: FetchLimits = { maxBytes: 10_000_000, timeoutMs: 30_000 };
/** A user waits, and the library requests several addresses in sequence, then each book; it reads whole bodies. */
const DISCOVERY: FetchLimits = { maxBytes: 250_000, timeoutMs: 30_000, isTotal: true, requests: 300 };
const NAME = "The server";

/** Through the outbound guard; the password is sent only to the host that the user entered. */
export function openCardDav(outbound: Outbound, { serverUrl, username, password }: CardSignIn): CardServer {
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
  const guardedFor = (limits: FetchLimits) =>
    guardedFetch(
      outbound,
      serverUrl,
      limits,
      (host) => new ProviderError("refused", `${NAME} redirects to '${host}'. Enter that address instead.`),
    );
  const guarded = guardedFor(READING);
  const parts = { headers, fetch: guarded };
  const withProviderErrors = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      if (error instanceof AppError) throw new ProviderError("unavailable", error.message);
      const { status } = await guarded(serverUrl, {
        method: "PROPFIND",
        headers: { ...headers, depth: "0" },
      });
      throw statusError(status);
    }
  };
  return {
    books: () =>
      withProviderErrors(async () => {
        const discovering = { headers, fetch: guardedFor(DISCOVERY) };
        const account = await createAccount({
          account: { accountType: "carddav", serverUrl, credentials: { username, password } },
          ...discovering,
        });
        const found = await fetchAddressBooks({ account, ...discovering });
        return found.map(({ url, displayName }) => ({
          url,
          name: typeof displayName === "string" && displayName !== "" ? displayName : "Contacts",
        }));
      }),
    etags: (url) => withProviderErrors(() => listEtags(parts, url, statusError)),
    cards: (url, hrefs) =>
      withProviderErrors(() => multiGet(parts, { kind: "carddav", url, hrefs }, statusError)),
  };
}

const statusError = (status: number) =>
  status === 401 || status === 403
    ? new ProviderError("refused", `${NAME} rejected the user name or password.`)
    : new ProviderError("unavailable", `${NAME} does not respond like a CardDAV server.`);
