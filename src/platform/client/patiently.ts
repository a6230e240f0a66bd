import { ApiError } from "./resource-client.ts";

const PAUSES_MS = [250, 750];
const PASSING: ReadonlySet<ApiError["code"]> = new Set(["offline", "internal", "upstream", "unavailable"]);

/** A read that is tried again, quietly, where the way to the server or the server itself failed. Never for writes. */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return read();
}

/** True where the same question may be answered the next time. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return PASSING.has(error.code) && !error.details.isMaintenance;
}
