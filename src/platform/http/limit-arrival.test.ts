import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import type { Edge } from "./edge.ts";
import { limitArrival } from "./limit-arrival.ts";

const app = new Hono<Edge>();
app.use(limitArrival(20));
app.post("/*", async (context) => context.text(await context.req.text()));
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
afterAll(() => void server.close());

/** Sends half of a body, and the rest when asked for. */
async function slowly(path: string) {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  await once(socket, "connect");
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 8\r\n\r\nhalf`);
  return socket;
}

test("§6: a request that does not arrive in time is cut off", async () => {
  const socket = await slowly("/rpc/tasks.create");
  await once(socket.resume(), "close");
  expect(socket.destroyed).toBe(true);
});

test("an upload may take longer", async () => {
  const [slow, upload] = [await slowly("/rpc/tasks.create"), await slowly("/files/documents")];
  await once(slow.resume(), "close");
  upload.write("rest");
  const [answer] = await once(upload, "data");
  expect(answer).toContain("200 OK");
  upload.destroy();
});
