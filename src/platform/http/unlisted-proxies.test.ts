import { expect, test } from "vitest";
import { recordUnlistedProxy, unlistedProxies } from "./unlisted-proxies.ts";

const seen = (peer: string, headers: Record<string, string>) => {
  recordUnlistedProxy(peer, (name) => headers[name]);
  return unlistedProxies().includes(peer);
};

test("a neighbour that forwards a request is a proxy; a stranger who says so is none, nor is a plain neighbour", () => {
  expect(seen("172.18.0.3", {})).toBe(false);
  expect(seen("8.8.8.8", { "x-forwarded-for": "198.51.100.1" })).toBe(false);
  expect(seen("2606:4700::1", { forwarded: "for=198.51.100.1" })).toBe(false);
  expect(seen("172.18.0.2", { "x-forwarded-for": "198.51.100.1" })).toBe(true);
  expect(seen("fd00::7", { "x-forwarded-proto": "https" })).toBe(true);
});

test("whoever sends such headers from many addresses fills no memory", () => {
  for (let index = 0; index < 1000; index += 1)
    seen(`10.0.${index >> 8}.${index & 255}`, { "x-real-ip": "::1" });
  expect(unlistedProxies()).toHaveLength(5);
});
