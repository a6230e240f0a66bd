import type { z } from "zod";
import { t } from "#i18n/message.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";

/** Why an external service gave no reading, as shown to the user. `isDown`: trying another place is useless. */
export class ReadingError extends Error {
  readonly isDown: boolean;

  constructor(message: string, isDown = false) {
    super(message);
    this.name = "ReadingError";
    this.isDown = isDown;
  }
}

export type JsonRequester = <T extends z.ZodType>(url: URL, shape: T) => Promise<z.output<T>>;

const MAX_CACHED_ANSWERS = 500;

/**
 * Requests JSON from the service `name` through the outbound guard. Answers are cached for `minutes` for all users,
 * because the services ask for it. Throws ReadingError.
 */
export function createJsonRequester(outbound: Outbound, name: string, minutes: number): JsonRequester {
  return async (url, shape) => {
    const known = ANSWER_CACHE.get(url.href);
    const body = known && known.until > Date.now() ? known.body : await requestText(outbound, name, url);
    const answer = shape.safeParse(jsonOf(body));
    if (!answer.success) throw new ReadingError(t`${name} sent an unexpected response`, true);
    if (body !== known?.body) cacheAnswer(url.href, body, minutes);
    return answer.data;
  };
}

const ANSWER_CACHE = new Map<string, { body: string; until: number }>();

function cacheAnswer(url: string, body: string, minutes: number): void {
  const oldest = ANSWER_CACHE.keys().next().value;
  if (ANSWER_CACHE.size >= MAX_CACHED_ANSWERS && oldest !== undefined) ANSWER_CACHE.delete(oldest);
  ANSWER_CACHE.delete(url);
  ANSWER_CACHE.set(url, { body, until: Date.now() + minutes * 60_000 });
}

async function requestText(outbound: Outbound, name: string, url: URL): Promise<string> {
  const answer = await requestWeb(outbound, {
    url: url.href,
    headers: { accept: "application/json" },
  }).catch((error: unknown) => {
    if (error instanceof OutboundError) throw new ReadingError(t`${name} could not be reached`, true);
    throw error;
  });
  if (answer.status === 200) return answer.body;
  if (answer.status === 429) throw new ReadingError(t`${name} is limiting requests`, true);
  if (answer.status === 401 || answer.status === 403)
    throw new ReadingError(t`${name} rejected its API key`, true);
  throw new ReadingError(t`${name} answered ${answer.status}`, answer.status >= 500);
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Invalid JSON does not match the provider's schema, and that error is reported.
    return undefined;
  }
}
