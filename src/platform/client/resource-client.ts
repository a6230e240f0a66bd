import { t } from "#i18n/message.ts";
import type { Resource } from "#platform/capability/definition.ts";
import type { ErrorCode, ErrorDetails } from "#platform/capability/errors.ts";
import { dropAnswers, takeAnswer } from "./page-data.ts";
import { ReadBatch } from "./read-batch.ts";

/** A refused or failed call, with a message for people. `offline` means that no response came. */
export class ApiError extends Error {
  readonly code: ErrorCode | "internal" | "offline";
  readonly status: number;
  readonly details: ErrorDetails;
  readonly requestId: string | undefined;

  constructor(
    code: ApiError["code"],
    message: string,
    status: number,
    details: ErrorDetails,
    requestId?: string,
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}

/** The record was changed elsewhere since it was read. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "conflict";

/** What the server said of single fields, by their names. */
export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  (error instanceof ApiError && error.details.fields) || {};

type Member = { readonly "~in": unknown; readonly "~out": unknown; readonly "~effect": string };

type ClientOf<C extends Member> = {
  /** Calls the capability; a write carries an Idempotency-Key (one per open form makes a retry safe). */
  call(input: C["~in"], options?: { idempotencyKey?: string; signal?: AbortSignal }): Promise<C["~out"]>;
} & (C["~effect"] extends "read"
  ? {
      /** As `call`; what is read in the same moment shares one request. */
      read(input: C["~in"], options?: { signal?: AbortSignal }): Promise<C["~out"]>;
      /** TanStack Query options; the key begins with the resource, for invalidation by announcements. */
      query(input: C["~in"]): {
        queryKey: readonly [resource: string, verb: string, input: C["~in"]];
        queryFn: (scope: { signal: AbortSignal }) => Promise<C["~out"]>;
      };
    }
  : unknown);

export type ResourceClient<R extends Resource> = {
  readonly [K in keyof R]: R[K] extends Member ? ClientOf<R[K]> : never;
};

/**
 * The typed client of one noun. Types come from the server's file (`import type`), nothing else does:
 * `const tasks = resourceClient<typeof import("../tasks.ts").tasks>("tasks")`.
 */
export function resourceClient<R extends Resource>(resource: string): ResourceClient<R> {
  return new Proxy({} as ResourceClient<R>, { get: (_, verb) => capabilityClient(resource, String(verb)) });
}

function capabilityClient(resource: string, verb: string) {
  const name = `${resource}.${verb}`;
  /** Answers with what came with the document, or sends. */
  const answered = async (input: unknown, send: () => Promise<unknown>) => {
    const written = Object.keys(input ?? {}).length === 0 ? takeAnswer(name) : undefined;
    if (written) return written.answer;
    // Somebody else may be signed in afterwards.
    if (resource === "session" || resource === "impersonation") dropAnswers();
    return send();
  };
  const call = (input: unknown, options: { idempotencyKey?: string; signal?: AbortSignal } = {}) =>
    answered(input, () => post(name, input, options));
  const read = (input: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    answered(input, () => batch.read({ name, input: input ?? {}, signal }));
  const query = (input: unknown) => ({
    queryKey: [resource, verb, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => read(input, { signal }),
  });
  return { call, read, query };
}

type Answer = { status: number; body: unknown };

const batch = new ReadBatch({
  one: ({ name, input, signal }) => post(name, input, signal ? { signal } : {}),
  several: async (reads, signal) => {
    const body = { reads: reads.map(({ name, input }) => ({ name, input })) };
    const answer = await fetchComplete("/rpc", body, { signal }).catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      return null;
    });
    if (!answer) return null;
    if (!answer.response.ok) throw refusal(errorFrom(answer.response, answer.text));
    return (JSON.parse(answer.text) as Answer[]).map(settled);
  },
});

function settled({ status, body }: Answer): PromiseSettledResult<unknown> {
  if (status === 200) return { status: "fulfilled", value: body };
  return { status: "rejected", reason: refusal(errorOf(status, body as ErrorBody)) };
}

async function post(
  name: string,
  input: unknown,
  options: { idempotencyKey?: string; signal?: AbortSignal },
): Promise<unknown> {
  const { response, text } = await fetchComplete(`/rpc/${name}`, input, options).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError("offline", t`The server cannot be reached`, 0, {});
  });
  if (response.ok) return text === "" ? undefined : JSON.parse(text);
  throw refusal(errorFrom(response, text));
}

function refusal(error: ApiError): ApiError {
  for (const listener of refusalListeners.get(error.code) ?? []) listener();
  return error;
}

/** The complete response body; throws if it is cut off. */
async function fetchComplete(
  path: string,
  input: unknown,
  { idempotencyKey = crypto.randomUUID(), signal }: { idempotencyKey?: string; signal?: AbortSignal },
): Promise<{ response: Response; text: string }> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify(input ?? {}),
    ...(signal ? { signal } : {}),
  });
  return { response, text: await response.text() };
}

const refusalListeners = new Map<ApiError["code"], Set<() => void>>();

/** Calls the listener whenever a call is refused with this code: nobody is signed in, or the instance is closed. */
export function whenRefused(code: ApiError["code"], listener: () => void): void {
  const listeners = refusalListeners.get(code) ?? new Set();
  refusalListeners.set(code, listeners.add(listener));
}

type ErrorBody = {
  error?: { code: ErrorCode | "internal"; message: string; details?: ErrorDetails; requestId?: string };
};

function errorFrom(response: Response, text: string): ApiError {
  const isJson = response.headers.get("content-type")?.includes("json");
  return errorOf(response.status, isJson ? JSON.parse(text) : {});
}

function errorOf(status: number, { error }: ErrorBody): ApiError {
  if (!error) return new ApiError("internal", t`The server answered ${status}`, status, {});
  return new ApiError(error.code, error.message, status, error.details ?? {}, error.requestId);
}
