import type { Resource } from "#platform/capability/definition.ts";
import type { ErrorCode, ErrorDetails } from "#platform/capability/errors.ts";

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
  const call = (input: unknown, options: { idempotencyKey?: string; signal?: AbortSignal } = {}) =>
    post(`${resource}.${verb}`, input, options);
  const query = (input: unknown) => ({
    queryKey: [resource, verb, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(input, { signal }),
  });
  return { call, query };
}

async function post(
  name: string,
  input: unknown,
  options: { idempotencyKey?: string; signal?: AbortSignal },
): Promise<unknown> {
  const { response, text } = await fetchComplete(name, input, options).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError("offline", "The server cannot be reached", 0, {});
  });
  if (response.ok) return text === "" ? undefined : JSON.parse(text);
  const error = errorFrom(response, text);
  for (const listener of refusalListeners.get(error.code) ?? []) listener();
  throw error;
}

/** The complete response body; throws if it is cut off. */
async function fetchComplete(
  name: string,
  input: unknown,
  { idempotencyKey = crypto.randomUUID(), signal }: { idempotencyKey?: string; signal?: AbortSignal },
): Promise<{ response: Response; text: string }> {
  const response = await fetch(`/rpc/${name}`, {
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
  const { error } = (isJson ? JSON.parse(text) : {}) as ErrorBody;
  if (!error) return new ApiError("internal", `The server answered ${response.status}`, response.status, {});
  return new ApiError(error.code, error.message, response.status, error.details ?? {}, error.requestId);
}
