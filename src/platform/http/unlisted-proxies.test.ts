import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Edge } from "./edge.ts";
import { limitRate } from "./guard.ts";
import {
  isSharedAddress,
  recordUnlistedProxy,
  SHARED_ALLOWANCE,
  unlistedProxies,
} from "./unlisted-proxies.ts";

const seen = (peer: string, headers: Record<string, string>) => {
  recordUnlistedProxy(peer, (name) => headers[name]);
  return unlistedProxies().includes(peer);
};

test("a private peer that forwards a request is a proxy; a public one is not, nor is one without headers", () => {
  expect(seen("172.18.0.3", {})).toBe(false);
  expect(seen("8.8.8.8", { "x-forwarded-for": "198.51.100.1" })).toBe(false);
  expect(seen("2606:4700::1", { forwarded: "for=198.51.100.1" })).toBe(false);
  expect(seen("172.18.0.2", { "x-forwarded-for": "198.51.100.1" })).toBe(true);
  expect(seen("fd00::7", { "x-forwarded-proto": "https" })).toBe(true);
});

test("forged headers from many addresses do not fill the memory", () => {
  for (let index = 0; index < 1000; index += 1)
    seen(`10.0.${index >> 8}.${index & 255}`, { "x-real-ip": "::1" });
  expect(unlistedProxies()).toHaveLength(5);
});

test("D7: signed-out people behind such a proxy share a larger limit; signed-in people have their own", async () => {
  recordUnlistedProxy("172.18.0.2", () => "198.51.100.1");
  expect(["172.18.0.2", "192.0.2.1", null].map(isSharedAddress)).toEqual([true, false, false]);
  const app = new Hono<Edge>();
  app.onError((_error, context) => context.text("", 429));
  app.use(async (context, next) => {
    context.set("address", context.req.header("from") ?? "");
    const userId = context.req.header("person");
    context.set("actor", (userId ? { userId } : null) as Edge["Variables"]["actor"]);
    return next();
  });
  app.use(limitRate(3));
  app.get("/", (context) => context.text("ok"));
  const countAnswered = async (times: number, headers: Record<string, string>) => {
    const answers = [];
    for (let n = 0; n < times; n += 1) answers.push((await app.request("/", { headers })).status);
    return answers.filter((status) => status === 200).length;
  };
  expect(await countAnswered(6, { from: "192.0.2.1" })).toBe(3);
  expect(await countAnswered(3 * SHARED_ALLOWANCE + 5, { from: "172.18.0.2" })).toBe(3 * SHARED_ALLOWANCE);
  for (const person of ["ada", "bob"]) expect(await countAnswered(6, { from: "172.18.0.2", person })).toBe(3);
});
