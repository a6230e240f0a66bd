import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkConfirmation, checkDataFolder, checkPort, portError } from "./start-conditions.ts";

test("a port in use is refused with one line", async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(checkPort({ host: "127.0.0.1", port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  await new Promise((closed) => other.close(closed));
  await expect(checkPort({ host: "127.0.0.1", port })).resolves.toBeUndefined();
});

test("an address that this machine does not have is refused with one line", async () => {
  await expect(checkPort({ host: "192.0.2.1", port: 3000 })).rejects.toThrow(
    "HOST 192.0.2.1 is not an address",
  );
  const error = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
  expect(portError(error, "0.0.0.0", 80).message).toContain("set PORT to 1024 or more");
});

test("a data folder that is a file is refused, a missing one is created", () => {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-conditions-"));
  writeFileSync(join(folder, "file"), "");
  expect(() => checkDataFolder(join(folder, "file"))).toThrow("it is not a folder");
  expect(() => checkDataFolder(join(folder, "file", "below"))).toThrow("it is not a folder");
  expect(() => checkDataFolder(join(folder, "new", "deep"))).not.toThrow();
  rmSync(folder, { recursive: true });
});

test("a data folder that is not writable is refused (root can write everywhere)", () => {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-conditions-"));
  chmodSync(folder, 0o500);
  const attempt = () => checkDataFolder(folder);
  if (process.getuid?.() === 0) expect(attempt).not.toThrow();
  else expect(attempt).toThrow("it is not writable");
  rmSync(folder, { recursive: true });
});

test("decision 3: confirmation cannot be required if no mail can be sent", () => {
  const required = { requireEmailConfirmation: true };
  expect(() => checkConfirmation(required, false)).toThrow(/^REQUIRE_EMAIL_CONFIRMATION needs a way/);
  expect(() => checkConfirmation(required, true)).not.toThrow();
  expect(() => checkConfirmation({ requireEmailConfirmation: false }, false)).not.toThrow();
});
