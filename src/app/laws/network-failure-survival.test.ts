import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { environment } from "#platform/config/environment.ts";
import { quickFolder } from "#platform/testing/quick-folder.ts";
import { freePort } from "#platform/testing/servers/free-port.ts";
import { type FaultName, hostilePeer } from "#platform/testing/servers/hostile-peer.ts";

// The program as people start it, with its own handler of uncaught errors: peers do not trigger it, neither servers that
// break their connections nor clients that open more than the machine has descriptors for.

const START_MS = 120_000;
const AS_LAID_OUT = ["--preserve-symlinks", "--preserve-symlinks-main"];
const folder = mkdtempSync(join(quickFolder(), "adjutant-survives-"));
chmodSync(folder, 0o711);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
/** Files and connections that the program may have open at once. */
const MAX_DESCRIPTORS = 400;
const node = [process.execPath, ...AS_LAID_OUT, join(checkout(folder), "src/app/main.ts")];
const program = spawn("/bin/sh", ["-c", `ulimit -n ${MAX_DESCRIPTORS}; exec "$0" "$@"`, ...node], {
  env: {
    ...environment,
    ...{
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "fatal",
      NODE_OPTIONS: "",
    },
    ALLOWED_LOCAL_NETWORKS: "127.0.0.0/8",
  },
  stdio: ["ignore", "pipe", "pipe"],
});
const output: string[] = [];

/** The sources as they are, with a page in place of the built ones. */
function checkout(at: string): string {
  const root = join(import.meta.dirname, "../../..");
  const place = join(at, "program");
  mkdirSync(join(place, "dist/web/assets"), { recursive: true });
  writeFileSync(
    join(place, "dist/web/index.html"),
    '<!-- page head --><!-- /page head --><meta content="%STYLE_NONCE%">',
  );
  // Worker processes may read the program's folder and its packages, but nothing that its other links lead to.
  for (const name of ["package.json", "src", "migrations"])
    cpSync(join(root, name), join(place, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  return place;
}

for (const stream of [program.stdout, program.stderr])
  createInterface({ input: stream }).on("line", (line) => void output.push(line));
afterAll(async () => {
  if (program.exitCode === null) {
    program.kill("SIGTERM");
    await once(program, "exit");
  }
  rmSync(folder, { recursive: true });
}, START_MS);

async function untilReady(): Promise<void> {
  while (!output.some((line) => line.startsWith("Adjutant is ready"))) {
    if (program.exitCode !== null) throw new Error(output.join("\n"));
    await Promise.race([once(program.stdout, "data"), once(program, "exit")]);
  }
}

const FAULTS: readonly FaultName[] = [
  "resets at once",
  "resets after 1 ms",
  "resets mid-TLS",
  "closes without a word",
];

const headers: Record<string, string> = { origin, "content-type": "application/json" };
const post = (name: string, input: object) =>
  fetch(`${origin}/rpc/${name}`, { method: "POST", headers, body: JSON.stringify(input) });

test("a feed, a calendar and a CalDAV server that break their connection do not end the program", {
  timeout: START_MS,
}, async () => {
  await untilReady();
  const account = { fullName: "Ada", email: "ada@example.com", password: "difference engine" };
  const signedUp = await post("session.signUp", account);
  headers.cookie = signedUp.headers.get("set-cookie")?.split(";")[0] ?? "";
  for (const fault of FAULTS) {
    const peer = await hostilePeer(fault, "web");
    for (const scheme of ["http", "https"]) {
      const url = `${scheme}://127.0.0.1:${peer.port}/`;
      const signIn = { serverUrl: url, username: "ada", password: "secret" };
      const answers = await Promise.all([
        post("newsFeeds.create", { url }),
        post("calendars.subscribe", { name: "Feed", url }),
        post("calendarAccounts.connect", { name: "Office", ...signIn }),
        post("cardAccounts.connect", { name: "Office", ...signIn }),
      ]);
      for (const answer of answers) expect([200, 502, 503], fault).toContain(answer.status);
    }
    peer.close();
  }
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(program.exitCode).toBeNull();
  expect(output.join("\n")).not.toContain("Uncaught");
});

const CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoe\r\nEND:VCARD";
/** Each card is read by a worker process, which needs descriptors of its own. */
const importCards = () =>
  Promise.all(
    Array.from({ length: 5 }, async () => (await post("contactCards.import", { text: CARD })).status),
  );

test("silent connections beyond the program's descriptors end neither the program nor the work of others", {
  timeout: START_MS,
}, async () => {
  await untilReady();
  const allDone = [200, 200, 200, 200, 200];
  // Ada's browser keeps these connections, as it does before and during the flood.
  expect(await importCards()).toEqual(allDone);
  const flood = Array.from({ length: 2 * MAX_DESCRIPTORS }, () =>
    connect(port, "127.0.0.1").on("error", () => undefined),
  );
  await Promise.all(flood.map((socket) => once(socket, "connect")));
  expect(await importCards()).toEqual(allDone);
  for (const socket of flood) socket.destroy();
  expect((await fetch(`${origin}/healthz`, { headers: { connection: "close" } })).status).toBe(200);
  expect(program.exitCode).toBeNull();
  expect(output.join("\n")).not.toMatch(/Uncaught|EMFILE/);
});
