import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { presence } from "./presence.ts";

const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id": "half of an', () => response.destroy());
}).listen(0, "127.0.0.1");
afterAll(() => void server.close());

test("D25: a truncated response counts as none, so the same request can be retried", async () => {
  await vi.waitUntil(() => server.listening);
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(presence.list.call({})).rejects.toMatchObject({ code: "offline" });
});
