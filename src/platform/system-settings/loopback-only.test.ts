import { expect, test } from "vitest";
import { parseConfig } from "#platform/config/config.ts";
import { isLoopbackOnly } from "./loopback-only.ts";

type Case = { HOST?: string; PUBLIC_URL?: string; appUrl?: string };

const isOnly = ({ appUrl, ...environment }: Case) =>
  isLoopbackOnly(parseConfig(environment), { origin: appUrl ?? null });

test.each<Case>([
  {},
  { HOST: "127.0.0.1" },
  { HOST: "127.0.0.2" },
  { HOST: "localhost" },
  { HOST: "::1" },
  { PUBLIC_URL: "http://localhost:3000" },
  { PUBLIC_URL: "http://[::1]:3000" },
  { appUrl: "http://127.0.0.1:3000" },
])("an instance with %j is reachable only from its own machine", (given) => {
  expect(isOnly(given)).toBe(true);
});

test.each<Case>([
  { HOST: "0.0.0.0" },
  { HOST: "::" },
  { HOST: "192.168.1.20" },
  { HOST: "fd00::5" },
  { HOST: "desk.example.com" },
  { PUBLIC_URL: "https://desk.example.com" },
  { PUBLIC_URL: "http://192.168.1.20:3000" },
  { PUBLIC_URL: "https://localhost.example.com" },
  { HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" },
  { HOST: "::", PUBLIC_URL: "http://127.0.0.1:3000" },
  { appUrl: "https://desk.example.com" },
  { PUBLIC_URL: "http://localhost:3000", appUrl: "https://desk.example.com" },
])("an instance with %j is reachable by others", (given) => {
  expect(isOnly(given)).toBe(false);
});
