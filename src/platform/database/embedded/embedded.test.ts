import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { withClient } from "../connection.ts";
import { BOOTSTRAP_USER } from "../roles.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded.ts";
import { isAlive } from "./postmaster-pid.ts";

const dataDir = mkdtempSync(join(tmpdir(), "adjutant-embedded-"));
chmodSync(dataDir, 0o711);
const programs: ChildProcess[] = [];
afterAll(() => {
  for (const program of programs) program.kill("SIGKILL");
  rmSync(dataDir, { recursive: true });
});

/** The system may still be reclaiming its memory after it stopped working. */
const hasEnded = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

test("kill -9 of server, program or both during writes loses nothing acknowledged", async () => {
  const acknowledged: string[] = [];
  for (const victim of ["server", "program", "both", "server", "both"]) {
    const program = startProgram();
    const first = await program.acknowledge(20);
    if (victim !== "program") process.kill(first.serverPid, "SIGKILL");
    if (victim === "server") await program.acknowledge(20, (line) => line.serverPid !== first.serverPid);
    await program.kill();
    acknowledged.push(...program.written);
  }
  const server = await startEmbedded({ dataDir });
  const { rows } = await runQuery(server, "select id from writes");
  await server.stop();
  const found = new Set(rows.map((row) => row.id));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
});

test("a second program on the same folder is refused with the holder's name; the first continues", async () => {
  const first = startProgram();
  await first.acknowledge(1);
  const second = startProgram();
  expect(await second.ended()).toBe(1);
  expect(second.refused).toBe(
    `The data folder ${dataDir} is in use by another Adjutant (process ${first.pid})`,
  );
  await first.acknowledge(5);
  await first.kill();
});

test("a command uses the running program's server and leaves it running", async () => {
  const program = startProgram();
  const { serverPid } = await program.acknowledge(1);
  const guest = await startEmbedded({ dataDir, join: true });
  expect(guest.pid()).toBe(serverPid);
  expect((await runQuery(guest, "select 1 as one")).rows).toEqual([{ one: 1 }]);
  await guest.stop();
  await program.acknowledge(5, (line) => line.serverPid === serverPid);
  await program.kill();
});

test("a command without a running program starts the server itself and stops it", async () => {
  const alone = await startEmbedded({ dataDir, join: true });
  const pid = alone.pid();
  await alone.stop();
  await hasEnded(pid);
});

test("the server of a killed program is adopted, not started twice", async () => {
  const killed = startProgram();
  const { serverPid } = await killed.acknowledge(1);
  await killed.kill();
  const server = await startEmbedded({ dataDir });
  expect(server.pid()).toBe(serverPid);
  await server.stop();
  await hasEnded(serverPid);
});

test("a server that exits by itself is restarted", async () => {
  const server = await startEmbedded({ dataDir });
  const before = server.pid();
  process.kill(before, "SIGKILL");
  await expect.poll(() => server.pid(), { timeout: 40_000 }).not.toBe(before);
  expect((await runQuery(server, "select 1 as one")).rows).toEqual([{ one: 1 }]);
  await server.stop();
});

test("SIGTERM stops program and server and leaves no process and no pid file", async () => {
  const program = startProgram();
  const { serverPid } = await program.acknowledge(1);
  program.signal("SIGTERM");
  expect(await program.ended()).toBe(0);
  await hasEnded(serverPid);
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
});

test("a pid file whose number belongs to another program does not prevent the start", async () => {
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, "postgres")}\n`);
  const server = await startEmbedded({ dataDir });
  expect(server.pid()).not.toBe(process.pid);
  await server.stop();
});

test("data of another PostgreSQL version is refused and left unchanged", async () => {
  const versionFile = join(dataDir, "postgres", "PG_VERSION");
  const written = readFileSync(versionFile, "utf8");
  writeFileSync(versionFile, "17\n");
  const before = readdirSync(join(dataDir, "postgres"));
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    /was written by PostgreSQL 17, but this version of Adjutant includes 18/,
  );
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(before);
  writeFileSync(versionFile, written);
});

test("an unwritable data folder is refused in one line", async () => {
  const file = join(dataDir, "file");
  writeFileSync(file, "");
  const attempt = startEmbedded({ dataDir: join(file, "data") });
  await expect(attempt).rejects.toMatchObject({
    name: "StartError",
    message: `The data folder ${join(file, "data")} is not writable`,
  });
});

test("D29: the server has fsync, page checksums and UTF-8, and listens on no network", async () => {
  const server = await startEmbedded({ dataDir });
  const names = [
    "fsync",
    "full_page_writes",
    "synchronous_commit",
    "data_checksums",
    "listen_addresses",
    "server_encoding",
  ];
  const { rows } = await runQuery(server, "select name, setting from pg_settings where name = any($1)", [
    names,
  ]);
  const { rows: folded } = await runQuery(
    server,
    "select lower('ÄÉЖ') as low, 'ÄRGER' ilike 'ärger' as same",
  );
  await server.stop();
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    data_checksums: "on",
    listen_addresses: "",
    server_encoding: "UTF8",
  });
  expect(folded).toEqual([{ low: "äéж", same: true }]);
});

test("D39: user data does not reach the server's log when a statement fails", async () => {
  const server = await startEmbedded({ dataDir });
  await runQuery(server, "create table people (email text unique check (email <> 'x'))");
  const insert = () => runQuery(server, "insert into people values ($1)", ["ada@example.com"]);
  await insert();
  await expect(insert()).rejects.toThrow("duplicate key");
  await expect(runQuery(server, "select 'Dear Bob'::uuid")).rejects.toThrow("invalid input syntax");
  await server.stop();
  const log = readFileSync(join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("database system is ready");
  expect(log).not.toMatch(/ada@example|Dear Bob/);
});

type Line = { serverPid: number; written?: string; refused?: string };

/** Starts the test program of platform/testing on this data folder. */
function startProgram() {
  const child = spawn(process.execPath, ["src/platform/testing/database-program.ts", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  programs.push(child);
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const written: string[] = [];
  const program = {
    pid: child.pid,
    written,
    refused: undefined as string | undefined,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Waits for `count` acknowledged writes that match; returns the last one's line. */
    async acknowledge(count: number, fits: (line: Line) => boolean = () => true): Promise<Line> {
      for (let seen = 0; ; ) {
        const line = await nextLine();
        if (!line) throw new Error(`The program ended: ${program.refused}`);
        if (line.written && fits(line)) seen += 1;
        if (seen >= count) return line;
      }
    },
    /** Kills the program and reads its remaining acknowledgements. */
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await program.ended();
    },
    async ended(): Promise<number | null> {
      while (await nextLine());
      const [code] = await exit;
      return code;
    },
  };
  async function nextLine(): Promise<Line | null> {
    const next = await lines.next();
    if (next.done) return null;
    const line = parseLine(next.value);
    if (line?.written) written.push(line.written);
    program.refused ??= line?.refused;
    return line ?? { serverPid: 0 };
  }
  return program;
}

/** A killed program may leave an incomplete line, which acknowledges nothing. */
function parseLine(text: string): Line | null {
  try {
    return JSON.parse(text);
  } catch {
    // An incomplete line acknowledges nothing.
    return null;
  }
}

const runQuery = (server: EmbeddedServer, text: string, values: unknown[] = []) =>
  withClient(server.connection(BOOTSTRAP_USER, "postgres"), (client) => client.query(text, values));
