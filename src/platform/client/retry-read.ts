import { ApiError } from "./resource-client.ts";

const PAUSES_MS = [250, 750];
const TRANSIENT_CODES: ReadonlySet<ApiError["code"]> = new Set([
  "offline",
  "internal",
  "upstream",
  "unavailable",
]);

/** A read that is tried again, quietly, where the way to the server or the server itself failed. Never for writes. */
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

/** True where the same question may be answered the next time. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return TRANSIENT_CODES.has(error.code) && !error.details.isMaintenance;
}
