import { spawn } from "node:child_process";
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
  /** One request as the person, to inspect and change the server's data independently of the tested code. */
  request(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Response>;
};

/**
 * A real Radicale (CalDAV) with one calendar `/ada/work/`, on its own port and in its own folder; stopped with the test
 * file.
 */
export async function calendarServer(user: { name: string; password: string }): Promise<CalendarServer> {
  const programs = await debianPackages("radicale");
  const folder = await mkdtemp(join(tmpdir(), "adjutant-dav-"));
  const port = await freePort();
  await writeFile(join(folder, "users"), `${user.name}:${user.password}\n`);
  await mkdir(join(folder, "collections"));
  await writeFile(
    join(folder, "config"),
    [
      `[server]\nhosts = 127.0.0.1:${port}`,
      `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, "users")}\nhtpasswd_encryption = plain\ndelay = 0`,
      `[storage]\nfilesystem_folder = ${join(folder, "collections")}`,
      "[web]\ntype = none",
    ].join("\n"),
  );
  const own = join(programs, "usr/bin/python3");
  const server = spawn(
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
  afterAll(async () => {
    if (server.exitCode === null) {
      const ended = once(server, "exit");
      server.kill();
      await ended;
    }
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
  await answers(
    () => request("OPTIONS", "/"),
    () => server.exitCode,
  );
  const made = await request(
    "MKCALENDAR",
    `/${user.name}/work/`,
    '<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><d:displayname>Work</d:displayname></d:prop></d:set></c:mkcalendar>',
  );
  if (!made.ok) throw new Error(`Radicale made no calendar: ${made.status}`);
  return { url, request };
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
