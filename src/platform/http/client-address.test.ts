import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const behindProxy = clientAddress(["10.0.0.0/8", "fd00::/8"]);
const addressOf = (peer: string, forwardedFor: string | undefined) =>
  behindProxy(peer, (name) => (name === "x-forwarded-for" ? forwardedFor : undefined));

test("a forwarded address from an unknown peer is ignored", () => {
  expect(addressOf("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(clientAddress([])("127.0.0.1", () => "198.51.100.1")).toBe("127.0.0.1");
});

test("a trusted proxy yields the last hop that is not a proxy itself", () => {
  expect(addressOf("10.0.0.2", "198.51.100.1, 10.0.0.7")).toBe("198.51.100.1");
  expect(addressOf("10.0.0.2", "1.1.1.1, 198.51.100.1")).toBe("198.51.100.1");
  expect(addressOf("fd00::1", "2001:db8::5")).toBe("2001:db8::5");
});

test("an invalid header yields the direct peer", () => {
  expect(addressOf("10.0.0.2", "unknown, <script>")).toBe("10.0.0.2");
  expect(addressOf("::ffff:10.0.0.2", undefined)).toBe("10.0.0.2");
});
