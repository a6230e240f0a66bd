import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createLog } from "#platform/log/log.ts";
import { acceptsBody, boundBodies } from "./bound-bodies.ts";
import type { Edge } from "./edge.ts";
import { errorResponse } from "./error-response.ts";

const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "request", createLog("silent")));
const [longLimit, shortLimit] = [60_000, 20].map((bodyMs) => boundBodies({ bodyMs, uploadMs: 60_000 }));
app.use(
  (context, next) =>
    (context.req.path.startsWith("/hasty/") ? shortLimit : longLimit)?.(context, next) ?? next(),
);
app.on(
  "POST",
  ["/upload", "/hasty/upload"],
  acceptsBody(2_000_000, { isUpload: true }),
  async ({ req, text }) => text(String((await req.text()).length)),
);
app.post("/form", acceptsBody(4000), async ({ req, text }) => text(await req.text()));
// A route that continues although its body was refused.
app.post("/heedless", async ({ req, text }) => text(await req.text().catch(() => "never mind")));
app.post("/*", async ({ req, text }) => text(String((await req.text()).length)));
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", autoCleanupIncoming: false });
await once(server, "listening");
afterEach(() => void vi.useRealTimers());
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

const post = (path: string, bytes: number, isAnnounced: boolean) => {
  const body = Buffer.alloc(bytes, "a");
  const streamed = { method: "POST", body: isAnnounced ? body : new Blob([body]).stream(), duplex: "half" };
  return fetch(`http://127.0.0.1:${port}${path}`, streamed);
};

test.each([true, false])(
  "a body may be as large as its route's limit, and not a byte more (announced: %s)",
  async (isAnnounced) => {
    for (const [path, limit, words] of [
      ["/anything", 1_000_000, "1 MB"],
      ["/upload", 2_000_000, "2 MB"],
      ["/form", 4000, "4 KB"],
    ] as const) {
      expect((await post(path, limit, isAnnounced)).status, path).toBe(200);
      const refused = await post(path, limit + 1, isAnnounced);
      expect(refused.status, path).toBe(413);
      expect(await refused.json()).toEqual({
        error: { code: "too_large", message: `The request is larger than ${words}`, requestId: "request" },
      });
    }
  },
);

test("a handler that ignores the truncation of a body does not answer as if it were complete", async () => {
  expect((await post("/heedless", 1_000_001, false)).status).toBe(413);
});

test("a client that goes on sending after a refusal is read, until it pauses", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const connected = once(server, "connection") as Promise<[Socket]>;
  const client = connect(port, "127.0.0.1");
  client.write("POST /anything HTTP/1.1\r\nhost: a\r\ncontent-length: 1000100\r\n\r\n");
  const [socket] = await connected;
  expect(String(await once(client, "data"))).toContain("413");
  const isOpen = () => !socket.destroyed && !socket.writableEnded;
  for (let part = 0; part < 3; part += 1) {
    const before = socket.bytesRead;
    client.write("a");
    while (isOpen() && socket.bytesRead === before) await setImmediate();
    vi.advanceTimersByTime(500);
    await setImmediate();
  }
  expect(isOpen()).toBe(true);
  vi.advanceTimersByTime(500);
  await setImmediate();
  expect(isOpen()).toBe(false);
  client.destroy();
});

test("a connection stays open after a body within its limit", async () => {
  const { socket, received } = await slowly("/form");
  socket.write("rest");
  while (!received().includes("halfrest")) await once(socket, "data");
  socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  while (!received().includes("404")) await once(socket, "data");
  socket.destroy();
});

test("§6: a request that arrives too slowly is cut off; uploads have more time", async () => {
  const [late, upload] = [await slowly("/hasty/anything"), await slowly("/hasty/upload")];
  await once(late.socket, "close");
  expect(late.received()).toBe("");
  upload.socket.write("rest");
  await once(upload.socket, "data");
  expect(upload.received()).toContain("200 OK");
  upload.socket.destroy();
});

/** Sends half of a body, and the rest on request. */
async function slowly(path: string) {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (data: string) => {
    received += data;
  });
  await once(socket, "connect");
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 8\r\n\r\nhalf`);
  return { socket, received: () => received };
}
