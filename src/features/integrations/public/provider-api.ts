import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
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

/** Requests of other slices to a provider as the connected user; throws ProviderError with our own messages. */
export type ProviderApi = {
  baseUrl: string;
  /** The parsed JSON; null for the statuses in `absent`, which the caller handles. */
  get(url: string, absent?: readonly number[], headers?: Record<string, string>): Promise<unknown>;
  send(
    method: NonNullable<WebRequest["method"]>,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<WebAnswer>;
  parse<T>(schema: z.ZodType<T>, given: unknown): T;
  requireDone(answer: WebAnswer): void;
  /** Parses the body of an answer. */
  read<T>(schema: z.ZodType<T>, answer: WebAnswer): T;
  /** False if the provider refuses only this request, not the connection. */
  isAccepted(answer: WebAnswer): boolean;
  unexpectedResponse(): ProviderError;
  /** Call it with every page before requesting it; throws if a page repeats. */
  pageGuard(): (place: string) => string;
};

type Connected = { provider: Provider; accountId: string | null };

const Anything = z.unknown();
/** Null means absent to callers, so an answer must be valid JSON other than null. */
const SOMETHING = z.unknown().refine((given) => given !== null && given !== undefined);
const REFUSED_STATUSES = new Set([400, 403, 413, 415, 422]);

export function providerApi(sendRequest: SendRequest, name: string, baseUrl: string): ProviderApi {
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
      const answer = await sendRequest({ url, headers });
      return absent.includes(answer.status) ? null : readAnswer(name, answer, SOMETHING);
    },
    send: async (method, url, body, headers = {}) => {
      const isJson = body !== undefined;
      const answer = await sendRequest({
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
      readAnswer(name, answer, Anything);
    },
  };
}

/**
 * Work on a connection outside of a sync, such as posting a message or sending a local change. Does not call a provider
 * that is rate limited; a refusal is shown on the connection.
 */
export async function withConnection<T>(
  context: SignedIn,
  integrationId: string,
  act: (api: ProviderApi, row: Connected, sendRequest: SendRequest) => Promise<T>,
): Promise<T> {
  const connection = connectionContextOf(context);
  const [row] = await connection.inTransaction("read", (db) =>
    db
      .select()
      .from(integrations)
      .where(and(eq(integrations.id, integrationId), eq(integrations.userId, connection.userId))),
  );
  if (!row?.tokens) throw new ProviderError("refused", t`This account was disconnected.`);
  if (row.waitUntil && row.waitUntil > new Date())
    throw new ProviderError("limited", row.lastError ?? t`The provider is limiting requests.`, row.waitUntil);
  try {
    const system = providerSystemOf(connection.config, row.provider);
    const sendRequest = authorizedRequest(connection, row.provider);
    return await act(providerApi(sendRequest, system.name, system.apiUrl), row, sendRequest);
  } catch (error) {
    if (error instanceof ProviderError) await recordConnectionError(context, row, error);
    throw error;
  }
}
