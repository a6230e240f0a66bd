import { expect, test } from "vitest";
import { isLocalRequest, isLoopbackAddress } from "./local-request.ts";

const HERE = "http://127.0.0.1:3000/rpc/session.signUp";
const request = (url: string, headers: Record<string, string> = {}) => new Request(url, { headers });

test.each([
  ["127.0.0.1", HERE],
  ["127.0.0.53", HERE],
  ["::1", "http://[::1]:3000/"],
  ["::ffff:127.0.0.1", HERE],
  ["::FFFF:127.0.0.1", "http://localhost:3000/"],
  ["127.0.0.1", "http://LOCALHOST:3000/"],
])("a request from %s to %s is local", (peer, url) => {
  expect(isLocalRequest(peer, request(url))).toBe(true);
  expect(isLocalRequest(peer, request(url, { accept: "application/json", cookie: "a=b" }))).toBe(true);
});

test.each([
  ["", HERE],
  ["192.168.1.20", HERE],
  ["::ffff:192.168.1.20", HERE],
  ["fe80::1", "http://[::1]:3000/"],
  ["2001:db8::1", HERE],
  ["127.0.0.1", "https://desk.example.com/"],
  ["127.0.0.1", "http://192.168.1.20:3000/"],
  ["127.0.0.1", "http://localhost.example.com:3000/"],
  ["127.0.0.1", "http://127.0.0.1.example.com/"],
  ["::1", "http://[2001:db8::1]:3000/"],
])("a request from '%s' to %s is not local", (peer, url) => {
  expect(isLocalRequest(peer, request(url))).toBe(false);
});

test.each([
  "Forwarded",
  "Via",
  "X-Forwarded",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Real-IP",
  "X-Client-IP",
  "X-Cluster-Client-IP",
  "X-Original-URL",
  "True-Client-IP",
  "CF-Connecting-IP",
  "Fly-Client-IP",
  "Fastly-Client-IP",
  "X-Envoy-External-Address",
  "X-Azure-ClientIP",
  "CDN-Loop",
])("%s indicates a proxy, whatever its value", (header) => {
  for (const value of ["127.0.0.1", "", "localhost"])
    expect(isLocalRequest("127.0.0.1", request(HERE, { [header]: value }))).toBe(false);
});

test("an invalid address is not local", () => {
  for (const url of ["", "localhost", "http://", "not an address"])
    expect(isLoopbackAddress(url)).toBe(false);
  expect(isLoopbackAddress("http://0.0.0.0:3000")).toBe(false);
});
