import { afterAll, expect, test } from "vitest";
import { turnServer } from "#platform/testing/servers/turn-server.ts";
import { allocateRelay } from "./allocate-relay.ts";
import { createOutbound } from "./outbound.ts";
import { addressesIn, turnCredentials } from "./turn-credentials.ts";

const server = await turnServer();
afterAll(() => server.close());
const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });
const inAnHour = new Date(Date.now() + 3_600_000);
const key = turnCredentials(server.secret, inAnHour, "ada");

test("a real coturn relays for credentials made from its secret, over UDP and TCP", async () => {
  await allocateRelay(outbound, server.url, key);
  await allocateRelay(outbound, `${server.url}?transport=tcp`, key);
});

test("the failing step is named: secret, expiry, server, address", async () => {
  const other = turnCredentials("south wind", inAnHour, "ada");
  await expect(allocateRelay(outbound, server.url, other)).rejects.toThrow("refused the credentials");
  const old = turnCredentials(server.secret, new Date(Date.now() - 60_000), "ada");
  await expect(allocateRelay(outbound, server.url, old)).rejects.toThrow("refused the credentials");
  await expect(allocateRelay(outbound, "turn:127.0.0.1:1?transport=tcp", key)).rejects.toThrow(
    "cannot be reached on port 1: nothing listens there",
  );
  await expect(allocateRelay(outbound, "turn:nowhere.invalid", key)).rejects.toThrow("was not found");
});

test("security: a server in a network that is not allowed is not contacted", async () => {
  const guarded = createOutbound({ allowedLocalNetworks: [] });
  await expect(allocateRelay(guarded, server.url, key)).rejects.toThrow("is not a public address");
});

test("an invalid server address is left out", () => {
  expect(addressesIn("turn:a.example, stun:b.example turns:c.example:5349?transport=tcp x", "turn")).toEqual([
    "turn:a.example",
    "turns:c.example:5349?transport=tcp",
  ]);
});
