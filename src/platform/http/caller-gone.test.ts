import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Edge } from "./edge.ts";
import { mountRpc } from "./rpc.ts";
import { runOverHttp } from "./run.ts";

const database = await testDatabase();
const actor = await database.aUser();
const begun = Promise.withResolvers<void>();
const ended = Promise.withResolvers<void>();

const slow = resource("slow", {
  search: read({
    summary: "Search until the caller has gone",
    input: z.strictObject({}),
    output: z.strictObject({}),
    access: "user",
    ownTransactions: true,
    run: async ({ signal }) => {
      signal?.addEventListener("abort", () => ended.resolve());
      begun.resolve();
      await ended.promise;
      return {};
    },
  }),
});

const app = new Hono<Edge>();
app.use((context, next) => {
  context.set("actor", actor);
  context.set("requestId", "request");
  return next();
});
mountRpc(app, registryOf([{ name: "slow", resources: [slow] }]), runOverHttp(database.services));
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", autoCleanupIncoming: false });
await once(server, "listening");
database.atEnd(async () => void server.close());

test("a capability is told when its caller has gone, so that long work ends", async () => {
  const { port } = server.address() as AddressInfo;
  const caller = new AbortController();
  const asking = fetch(`http://127.0.0.1:${port}/rpc/slow.search`, {
    ...{ method: "POST", body: "{}", headers: { "content-type": "application/json" } },
    signal: caller.signal,
  });
  await begun.promise;
  caller.abort();
  await expect(asking).rejects.toThrow("aborted");
  await ended.promise;
});
