import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { ConfigError, isLoopback, parseConfig, settingNames } from "./config.ts";

test("without any setting the program listens on loopback and stores its data in ./data", () => {
  const config = parseConfig({});
  expect(config.host).toBe("127.0.0.1");
  expect(config.publicUrl).toBe("http://127.0.0.1:3000");
  expect(config.dataDir).toBe(resolve("data"));
  expect(config.databaseUrl).toBeUndefined();
  expect(config.passwordMinLength).toBe(6);
  expect(Object.isFrozen(config)).toBe(true);
});

test("an empty variable counts as absent", () => {
  expect(parseConfig({ PORT: "", ADMIN_EMAIL: " " })).toEqual(parseConfig({}));
});

test("values are parsed into what the program uses", () => {
  const config = parseConfig({
    PORT: "8080",
    HOST: "0.0.0.0",
    ADMIN_EMAIL: "Ada@Example.com",
    REQUIRE_EMAIL_CONFIRMATION: "true",
    TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    LIMIT_SIGN_UPS_PER_SOURCE: "5000",
  });
  expect(config.publicUrl).toBe("http://localhost:8080");
  expect(config.adminEmail).toBe("ada@example.com");
  expect(config.requireEmailConfirmation).toBe(true);
  expect(config.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  expect(config.limits.signUpsPerSource).toBe(5000);
});

test.each([
  ["PORT", "0"],
  ["PORT", "70000"],
  ["PORT", "3e3"],
  ["LOG_LEVEL", "loud"],
  ["ADMIN_EMAIL", "ada"],
  ["DATABASE_URL", "mysql://somewhere"],
  ["PUBLIC_URL", "adjutant.example.com"],
  ["PUBLIC_URL", "https://example.com/adjutant"],
  ["PASSWORD_MIN_LENGTH", "5"],
  ["TRUSTED_PROXIES", "everyone"],
  ["REQUIRE_EMAIL_CONFIRMATION", "perhaps"],
  ["LIMIT_REQUESTS_PER_MINUTE", "-1"],
  ["MASTER_KEYS", "too-short"],
  ["ALLOWED_LOCAL_NETWORKS", "home"],
])("%s=%s is refused in one line that names the variable", (name, value) => {
  const attempt = () => parseConfig({ [name]: value });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(new RegExp(`^${name} must .+$`));
});

test.each(["DATABASE_URL", "MASTER_KEYS"])(
  "a refused %s is not printed, because it holds a secret",
  (name) => {
    expect(() => parseConfig({ [name]: "secret" })).toThrow(new RegExp(`^${name} must((?!secret).)*$`));
  },
);

test("master keys are bytes, the newest first", () => {
  const [newer, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const text = `${newer.toString("base64")}, ${older.toString("base64url")}`;
  expect(parseConfig({ MASTER_KEYS: text }).masterKeys).toEqual([newer, older]);
});

test("a session's idle timeout is not longer than its absolute one", () => {
  expect(() => parseConfig({ SESSION_IDLE_DAYS: "31" })).toThrow(/^SESSION_IDLE_DAYS must not/);
});

test(".env.example documents every setting, with its default, and no other", () => {
  const lines = readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z0-9_]+=.*)$/gm);
  const documented = parseEnv([...lines].map(([, line]) => line).join("\n"));
  expect(Object.keys(documented).sort()).toEqual([...settingNames].sort());
  const examples = [
    "PUBLIC_URL",
    "TRUSTED_PROXIES",
    "DATABASE_URL",
    "MASTER_KEYS",
    "LOST_MASTER_KEYS",
    "ALLOWED_LOCAL_NETWORKS",
    "ADMIN_EMAIL",
    "SMTP_HOST",
    "SMTP_PORT",
    "SMTP_USERNAME",
    "SMTP_FROM_EMAIL",
    "SMTP_FROM_NAME",
    "SMTP_SECURE",
    "STUN_URLS",
    "TURN_URLS",
    "RELAY_CALLS_ONLY",
  ];
  const defaults = Object.entries(documented).filter(([name]) => !examples.includes(name));
  expect(parseConfig(Object.fromEntries(defaults))).toEqual(parseConfig({}));
  expect(() => parseConfig(documented)).not.toThrow();
});

test("loopback addresses are distinguished from reachable ones", () => {
  expect(["127.0.0.1", "::1", "localhost"].every(isLoopback)).toBe(true);
  expect(["0.0.0.0", "::", "192.168.1.2"].some(isLoopback)).toBe(false);
});
