import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aTestServer } from "../factory.ts";
import { sized } from "./full-size.ts";

// A client that resets its connection, at whatever moment and at whatever address, affects only its own request. The
// addresses are found in the router.

const app = await aTestServer();
const ada = await app.aBrowser("admin");
const { port } = new URL(app.address);

const unhandled: unknown[] = [];
const recordUnhandled = (reason: unknown) => void unhandled.push(reason);
beforeAll(
  () => void process.on("unhandledRejection", recordUnhandled).on("uncaughtException", recordUnhandled),
);
afterAll(
  () => void process.off("unhandledRejection", recordUnhandled).off("uncaughtException", recordUnhandled),
);

const BODY = `{"text":"${"a".repeat(200_000)}"}`;
/** A file whose answer fills more than the buffers of a connection. */
const LARGE = 8_000_000;

type Target = { method: string; path: string };

const targets: readonly Target[] = (() => {
  const found = new Map<string, Target>();
  for (const { method, path: pattern } of app.routes)
    for (const each of method === "ALL" ? ["GET", "POST"] : [method]) {
      const path = pattern
        .replaceAll("/rpc/:name", "/rpc/tasks.create")
        .replaceAll(/:\w+(\{[^}]*\})?/g, randomUUID())
        .replaceAll("*", "x");
      found.set(`${each} ${pattern}`, { method: each, path });
    }
  // One line mounts all addresses of capabilities, so quick runs test only some of them.
  return [...found.values()].filter(
    ({ path }, index) => !path.startsWith("/api/v1/") || index % sized(20, 1) === 0,
  );
})();

const hasBody = ({ method }: Target) => !["GET", "HEAD", "OPTIONS"].includes(method);

function headOf(target: Target): string {
  const fields: Record<string, string> = {
    ...{ host: new URL(app.origin).host, origin: app.origin, cookie: ada.cookie, "x-adjutant-upload": "1" },
    ...(hasBody(target) && { "content-type": "application/json", "content-length": String(BODY.length) }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${target.method} ${target.path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

const written = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => void socket.write(text, () => resolve()));

/** What a client has sent and read when it resets the connection. */
const MOMENTS: Record<string, (socket: Socket, target: Target) => Promise<unknown>> = {
  "in its header": (socket, target) => written(socket, headOf(target).slice(0, 40)),
  "after its header": (socket, target) => written(socket, headOf(target)),
  "in its body": (socket, target) => written(socket, headOf(target) + BODY.slice(0, 100_000)),
  "at the first byte of the answer": async (socket, target) => {
    await written(socket, headOf(target) + (hasBody(target) ? BODY : ""));
    await Promise.race([once(socket, "data"), once(socket, "close")]);
  },
};

async function resetAt(target: Target, moment: (typeof MOMENTS)[string]): Promise<void> {
  const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  await moment(socket, target);
  if (socket.destroyed) return;
  const closed = once(socket, "close");
  socket.resetAndDestroy();
  await closed;
}

async function expectAlive(): Promise<void> {
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);
  expect((await ada.post("tasks.list", {})).status).toBe(200);
  expect(unhandled).toEqual([]);
}

test.for(Object.entries(MOMENTS))(
  "a connection reset %s affects nothing else, at every address",
  { timeout: sized(60_000, 300_000) },
  async ([, moment]) => {
    expect(targets.length).toBeGreaterThan(80);
    const waiting = [...targets];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let target = waiting.shift(); target; target = waiting.shift()) await resetAt(target, moment);
      }),
    );
    await expectAlive();
  },
);

test("so does one in the middle of a file, and of an event stream", async () => {
  const body = new FormData();
  body.append("title", "Large");
  body.append("file", new Blob([Buffer.alloc(LARGE, "a")]), "large.txt");
  const stored = await ada.send("/files/documents", body, { "x-adjutant-upload": "1" });
  const { id } = (await stored.json()) as { id: string };
  const read = MOMENTS["at the first byte of the answer"];
  if (!read) throw new Error("No such moment");
  for (const path of [`/files/documents/${id}`, "/events", `/files/documents/${id}`])
    await resetAt({ method: "GET", path }, read);
  await expectAlive();
});
