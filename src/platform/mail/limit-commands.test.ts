import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitCommands } from "./limit-commands.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The library's connection as far as the limits look at it. */
function aConnection() {
  const state = { received: 0, isClosed: false, reasons: [] as string[] };
  const client = Object.assign(new EventEmitter(), {
    ...{ tagCounter: 0, currentRequest: false as false | { tag: string; command: string } },
    stats: () => ({ sent: 0, received: state.received }),
    rejectCurrentRequest: () => undefined,
    close: () => {
      state.isClosed = true;
    },
  });
  limitCommands(client as never, 1, (reason) => new Error(reason));
  return { client, state };
}

test("a response that begins and ends between two looks is not taken for bytes between commands", () => {
  const { client, state } = aConnection();
  vi.advanceTimersByTime(500);
  client.tagCounter += 1;
  state.received += 1_500_000;
  vi.advanceTimersByTime(500);
  expect(state.isClosed).toBe(false);
});

test("more than a megabyte that no command asked for ends the connection", () => {
  const { state } = aConnection();
  vi.advanceTimersByTime(500);
  state.received += 1_500_000;
  vi.advanceTimersByTime(500);
  expect(state.isClosed).toBe(true);
});
