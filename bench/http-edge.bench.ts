import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { drain } from "#app/drain.ts";
import { createServer } from "#app/server.ts";
import { feeds, registry } from "#app/slices.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { invoke } from "#platform/capability/execute.ts";
import { parseConfig } from "#platform/config/config.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import { withoutTypes } from "../src/platform/capability/definition.ts";
import { PresenceTracker } from "../src/platform/presence/presence-tracker.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import { fillTasks } from "./support/fill-areas.ts";

// The HTTP edge over one keep-alive connection, against bare node:http: a ping and a page of 50 tasks out of 100,000.

const instance = await createBenchInstance([fillTasks(100_000)]);
const { ada, services } = instance;
const log = createLog("silent");
const broadcaster = new EventBroadcaster({
  database: services.database,
  connection: instance.connection,
  log,
});
await broadcaster.start();
const presence = new PresenceTracker({ database: services.database, log });
const edge = createServer({
  config: { ...parseConfig({ LIMIT_REQUESTS_PER_MINUTE: "1000000" }), port: 0 },
  log,
  services,
  registry,
  feeds,
  routes: [],
  broadcaster,
  presence,
  authenticate: services.auth.authenticate,
  isReady: async () => true,
  webFolder: join(import.meta.dirname, "..", "dist", "web"),
});
const listening = await edge.listen();
const { port } = listening.address() as AddressInfo;
const bare = fork(join(import.meta.dirname, "support/bare-server.ts"), [
  JSON.stringify(instance.connection),
  ada.userId,
]);
const [{ port: barePort }] = (await once(bare, "message")) as [AddressInfo];
const asked = { actor: ada, requestId: "bench", address: null };
const keyOf = { name: "Bench", scopes: ["read"] };
const { key } = (await invoke(services, withoutTypes(apiKeys.create), keyOf, asked)) as {
  key: string;
};
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

await compare({
  name: "GET /healthz",
  measured: () => get(port, "/healthz"),
  floor: () => get(barePort, "/ping"),
  floorName: "node:http",
  times: 300,
});
await compare({
  name: "GET /api/v1/tasks, 50 of 100,000",
  measured: () => get(port, "/api/v1/tasks", { authorization: `Bearer ${key}` }),
  floor: () => get(barePort, "/tasks"),
  floorName: "node:http and the same page by the bare driver",
  times: 100,
});
bare.kill();
agent.destroy();
await drain(listening, edge.closeStreams);
await broadcaster.close();
await instance.remove();

async function get(to: number, path: string, headers: Record<string, string> = {}): Promise<void> {
  const sent = request({ host: "127.0.0.1", port: to, path, headers, agent }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  for await (const _chunk of answer);
}
