import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { Context } from "#platform/capability/context.ts";
import { publicOrigin } from "./public-origin.ts";
import { graphChannelTokens, isSignedBySlack, parseSlackPush } from "./receive-push.ts";

// Unauthenticated requests to the push endpoints are accepted only with a valid token or signature.

test.each([
  ["https://house.org", "https://house.org"],
  ["https://local.house.org", "https://local.house.org"],
  ["https://10.house.org", "https://10.house.org"],
  ["http://house.org", null],
  ["https://house", null],
  ["https://localhost", null],
  ["https://a.localhost", null],
  ["https://house.local", null],
  ["https://house.internal", null],
  ["https://house.lan", null],
  ["https://house.home.arpa", null],
  ["https://192.0.2.7", null],
  ["https://[2001:db8::1.2.3.4]", null],
])("provider pushes to the origin %s use %s", (origin, reached) => {
  const at = (configured: string | null, publicUrl: string) =>
    publicOrigin({ systemSettings: { origin: configured }, config: { publicUrl } } as Pick<
      Context,
      "systemSettings" | "config"
    >);
  expect(at(null, origin)).toBe(reached);
  expect(at(origin, "https://other.org")).toBe(reached);
});

test("Slack's signature covers time and body, at most five minutes off, either way", () => {
  const body = Buffer.from('{"type":"event_callback"}');
  const now = () => Math.floor(Date.now() / 1000);
  const sign = (timestamp: string, text: Uint8Array = body, secret = "secret") =>
    `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:`).update(text).digest("hex")}`;
  const isSigned = (timestamp: string, signature = sign(timestamp)) =>
    isSignedBySlack(body, timestamp, signature, "secret");
  expect(isSigned(`${now()}`)).toBe(true);
  expect(isSigned(`${now() - 290}`)).toBe(true);
  expect(isSigned(`${now() - 310}`)).toBe(false);
  expect(isSigned(`${now() + 310}`)).toBe(false);
  expect(isSigned(`${now()}.0`)).toBe(false);
  expect(isSigned("")).toBe(false);
  expect(isSigned(`${now()}`, sign(`${now()}`, Buffer.from("{}")))).toBe(false);
  expect(isSigned(`${now()}`, sign(`${now()}`, body, "other"))).toBe(false);
  expect(isSigned(`${now()}`, sign(`${now()}`).slice(0, -1))).toBe(false);
  expect(isSigned(`${now()}`, "")).toBe(false);
});

test("a Graph notification names each channel once; anything else is not a Graph notification", () => {
  const notification = (...states: unknown[]) =>
    JSON.stringify({ value: states.map((clientState) => ({ clientState })) });
  expect(graphChannelTokens(notification("a", "b", "a"))).toEqual(["a", "b"]);
  expect(graphChannelTokens(notification())).toEqual([]);
  expect(graphChannelTokens(notification(7))).toBeNull();
  expect(graphChannelTokens(notification("x".repeat(201)))).toBeNull();
  expect(graphChannelTokens(notification(...Array.from({ length: 1001 }, () => "a")))).toBeNull();
  expect(graphChannelTokens("{")).toBeNull();
});

test("of a Slack event only kinds, places and timestamps are read", () => {
  const event = { type: "message", channel: "C1", ts: "1700000000.000001" };
  const push = { type: "event_callback", team_id: "T1", event: { ...event, text: "words" } };
  expect(parseSlackPush(JSON.stringify(push))).toEqual({ ...push, event });
  const challenge = { type: "url_verification", challenge: "x" };
  expect(parseSlackPush(JSON.stringify(challenge))).toEqual(challenge);
  for (const wrong of [
    { ...push, team_id: "" },
    { ...push, event: { ...event, ts: "1" } },
    { type: "other" },
  ])
    expect(parseSlackPush(JSON.stringify(wrong))).toBeNull();
  expect(parseSlackPush("not JSON")).toBeNull();
});
