import { t } from "#i18n/message.ts";
import { type Outbound, OutboundError } from "./outbound.ts";
import type { WebRequest } from "./web-call.ts";
import { requestWeb, type WebAnswer } from "./web-request.ts";

/** The server's validators of the text that is already stored (RFC 9110 §8.8). */
export type Validators = { etag: string | null; lastModified: string | null };
export type Reading = { answer: WebAnswer; url: string; validators: Validators };

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Requests a text that may not have changed: the status is then 304. Follows three redirects, each checked by the guard
 * like the first URL; `url` is the one that responded.
 */
export async function readIfChanged(
  outbound: Outbound,
  request: Pick<WebRequest, "url" | "headers" | "maxBytes">,
  known: Validators,
): Promise<Reading> {
  const headers = {
    ...request.headers,
    ...(known.etag && { "if-none-match": known.etag }),
    ...(known.lastModified && { "if-modified-since": known.lastModified }),
  };
  let url = request.url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await requestWeb(outbound, { ...request, url, headers });
    const next = answer.location && URL.parse(answer.location, url);
    if (!REDIRECTS.includes(answer.status) || !next) {
      const { etag = null, "last-modified": lastModified = null } = answer.headers;
      return { answer, url, validators: { etag, lastModified } };
    }
    url = next.href;
  }
  throw new OutboundError("connection", t`The address redirects too many times`);
}
