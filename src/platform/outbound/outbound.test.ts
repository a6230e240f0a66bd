import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { hostilePeer } from "#platform/testing/servers/hostile-peer.ts";
import { isGlobalAddress } from "./global-address.ts";
import { requireLive } from "./guard-socket.ts";
import { createOutbound, OutboundError } from "./outbound.ts";

const guarded = createOutbound({ allowedLocalNetworks: [] });

test.each([
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.127.255.255",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:c0a8:101::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "not an address",
])("D18: %s is not global", (address) => expect(isGlobalAddress(address)).toBe(false));

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "198.20.0.1", "2606:4700::1111", "2a00::1"])(
  "%s is global",
  (address) => expect(isGlobalAddress(address)).toBe(true),
);

/** Notations of 127.0.0.1 and other local addresses that bypass a check of the text. */
test.each([
  "localhost",
  "LOCALHOST",
  "localhost.",
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "017700000001",
  "0",
  "0.0.0.0",
  "::1",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[0:0:0:0:0:0:0:1]",
  "169.254.169.254",
  "[fe80::1]",
  "10.0.0.1",
])("D18: '%s' is refused or unknown, and never connected to", async (host) => {
  const failure = await guarded.connect(host, 25).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutboundError);
  expect(["guard", "name"]).toContain((failure as OutboundError).step);
});

test("D18: networks that the operator allows are reachable, and no others", async () => {
  const server = createServer((socket) => socket.end("hello")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.1/32"] });
  const socket = await outbound.connect("127.0.0.1", port);
  expect(String((await once(socket, "data"))[0])).toBe("hello");
  await expect(outbound.connect("127.0.0.2", port)).rejects.toThrow(/ALLOWED_LOCAL_NETWORKS/);
  server.close();
  await once(server, "close");
  await expect(outbound.connect("127.0.0.1", port)).rejects.toThrow(
    `'127.0.0.1' cannot be reached on port ${port}: nothing listens there.`,
  );
});

test.each([
  ["ENOTFOUND", "The host 'cards.example' was not found. Check its name."],
  ["EAI_AGAIN", "The name server did not answer for 'cards.example'. Try again later."],
  ["ESERVFAIL", "The name server did not answer for 'cards.example'. Try again later."],
])("a look-up that fails with %s names its error", async (code, message) => {
  const lookup = async () => Promise.reject(Object.assign(new Error(code), { code }));
  const outbound = createOutbound({ allowedLocalNetworks: [], lookup });
  await expect(outbound.connect("cards.example", 443)).rejects.toMatchObject({ step: "name", message });
});

test("a name server that never answers is reported as such", async () => {
  const lookup = () => new Promise<never>(() => {});
  const outbound = createOutbound({ allowedLocalNetworks: [], lookup, timeoutFactor: 0.01 });
  await expect(outbound.connect("cards.example", 443)).rejects.toThrow("The name server did not answer");
});

test("an unknown host is distinguished from one that does not answer", async () => {
  await expect(guarded.connect("nowhere.invalid", 25)).rejects.toMatchObject({ step: "name" });
});

test("a connection that its peer resets before anything uses it ends nothing, and its user gets the error", async () => {
  const uncaught: unknown[] = [];
  const recordUncaught = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", recordUncaught);
  const peer = await hostilePeer("resets after 1 ms", "web");
  const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });
  const socket = await outbound.connect(peer.host, peer.port);
  // Not `once` of node:events, which listens to errors as well.
  await new Promise<void>((resolve) => socket.on("close", () => resolve()));
  process.off("uncaughtException", recordUncaught);
  peer.close();
  expect(uncaught).toEqual([]);
  expect(() => requireLive(socket)).toThrow("ECONNRESET");
});
