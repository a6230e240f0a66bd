import { t } from "#i18n/message.ts";
import type { AppError } from "#platform/capability/errors.ts";
import { type Outbound, OutboundError } from "./outbound.ts";
import type { WebRequest } from "./web-call.ts";
import { requestWeb } from "./web-request.ts";

/** Limits of one operation, however many requests a library makes for it. */
export type FetchLimits = {
  /** Bytes of one answer. */
  maxBytes: number;
  /** Milliseconds of one request; of all of them together where `isTotal`. */
  timeoutMs: number;
  isTotal?: boolean;
  /** Requests; unlimited if absent. */
  requests?: number;
};

const MAX_CONCURRENT = 6;

/**
 * `fetch` for WebDAV libraries: through the guard, a few at once, no redirect followed, and only to the host that the
 * person named, because the password is sent along. Throws if a list is cut off. `elsewhere` creates the error for a
 * request to another host.
 */
export function guardedFetch(
  outbound: Outbound,
  serverUrl: string,
  limits: FetchLimits,
  elsewhere: (host: string) => AppError,
): typeof fetch {
  const { host, hostname } = new URL(serverUrl);
  const enqueue = concurrencyLimit(MAX_CONCURRENT);
  const startedAt = performance.now();
  let requests = 0;
  return async (input, init = {}) => {
    const url = new URL(String(input));
    if (url.host !== host) throw elsewhere(url.host);
    requests += 1;
    if (limits.requests !== undefined && requests > limits.requests)
      throw new OutboundError("connection", t`'${hostname}' redirects too many times.`);
    return enqueue(async () => {
      const spent = limits.isTotal ? (performance.now() - startedAt) / outbound.timeoutFactor : 0;
      if (spent >= limits.timeoutMs) throw new OutboundError("connection", t`'${hostname}' took too long.`);
      const answer = await requestWeb(outbound, {
        url: url.href,
        method: (init.method ?? "GET") as NonNullable<WebRequest["method"]>,
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === "string" && { body: init.body }),
        maxBytes: limits.maxBytes,
        timeoutMs: limits.timeoutMs - spent,
      });
      if (answer.status === 207 && !isCompleteListing(answer.body))
        throw new OutboundError("connection", t`The list from '${hostname}' was cut off.`);
      return responseOf(url, answer);
    });
  };
}

const LAST_TAG = /^<(?:\/(?:[\w.-]+:)?multistatus\s*|(?:[\w.-]+:)?multistatus\b[^<>]*\/)>\s*$/;

/** The library accepts truncated XML as complete, and entries missing from a list count as deleted. */
const isCompleteListing = (body: string) => LAST_TAG.test(body.slice(body.lastIndexOf("<")));

function responseOf(url: URL, { status, body, headers }: Awaited<ReturnType<typeof requestWeb>>): Response {
  const isEmpty = [101, 204, 205, 304].includes(status);
  const response = new Response(isEmpty ? null : body, { status, headers });
  Object.defineProperty(response, "url", { value: url.href });
  return response;
}

/** Runs at most this many at once, the others in order of arrival. */
function concurrencyLimit(max: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
