import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { debianPackages } from "./debian-packages.ts";
import { freePort } from "./free-port.ts";

export type CalendarServer = {
  url: string;
  /** Ends the program, as in an outage; `start` runs it again with the same data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** From then on this collection of the person's may only be read. */
  makeReadOnly(collection: string): Promise<void>;
  /** One request as the person, to inspect and change the server's data independently of the tested code. */
  request(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Response>;
};

type Person = { name: string; password: string };

/**
 * A real Radicale (CalDAV, CardDAV) with one calendar `/ada/work/`, on its own port and in its own folder; stopped with
 * the test file.
 */
export async function calendarServer(user: Person): Promise<CalendarServer> {
  const programs = await debianPackages("radicale");
  const folder = await mkdtemp(join(tmpdir(), "adjutant-dav-"));
  const port = await freePort();
  await writeFile(join(folder, "users"), `${user.name}:${user.password}\n`);
  await mkdir(join(folder, "collections"));
  await writeConfig(folder, port);
  const program = radicale(programs, folder);
  afterAll(async () => {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}/`;
  const authorization = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString("base64")}`;
  const request: CalendarServer["request"] = (method, path, body, headers = {}) =>
    fetch(new URL(path, url), {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body }),
    });
  const start = () => program.start(() => request("OPTIONS", "/"));
  await start();
  const made = await request(
    "MKCALENDAR",
    `/${user.name}/work/`,
    '<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><d:displayname>Work</d:displayname></d:prop></d:set></c:mkcalendar>',
  );
  if (!made.ok) throw new Error(`Radicale made no calendar: ${made.status}`);
  const makeReadOnly = (collection: string) => writeRights(folder, collection);
  return { url, request, makeReadOnly, start, stop: program.stop };
}

/** Radicale reads it at every request. */
const writeRights = (folder: string, readOnly: string | null) =>
  writeFile(
    join(folder, "rights"),
    [
      ...(readOnly === null ? [] : [`[read-only]\nuser: .+\ncollection: {user}/${readOnly}\npermissions: r`]),
      "[root]\nuser: .+\ncollection:\npermissions: R",
      "[principal]\nuser: .+\ncollection: {user}\npermissions: RW",
      "[collections]\nuser: .+\ncollection: {user}/[^/]+\npermissions: rw",
    ].join("\n\n"),
  );

async function writeConfig(folder: string, port: number): Promise<void> {
  await writeRights(folder, null);
  await writeFile(
    join(folder, "config"),
    [
      `[server]\nhosts = 127.0.0.1:${port}`,
      `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, "users")}\nhtpasswd_encryption = plain\ndelay = 0`,
      `[storage]\nfilesystem_folder = ${join(folder, "collections")}`,
      `[rights]\ntype = from_file\nfile = ${join(folder, "rights")}`,
      "[web]\ntype = none",
    ].join("\n"),
  );
}

function radicale(programs: string, folder: string) {
  const own = join(programs, "usr/bin/python3");
  let server: ChildProcess | null = null;
  return {
    async start(probe: () => Promise<unknown>) {
      const started = spawn(
        existsSync(own) ? own : "/usr/bin/python3",
        ["-m", "radicale", "--config", join(folder, "config")],
        {
          env: {
            PATH: "/usr/bin:/bin",
            PYTHONPATH: join(programs, "usr/lib/python3/dist-packages"),
            ...(existsSync(own) && { PYTHONHOME: join(programs, "usr") }),
          },
          stdio: "ignore",
        },
      );
      server = started;
      await answers(probe, () => started.exitCode);
    },
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}

async function answers(probe: () => Promise<unknown>, exitCode: () => number | null): Promise<void> {
  for (;;) {
    const isUp = await probe().then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (exitCode() !== null) throw new Error(`Radicale ended with ${exitCode()}`);
    await new Promise((again) => setTimeout(again, 50));
  }
}
