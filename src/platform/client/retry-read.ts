import { ApiError } from "./resource-client.ts";

const PAUSES_MS = [250, 750];
const TRANSIENT_CODES: ReadonlySet<ApiError["code"]> = new Set([
  "offline",
  "internal",
  "upstream",
  "unavailable",
]);

/** Retries a read, without a message, if the network or the server failed. For writes only with an idempotency key. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await read();
    } catch (error) {
      if (!isTransientError(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return read();
}

/** True if the same request may succeed on a retry. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return TRANSIENT_CODES.has(error.code) && !error.details.isMaintenance;
}
