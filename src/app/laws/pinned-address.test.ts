import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { createServer, isIP, Socket } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { type FaultName, hostilePeer } from "#platform/testing/servers/hostile-peer.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { outboundRoutes } from "./factory.ts";

// A name is resolved by the guard only, once per connection, and only checked addresses are connected to. 127.0.0.2 is
// the public server of an attacker whose name server changes its answers; the other addresses are the targets.

const PUBLIC = "127.0.0.2";
const TIMEOUT_FACTOR = 0.05;

/** The name server's answers to the first and to later queries; each query reaches it (TTL 0). */
const ANSWERS: Record<string, readonly (readonly string[])[]> = {
  "public, then loopback": [[PUBLIC], ["127.0.0.1"]],
  "public, then metadata of a cloud": [[PUBLIC], ["169.254.169.254"]],
  "public, then loopback by IPv6": [[PUBLIC], ["::1"]],
  "public, then loopback as IPv4 in IPv6": [[PUBLIC], ["::ffff:127.0.0.1"]],
  "public, then a private network by both families": [[PUBLIC], ["10.0.0.1", "fd00::1"]],
  "an A record that is public beside an AAAA record that is not": [[PUBLIC, "::1"]],
  "loopback, then public": [["127.0.0.1"], [PUBLIC]],
};

const asked = new Map<string, number>();
async function answer(name: string): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  const [, index = ""] = /(\d+)\.rebind\.example$/.exec(name) ?? [];
  const answers = Object.values(ANSWERS)[Number(index)] ?? [];
  const times = asked.get(name) ?? 0;
  asked.set(name, times + 1);
  return answers[Math.min(times, answers.length - 1)] ?? [];
}

/** Lookups that bypass the guard get the second answer and are recorded here. */
const strayLookups: string[] = [];
const recordStray = (name: string) => {
  const isTestName = name.endsWith("rebind.example");
  if (isTestName) strayLookups.push(name);
  return isTestName;
};
const original = { lookup: dns.lookup, lookupPromise: dns.promises.lookup };
dns.lookup = ((name: string, options: { all?: boolean }, done: (...given: unknown[]) => void) => {
  if (!recordStray(name)) return original.lookup(name, options, done);
  return options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
}) as typeof dns.lookup;
// rule: double-cast - the overloads of lookup, of which the law answers those that are used
dns.promises.lookup = (async (name: string, options: object) =>
  recordStray(name)
    ? [{ address: "127.0.0.1", family: 4 }]
    : original.lookupPromise(name, options)) as unknown as typeof dns.promises.lookup;

/** Every address that this process tries to connect or send to. */
const contacted: string[] = [];
const POSTGRES = 5432;
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  // The database answers on a port or on a socket of the file system, which leads to no other machine.
  this.on("connectionAttempt", (address, port) => {
    if (port !== POSTGRES && !address.startsWith("/")) contacted.push(address);
  });
  return Reflect.apply(connect, this, given);
} as typeof connect;
const send = dgram.Socket.prototype.send;
dgram.Socket.prototype.send = function (this: dgram.Socket, ...given: unknown[]) {
  const host = given.find((each) => typeof each === "string" && each !== given[0]);
  if (host !== undefined) contacted.push(String(host));
  return Reflect.apply(send, this, given);
} as typeof send;
syncBuiltinESMExports();
afterAll(() => {
  dns.lookup = original.lookup;
  dns.promises.lookup = original.lookupPromise;
  Socket.prototype.connect = connect;
  dgram.Socket.prototype.send = send;
  syncBuiltinESMExports();
});

const outbound = createOutbound({
  allowedLocalNetworks: [PUBLIC],
  lookup: answer,
  timeoutFactor: TIMEOUT_FACTOR,
});
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ outbound, mail: createMail({ outbound }), jobs }));
const routes = (await outboundRoutes(app, TIMEOUT_FACTOR)).filter(({ chosenBy }) => chosenBy === "person");

beforeEach(() => {
  asked.clear();
  strayLookups.length = 0;
  contacted.length = 0;
});

/** The same port on loopback, where nothing may ever connect. */
async function innerListener(port: number) {
  let hits = 0;
  const servers = ["127.0.0.1", "::1"].map((host) =>
    createServer((socket) => {
      hits += 1;
      socket.destroy();
    })
      .on("error", () => undefined)
      .listen(port, host),
  );
  return { hits: () => hits, close: () => servers.map((server) => server.close()) };
}

/** Answers that redirect, because redirect targets are resolved again. */
const FAULT: FaultName = "redirects without end";
/** These connect to ports other than the peer's or use datagrams, which the peer does not count. */
const UNCOUNTED = ["mail account: find servers", "TURN check by datagrams"];

test.each(routes)(
  "$name: a name that changes its answer connects only to the checked address",
  async (route) => {
    for (const [index, scenario] of Object.keys(ANSWERS).entries()) {
      const peer = await hostilePeer(
        route.protocol === "web" ? FAULT : "closes after the question",
        route.protocol,
        PUBLIC,
      );
      const inner = await innerListener(peer.port);
      const name = `${route.name.replaceAll(/\W+/g, "-")}${index}.rebind.example`.toLowerCase();
      expect(await route.run({ host: name, port: peer.port }), scenario).not.toBe("");
      expect(
        contacted.filter((address) => address !== PUBLIC),
        scenario,
      ).toEqual([]);
      expect(strayLookups, scenario).toEqual([]);
      expect(inner.hits(), scenario).toBe(0);
      const isReached = ANSWERS[scenario]?.[0]?.join() === PUBLIC;
      if (isReached && !UNCOUNTED.includes(route.name))
        expect(peer.connectionCount(), scenario).toBeGreaterThan(0);
      peer.close();
      inner.close();
    }
  },
);
