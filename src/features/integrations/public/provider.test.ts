import { expect, test, vi } from "vitest";
import { ProviderError, readAnswer, requireNotRateLimited } from "./provider.ts";

const answer = (status: number, headers: Record<string, string> = {}, body = "{}") => ({
  ...{ status, headers, body, bytes: Buffer.from(body), location: null },
});

test.each([
  [429, "90", 90],
  [503, "120", 120],
  [429, "Sun, 01 Mar 2026 09:05:00 GMT", 300],
  [503, "Sun, 01 Mar 2026 09:05:00 GMT", 300],
  [429, "soon", 60],
  [429, "Sun, 01 Mar 2026 08:00:00 GMT", 1],
  [429, "999999999", 86_400],
])("G16: %i with Retry-After: %s waits %i seconds", (status, retryAfter, seconds) => {
  vi.useFakeTimers({ now: new Date("2026-03-01T09:00:00Z") });
  try {
    requireNotRateLimited("Google", answer(status, { "retry-after": retryAfter }));
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    expect(error.fault).toBe("limited");
    expect(((error.until?.getTime() ?? 0) - Date.now()) / 1000).toBe(seconds);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [400, "refused"],
  [401, "refused"],
  [403, "refused"],
  [404, "unavailable"],
  [500, "unavailable"],
  [503, "unavailable"],
])("G16: %i sets the connection to %s", (status, fault) => {
  expect(() =>
    readAnswer("Google", answer(status, {}, "<h1>secret</h1>"), { safeParse: expect.unreachable } as never),
  ).toThrow(expect.objectContaining({ fault, message: expect.not.stringContaining("secret") }));
});
