import { Resolver } from "node:dns/promises";
import { createServer, isIP } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { nameServer } from "#platform/testing/name-server.ts";
import { hostilePeer } from "#platform/testing/servers/hostile-peer.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { outboundRoutes } from "./factory.ts";

// Like the law of pinned addresses, with a real name server over UDP and Node's own resolver: public at first
// (represented by 127.0.0.2), then loopback for both families. The guard normally uses the system's look-up, which
// reads /etc/resolv.conf and cannot be redirected without rights on the machine; the look-up passed here asks the same
// questions.

const PUBLIC = "127.0.0.2";
const TIMEOUT_FACTOR = 0.05;
const LOOPBACK_6 = Buffer.alloc(16);
LOOPBACK_6.writeUInt8(1, 15);

const names = await nameServer((_, kind, times) => {
  if (kind === "A") return [Buffer.from([127, 0, 0, times === 0 ? 2 : 1])];
  return times === 0 ? [] : [LOOPBACK_6];
});
afterAll(() => names.close());
const resolver = new Resolver();
resolver.setServers([names.address]);
const lookup = async (host: string) => {
  if (isIP(host) !== 0) return [host];
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};

const outbound = createOutbound({ allowedLocalNetworks: [PUBLIC], lookup, timeoutFactor: TIMEOUT_FACTOR });
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ outbound, mail: createMail({ outbound }), jobs }));
const routes = (await outboundRoutes(app, TIMEOUT_FACTOR)).filter(({ chosenBy }) => chosenBy === "person");
/** These connect to ports other than the peer's or use datagrams, which the peer does not count. */
const UNCOUNTED = ["mail account: find servers", "TURN check by datagrams"];

/** The same port on loopback, where nothing may ever connect. */
function innerListener(port: number) {
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

test.each(routes)(
  "$name: queries a real name server once per connection, and does not follow a second answer",
  async (way) => {
    const fault = way.protocol === "web" ? "redirects without end" : "closes after the question";
    const peer = await hostilePeer(fault, way.protocol, PUBLIC);
    const inner = innerListener(peer.port);
    const name = `${way.name.replaceAll(/\W+/g, "-")}.rebind.example`.toLowerCase();
    expect(await way.run({ host: name, port: peer.port })).not.toBe("");
    expect(names.asked(name, "A")).toBeGreaterThan(0);
    expect(names.asked(name, "AAAA")).toBe(names.asked(name, "A"));
    expect(inner.hits()).toBe(0);
    if (!UNCOUNTED.includes(way.name)) expect(peer.connectionCount()).toBeGreaterThan(0);
    peer.close();
    inner.close();
  },
);
