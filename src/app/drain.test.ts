import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { drain, trackConnections } from "./drain.ts";

test("D28: a running request completes, an event stream ends, a new request is refused", async () => {
  const streams = new Set<ServerResponse>();
  const answers: (() => void)[] = [];
  const { server, url } = await listening((path, response) => {
    response.flushHeaders();
    if (path === "/events") streams.add(response);
    else answers.push(() => response.end("answered"));
  });
  const stream = await fetch(`${url}/events`);
  const slow = await fetch(`${url}/slow`);
  const drained = drain(server, () => {
    for (const response of streams) response.end();
  });
  expect(await stream.text()).toBe("");
  await expect(fetch(`${url}/late`)).rejects.toThrow("fetch failed");
  for (const answer of answers) answer();
  expect(await slow.text()).toBe("answered");
  await drained;
});

test("D28: an endless request is cut off after the timeout", async () => {
  const { server, url } = await listening((_path, response) => response.flushHeaders());
  const hanging = await fetch(url);
  await drain(server, () => {}, 1);
  await expect(hanging.text()).rejects.toThrow("terminated");
});

test("D28: a spare connection of a browser, without a request yet, is closed at once", async () => {
  const { server, url } = await listening((_path, response) => response.end());
  const accepted = once(server, "connection");
  const spare = connect(Number(new URL(url).port), "127.0.0.1");
  const closed = once(spare.resume(), "close");
  await accepted;
  await drain(server, () => {}, 600_000);
  await closed;
});

async function listening(handle: (path: string, response: ServerResponse) => void) {
  const server: Server = createServer((request, response) => handle(request.url ?? "", response));
  trackConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { server, url: `http://127.0.0.1:${port}` };
}
