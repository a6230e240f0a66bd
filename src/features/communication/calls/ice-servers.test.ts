import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calls } from "../calls.ts";

const { aUser, as, services } = await testDatabase();
const { systemSettings } = services;
const ada = as(await aUser({ fullName: "Ada", roles: ["admin"] }));

const save = (fields: object, secrets = {}) =>
  systemSettings.save(ada, { version: systemSettings.current.version, fields, secrets });
type Answer = {
  iceServers: { urls: string[]; username?: string; credential?: string }[];
  expiresAt: string;
};

test("a new instance has no ICE servers, and reports that calls have no relay", async () => {
  expect(await ada.invoke(calls.iceServers)).toMatchObject({
    iceServers: [],
    hasRelay: false,
    relayOnly: false,
  });
});

test("each user gets separate TURN credentials for a few hours, and never the secret", async () => {
  await save(
    {
      stunUrls: "stun:turn.example.com:3478, https://wrong.example",
      turnUrls: "turn:turn.example.com:3478?transport=udp turns:turn.example.com:5349",
      relayCallsOnly: true,
    },
    { turnSecret: "north wind" },
  );
  const answer = (await ada.invoke(calls.iceServers)) as Answer;
  const [stun, turn] = answer.iceServers;
  expect(answer).toMatchObject({ hasRelay: true, relayOnly: true });
  expect(stun).toEqual({ urls: ["stun:turn.example.com:3478"] });
  expect(turn?.urls).toEqual(["turn:turn.example.com:3478?transport=udp", "turns:turn.example.com:5349"]);
  const [until, name] = (turn?.username ?? "").split(":");
  expect(name).toBe(ada.userId);
  const hours = (Number(until) * 1000 - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(3.9);
  expect(hours).toBeLessThanOrEqual(4);
  const expected = createHmac("sha1", "north wind")
    .update(turn?.username ?? "")
    .digest("base64");
  expect(turn?.credential).toBe(expected);
  expect(JSON.stringify(answer)).not.toContain("north wind");
});

test("a relay without its secret does not count", async () => {
  await save({}, { turnSecret: null });
  expect(await ada.invoke(calls.iceServers)).toMatchObject({ hasRelay: false, relayOnly: false });
});
