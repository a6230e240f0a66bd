import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import type { WebRequest } from "#platform/outbound/web-call.ts";
import type { WebAnswer } from "#platform/outbound/web-request.ts";
import { authorizedRequest } from "../connections/authorized-request.ts";
import { recordConnectionError } from "../connections/record-connection-error.ts";
import { connectionContextOf } from "../connections/token-store.ts";
import type { Provider } from "../model.ts";
import { integrations } from "../tables.ts";
import {
  ProviderError,
  pageGuard,
  readAnswer,
  requireNotRateLimited,
  type SendRequest,
  unexpectedResponse,
} from "./provider.ts";
import { providerSystemOf } from "./provider-config.ts";

/** What other slices ask a provider in the name of the person who connected; it throws ProviderError in our words. */
export type ProviderApi = {
  baseUrl: string;
  /** The JSON; null for the statuses in `absent`, which the caller knows what to do with. */
  get(url: string, absent?: readonly number[], headers?: Record<string, string>): Promise<unknown>;
  send(
    method: NonNullable<WebRequest["method"]>,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<WebAnswer>;
  parse<T>(schema: z.ZodType<T>, given: unknown): T;
  requireDone(answer: WebAnswer): void;
  /** What it says of what was done. */
  read<T>(schema: z.ZodType<T>, answer: WebAnswer): T;
  /** False where it refuses this one thing, and not the connection. */
  isAccepted(answer: WebAnswer): boolean;
  unexpectedResponse(): ProviderError;
  /** Hears of every page before it is asked for; throws where one comes again. */
  pageGuard(): (place: string) => string;
};

/** Whose account there. */
type Connected = { provider: Provider; accountId: string | null };

const ANYTHING = z.unknown();
/** Null is what the caller hears of what is absent; what is no JSON is nothing at all. */
const SOMETHING = z.unknown().refine((given) => given !== null && given !== undefined);
const REFUSED_STATUSES = new Set([400, 403, 413, 415, 422]);

export function providerApi(ask: SendRequest, name: string, baseUrl: string): ProviderApi {
  const parse = <T>(schema: z.ZodType<T>, given: unknown): T => {
    const read = schema.safeParse(given);
    if (!read.success) throw unexpectedResponse(name);
    return read.data;
  };
  return {
    baseUrl,
    parse,
    unexpectedResponse: () => unexpectedResponse(name),
    pageGuard: () => pageGuard(name),
    get: async (url, absent = [], headers = {}) => {
      const answer = await ask({ url, headers });
      return absent.includes(answer.status) ? null : readAnswer(name, answer, SOMETHING);
    },
    send: async (method, url, body, headers = {}) => {
      const isJson = body !== undefined;
      const answer = await ask({
        url,
        method,
        headers: { ...(isJson && { "content-type": "application/json" }), ...headers },
        ...(isJson && { body: JSON.stringify(body) }),
      });
      return answer;
    },
    isAccepted: (answer) => {
      requireNotRateLimited(name, answer);
      return !REFUSED_STATUSES.has(answer.status);
    },
    read: (schema, answer) => readAnswer(name, answer, schema),
    requireDone: (answer) => {
      if (answer.status === 204) return;
      readAnswer(name, answer, ANYTHING);
    },
  };
}

/**
 * Work on a connection outside its synchronisations, such as posting a message or a change that was just made here. A
 * provider that asked to wait is not asked; what it refuses shows on the connection.
 */
export async function withConnection<T>(
  context: SignedIn,
  integrationId: string,
  act: (api: ProviderApi, row: Connected, ask: SendRequest) => Promise<T>,
): Promise<T> {
  const desk = connectionContextOf(context);
  const [row] = await desk.inTransaction("read", (db) =>
    db
      .select()
      .from(integrations)
      .where(and(eq(integrations.id, integrationId), eq(integrations.userId, desk.userId))),
  );
  if (!row?.tokens) throw new ProviderError("refused", "This account was disconnected.");
  if (row.waitUntil && row.waitUntil > new Date())
    throw new ProviderError("limited", row.lastError ?? "The provider is limiting requests.", row.waitUntil);
  try {
    const system = providerSystemOf(desk.config, row.provider);
    const ask = authorizedRequest(desk, row.provider);
    return await act(providerApi(ask, system.name, system.apiUrl), row, ask);
  } catch (error) {
    if (error instanceof ProviderError) await recordConnectionError(context, row, error);
    throw error;
  }
}
