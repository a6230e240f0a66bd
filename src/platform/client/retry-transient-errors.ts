import { ApiError } from "./resource-client.ts";

const PAUSES_MS = [250, 750];
const TRANSIENT_CODES: ReadonlySet<ApiError["code"]> = new Set([
  "offline",
  "internal",
  "upstream",
  "unavailable",
]);

/** Repeats a call if the network or the server failed. Only for reads, and for writes with an idempotency key. */
export async function retryTransientErrors<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      if (!isTransientError(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return call();
}

/** True if the same request may succeed on a retry. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return TRANSIENT_CODES.has(error.code) && !error.details.isMaintenance;
}
