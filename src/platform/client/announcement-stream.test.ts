import { expect, onTestFinished, test, vi } from "vitest";
import { spread, streamAnnouncements } from "./announcement-stream.ts";

test("pages that were refused together return one after another, none later than the wait", () => {
  expect([0, 0.5, 1].map((random) => spread(8_000, random))).toEqual([4_000, 6_000, 8_000]);
});

/** The browser's part: what the page opens, and what arrives. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Source[] = [];
  readonly address: string;
  readyState = 1;
  onopen: () => void = () => {};
  onmessage: (message: { data: string; lastEventId: string }) => void = () => {};
  onerror: () => void = () => {};

  constructor(address: string) {
    super();
    this.address = address;
    Source.opened.push(this);
  }

  close(): void {}
}

test("after a break the stream resumes where it was; only what the server no longer has is read again", () => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Source);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const received: string[] = [];
  const stop = streamAnnouncements(7, {
    onFact: ({ resource }) => received.push(resource),
    onGap: () => received.push("gap"),
    onReturn: () => received.push("return"),
    onConnection: () => {},
    onRefusal: () => {},
  });
  const [first] = Source.opened;
  first?.onopen();
  first?.onmessage({ data: '{"resource":"tasks","ids":[]}', lastEventId: "9" });
  first?.onmessage({ data: '{"resource":"presence","ids":[]}', lastEventId: "" });
  first?.onopen();
  expect(received).toEqual(["tasks", "presence", "return"]);
  Object.assign(first ?? {}, { readyState: Source.CLOSED });
  first?.onerror();
  vi.advanceTimersByTime(1_000);
  const second = Source.opened[1];
  expect([first?.address, second?.address]).toEqual(["/events?after=7", "/events?after=9"]);
  second?.onopen();
  second?.dispatchEvent(Object.assign(new Event("resync"), { lastEventId: "12" }));
  expect(received.slice(3)).toEqual(["return", "gap"]);
  stop();
});
