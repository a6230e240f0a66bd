import { addressBookMultiGet, createAccount, fetchAddressBooks, propfind } from "tsdav";
import { AppError } from "#platform/capability/errors.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { requestWeb, type WebRequest } from "#platform/outbound/web-request.ts";
import { ProviderError } from "./provider.ts";

export type CardSignIn = { serverUrl: string; username: string; password: string };
export type RemoteCard = { href: string; etag: string; text: string };

/** Address books by RFC 6352. */
export type CardServer = {
  books(): Promise<{ url: string; name: string }[]>;
  /** ETag of every card of a book. */
  etags(url: string): Promise<Map<string, string>>;
  cards(url: string, hrefs: readonly string[]): Promise<RemoteCard[]>;
};

const MOST_BYTES = 20_000_000;
const WHOLE_MS = 30_000;
const AT_ONCE = 100;
const NAME = "The server";

/** Through the guard; the password goes to the host that the person named and to no other. */
export function openCardDav(outbound: Outbound, { serverUrl, username, password }: CardSignIn): CardServer {
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
  const guarded = guardedFetch(outbound, serverUrl);
  const parts = { headers, fetch: guarded };
  const absolute = (href: string, base: string) => new URL(href, base).href;
  const told = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      if (error instanceof AppError) throw new ProviderError("unavailable", error.message);
      const { status } = await guarded(serverUrl, {
        method: "PROPFIND",
        headers: { ...headers, depth: "0" },
      });
      throw status === 401 || status === 403
        ? new ProviderError("refused", `${NAME} refuses the user name or password.`)
        : new ProviderError("unavailable", `${NAME} does not answer as a CardDAV server does.`);
    }
  };
  return {
    books: () =>
      told(async () => {
        const account = await createAccount({
          account: { accountType: "carddav", serverUrl, credentials: { username, password } },
          ...parts,
        });
        const found = await fetchAddressBooks({ account, ...parts });
        return found.map(({ url, displayName }) => ({
          url,
          name: typeof displayName === "string" && displayName !== "" ? displayName : "Contacts",
        }));
      }),
    etags: (url) =>
      told(async () => {
        const props = { "d:getetag": {}, "d:resourcetype": {} };
        const answers = await propfind({ url, props, depth: "1", ...parts });
        return new Map(
          answers.flatMap(({ href, props: said }): [string, string][] =>
            href && said?.getetag && absolute(href, url) !== absolute(url, url)
              ? [[absolute(href, url), String(said.getetag)]]
              : [],
          ),
        );
      }),
    cards: (url, hrefs) =>
      told(async () => {
        const found: RemoteCard[] = [];
        for (let at = 0; at < hrefs.length; at += AT_ONCE) {
          const objectUrls = hrefs.slice(at, at + AT_ONCE).map((href) => new URL(href).pathname);
          const props = { "d:getetag": {}, "card:address-data": {} };
          const answers = await addressBookMultiGet({ url, props, objectUrls, depth: "1", ...parts });
          for (const { href, props: said } of answers) {
            const text = said?.addressData?._cdata ?? said?.addressData;
            if (href && typeof text === "string" && said?.getetag)
              found.push({ href: absolute(href, url), etag: String(said.getetag), text });
          }
        }
        return found;
      }),
  };
}

/** `fetch` for the library: only to the host that the person named. */
function guardedFetch(outbound: Outbound, serverUrl: string): typeof fetch {
  const { host } = new URL(serverUrl);
  return async (input, init = {}) => {
    const url = new URL(String(input));
    if (url.host !== host)
      throw new ProviderError("refused", `${NAME} leads to '${url.host}'. Enter that address instead.`);
    const answer = await requestWeb(outbound, {
      url: url.href,
      method: (init.method ?? "GET") as NonNullable<WebRequest["method"]>,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === "string" && { body: init.body }),
      maxBytes: MOST_BYTES,
      wholeMs: WHOLE_MS,
    });
    const isEmpty = [101, 204, 205, 304].includes(answer.status);
    const response = new Response(isEmpty ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    });
    Object.defineProperty(response, "url", { value: url.href });
    return response;
  };
}
