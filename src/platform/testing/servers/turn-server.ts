import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { debianPackages, libraryPath } from "./debian-packages.ts";

export type TurnServer = { url: string; secret: string; close(): Promise<void> };

/** A real coturn on this machine only, with its own port and folder; it may also relay to this machine. */
export async function turnServer(secret = "north wind"): Promise<TurnServer> {
  const programs = await debianPackages("coturn");
  const folder = await mkdtemp(join(tmpdir(), "adjutant-turn-"));
  const port = await freePort();
  const settings = [
    ["listening-ip", "127.0.0.1"],
    ["listening-port", String(port)],
    ["relay-ip", "127.0.0.1"],
    ["realm", "adjutant.test"],
    ["static-auth-secret", secret],
    ["userdb", join(folder, "turndb")],
    ["pidfile", join(folder, "pid")],
    ["log-file", "stdout"],
  ].map(([name, value]) => `--${name}=${value}`);
  const flags = [
    "-n",
    "--use-auth-secret",
    "--fingerprint",
    "--no-tls",
    "--no-dtls",
    "--no-cli",
    "--allow-loopback-peers",
  ];
  const server = spawn(join(programs, "usr/bin/turnserver"), [...flags, ...settings], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", LD_LIBRARY_PATH: await libraryPath(programs) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (text: Buffer) => {
      output += text;
    });
  const close = async () => {
    if (server.exitCode === null) {
      const ended = once(server, "exit");
      server.kill();
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await answers(port))) {
    if (server.exitCode === null) continue;
    await close();
    throw new Error(`coturn ended with ${server.exitCode}:\n${output}`);
  }
  return { url: `turn:127.0.0.1:${port}`, secret, close };
}

/** Whether the server responds to a binding request (RFC 8489). */
async function answers(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  const hasAnswered = once(socket, "message").then(
    () => true,
    () => false,
  );
  const request = Buffer.concat([Buffer.from("000100002112a442", "hex"), Buffer.alloc(12, 1)]);
  socket.send(request, port, "127.0.0.1");
  const isUp = await Promise.race([hasAnswered, setTimeout(100, false)]);
  socket.close();
  return isUp;
}

async function freePort(): Promise<number> {
  const probe = createSocket("udp4").bind(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  return port;
}
