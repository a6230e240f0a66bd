import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Integration } from "./api.ts";
import { awaitConnection } from "./await-connection.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Slack, as the list shows it. */
const slack = (fields: Partial<Integration>) =>
  [{ provider: "slack", status: "disconnected", lastError: null, version: 1, ...fields }] as Integration[];

/** The wait that follows a click on Connect. */
function aWait(read: () => Promise<readonly Integration[]>) {
  const attempt = new AbortController();
  const end = awaitConnection({ provider: "slack", since: 1, read, signal: attempt.signal });
  return { end, cancel: () => attempt.abort() };
}

test("INT-18, INT-19: an unfinished window is polled every two seconds, for five minutes", async () => {
  const read = vi.fn(async () => slack({}));
  const { end } = aWait(read);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(read).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(read).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(294_000);
  expect(await end).toEqual({ how: "late" });
  expect(read).toHaveBeenCalledTimes(150);
});

test("INT-18: a failed poll is retried, and a state from before the click is ignored", async () => {
  const answers = [
    async () => Promise.reject(new Error("offline")),
    async () => slack({ status: "connected", version: 1 }),
    async () => slack({ status: "connected", version: 2 }),
  ];
  const { end } = aWait(() => answers.shift()?.() ?? Promise.reject(new Error("Nobody asks any more")));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await end).toEqual({ how: "connected" });
});

test("INT-23: a refusal ends the wait with its reason, and polling stops when the page is closed", async () => {
  const refused = aWait(async () => slack({ lastError: "You did not allow the connection.", version: 2 }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await refused.end).toEqual({ how: "failed", reason: "You did not allow the connection." });
  const cancelled = aWait(async () => slack({}));
  cancelled.cancel();
  expect(await cancelled.end).toEqual({ how: "cancelled" });
});
