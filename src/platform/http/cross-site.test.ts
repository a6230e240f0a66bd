import { Hono } from "hono";
import { expect, test } from "vitest";
import { createLog } from "#platform/log/log.ts";
import type { Edge } from "./edge.ts";
import { errorResponse } from "./error-response.ts";
import { refuseCrossSite, UPLOAD_HEADER } from "./guard.ts";

const OWN = "https://desk.example";
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", createLog("silent")));
app.use(
  "/json",
  refuseCrossSite(() => [OWN], "json"),
);
app.use(
  "/files",
  refuseCrossSite(() => [OWN], "files"),
);
app.use(
  "/public",
  refuseCrossSite(
    () => [OWN],
    "json",
    (path) => path === "/public",
  ),
);
app.all("*", (context) => context.text("done"));

type Headers = Record<string, string>;
const statusOf = async (path: string, headers: Headers, method = "POST") =>
  (await app.request(`${OWN}${path}`, { method, headers })).status;
const json = { "content-type": "application/json" };

/** What a form or a script of another site can send with the person's cookie (security.md D8). */
const FORGED: [string, Headers, number][] = [
  ["a form as urlencoded", { origin: OWN, "content-type": "application/x-www-form-urlencoded" }, 400],
  ["a form as multipart", { origin: OWN, "content-type": "multipart/form-data; boundary=x" }, 400],
  ["a form as plain text", { origin: OWN, "content-type": "text/plain" }, 400],
  ["no type at all", { origin: OWN }, 400],
  ["another origin", { origin: "https://evil.example", ...json }, 403],
  ["the same name with another scheme and port", { origin: "http://desk.example:8080", ...json }, 403],
  ["an opaque origin", { origin: "null", ...json }, 403],
  ["no origin", json, 403],
  ["no origin, from another site", { "sec-fetch-site": "cross-site", ...json }, 403],
  ["no origin, from a sibling", { "sec-fetch-site": "same-site", ...json }, 403],
];

test.for(FORGED)("D8: a cross-site write is refused: %s", async ([, headers, status]) => {
  expect(await statusOf("/json", headers)).toBe(status);
});

test("D8: same-origin pages, programs with a key, and reads are accepted", async () => {
  expect(await statusOf("/json", { origin: OWN, ...json })).toBe(200);
  expect(await statusOf("/json", { "sec-fetch-site": "same-origin", ...json })).toBe(200);
  expect(await statusOf("/json", { authorization: "Bearer key" })).toBe(200);
  expect(await statusOf("/json", { origin: "https://evil.example" }, "GET")).toBe(200);
});

test("D8: a read for anyone is open to programs without a key, and to no page of another site", async () => {
  expect(await statusOf("/public", json)).toBe(200);
  expect(await statusOf("/public", { origin: OWN, ...json })).toBe(200);
  expect(await statusOf("/public", { "content-type": "text/plain" })).toBe(400);
  expect(await statusOf("/public", { origin: "https://evil.example", ...json })).toBe(403);
  expect(await statusOf("/public", { origin: "", ...json })).toBe(403);
  expect(await statusOf("/public", { "sec-fetch-site": "cross-site", ...json })).toBe(403);
});

test("D8: an upload requires a header that no form can send", async () => {
  expect(await statusOf("/files", { origin: OWN, "content-type": "multipart/form-data; boundary=x" })).toBe(
    403,
  );
  expect(await statusOf("/files", { origin: OWN, [UPLOAD_HEADER]: "1" })).toBe(200);
  expect(await statusOf("/files", { origin: "https://evil.example", [UPLOAD_HEADER]: "1" })).toBe(403);
});
