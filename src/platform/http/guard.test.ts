import { Hono } from "hono";
import { expect, test } from "vitest";
import { createLog } from "#platform/log/log.ts";
import type { Edge } from "./edge.ts";
import { errorResponse } from "./error-response.ts";
import { limitRate } from "./guard.ts";

test("D7: all addresses of one IPv6 subscriber share one limit", async () => {
  const app = new Hono<Edge>();
  app.onError((error) => errorResponse(error, "test", createLog("silent")));
  app.use((context, next) => {
    context.set("address", context.req.header("x-from") ?? "");
    return next();
  });
  app.use(limitRate(2));
  app.get("/", (context) => context.text("here"));
  const statusFor = async (address: string) =>
    (await app.request("/", { headers: { "x-from": address } })).status;
  expect(await statusFor("2001:db8:1:2::1")).toBe(200);
  expect(await statusFor("2001:db8:1:2::2")).toBe(200);
  expect(await statusFor("2001:db8:1:2:ffff::3")).toBe(429);
  expect(await statusFor("2001:db8:1:3::1")).toBe(200);
});
