import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll } from "vitest";
import { debianPackages, libraryPath } from "./debian-packages.ts";

/**
 * A real OpenDKIM that verifies signatures for a test's Postfix and writes the result into Authentication-Results, in
 * the name of `host`. It knows only the keys of these domains (public ones, PEM) and queries no name server.
 */
export async function signatureChecker(
  host: string,
  keys: Readonly<Record<string, string>>,
): Promise<{ settings: string[] }> {
  const programs = await debianPackages("opendkim");
  const folder = await mkdtemp(join(tmpdir(), "adjutant-dkim-"));
  await chmod(folder, 0o755);
  const socket = join(folder, "socket");
  const known = Object.entries(keys).map(([domain, pem]) => {
    const key = pem.replaceAll(/-----[^-]+-----|\s/g, "");
    return `${SELECTOR}._domainkey.${domain} v=DKIM1; k=rsa; p=${key}`;
  });
  await writeFile(join(folder, "keys"), `${known.join("\n")}\n`);
  await writeFile(
    join(folder, "opendkim.conf"),
    `Mode v
Socket local:${socket}
UMask 000
AuthservID ${host}
AlwaysAddARHeader yes
TestPublicKeys ${folder}/keys
PidFile ${folder}/pid
Syslog no
`,
  );
  const checker = spawn(join(programs, "usr/sbin/opendkim"), ["-f", "-x", join(folder, "opendkim.conf")], {
    env: { PATH: "/usr/bin:/bin", LD_LIBRARY_PATH: await libraryPath(programs, "usr/lib") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  checker.stderr.on("data", (text: Buffer) => {
    errorOutput += text;
  });
  const ended = once(checker, "exit");
  afterAll(async () => {
    checker.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  while (!existsSync(socket)) {
    if (checker.exitCode !== null) throw new Error(`OpenDKIM ended with ${checker.exitCode}: ${errorOutput}`);
    await setTimeout(20);
  }
  return { settings: [`smtpd_milters = unix:${socket}`, "milter_default_action = tempfail"] };
}

/** The DKIM selector of the test domains' keys. */
export const SELECTOR = "mail";
