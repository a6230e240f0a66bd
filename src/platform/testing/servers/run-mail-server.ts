import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { environment } from "#platform/config/environment.ts";
import { debianPackages, libraryPath } from "./debian-packages.ts";
import { freePort } from "./free-port.ts";
import { type MailSetup, OWNER, type Place } from "./mail-setup.ts";
import { doveadm, modulesOf, patchLibrary, startDovecot, tlsBefore } from "./run-dovecot.ts";
import { startPostfix } from "./run-postfix.ts";

const run = promisify(execFile);

export type MailServer = {
  /** The name in its certificate. */
  host: "localhost";
  /** SMTP with STARTTLS. */
  port: number;
  /** SMTP with implicit TLS. */
  implicitTlsPort: number;
  /** IMAP with implicit TLS; 0 without `imap`. */
  imapPort: number;
  /** IMAP without TLS. */
  plainImapPort: number;
  /** Breaks every IMAP connection that runs over TLS. */
  cutImap(): void;
  /** Dovecot's own tool, to inspect mailboxes independently of the tested code. */
  doveadm(...words: string[]): Promise<string>;
  /** Stores a message in a folder without any client. */
  save(user: string, box: string, message: string): Promise<void>;
  /** Its self-signed certificate, in PEM. */
  certificate: string;
  /** The certificate's private key, in PEM, for further servers of a test. */
  privateKey: string;
  /** The messages in a mailbox, whole. */
  messagesOf(mailbox: string): Promise<string[]>;
  /** Stores many messages in an inbox at once, as read. */
  fill(mailbox: string, messages: Iterable<string>): Promise<void>;
  /** Makes the server refuse everything that would add a message to a folder. */
  makeReadOnly(user: string, box: string): Promise<void>;
};

/**
 * A real Postfix, with Dovecot to check passwords, on ports and in a folder of its own, until it is closed. It
 * delivers to its own mailboxes and relays nothing.
 */
export async function runMailServer(setup: MailSetup): Promise<MailServer & { close(): Promise<void> }> {
  const programs = setup.imap
    ? await debianPackages("postfix", "dovecot-core", "dovecot-imapd", "openssl")
    : await debianPackages("postfix", "dovecot-core", "openssl");
  const folder = await mkdtemp(join(tmpdir(), "adjutant-mx-"));
  await chmod(folder, 0o755);
  const modules = setup.imap ? await modulesOf(programs) : null;
  const ownLibraries = modules ? [await patchLibrary(programs, folder, modules)] : [];
  const path = await libraryPath(
    programs,
    ...["usr/lib/postfix", "usr/lib/dovecot", "usr/lib/dovecot/modules", "usr/lib/dovecot/modules/old-stats"],
  );
  const libraries = [...ownLibraries, path].join(":");
  const place = { programs, folder, libraries, env: { ...environment, LD_LIBRARY_PATH: libraries } };
  const ports = [await freePort(), await freePort()] as const;
  const certificate = await makeCertificate(place, setup.certificate);
  const plainImapPort = setup.imap ? await freePort() : 0;
  const children = [await startDovecot(place, setup, plainImapPort), await startPostfix(place, setup, ports)];
  const closers = [
    async () => {
      await Promise.all(children.map(end));
      if (modules) await unlink(modules);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  ];
  const listened = plainImapPort ? [...ports, plainImapPort] : ports;
  await Promise.all(listened.map((port) => listening(port, folder)));
  return {
    host: "localhost",
    port: ports[0],
    implicitTlsPort: ports[1],
    plainImapPort,
    ...(await tlsBefore(plainImapPort, folder, closers)),
    close: async () => {
      for (const close of closers.toReversed()) await close();
    },
    doveadm: (...words) => doveadm(place, words),
    save: async (user, box, message) => {
      await doveadm(place, ["save", "-u", user, "-m", box], message);
    },
    certificate,
    privateKey: await readFile(join(folder, "key.pem"), "utf8"),
    messagesOf: async (mailbox) => {
      const inbox = join(folder, "mail", mailbox, "new");
      // A mailbox has no folder before its first message.
      const files = await readdir(inbox).catch(() => []);
      return Promise.all(files.map((file) => readFile(join(inbox, file), "utf8")));
    },
    makeReadOnly: async (user, box) => {
      for (const part of ["cur", "new", "tmp"])
        await chmod(join(folder, "mail", user, `.${box}`, part), 0o555);
    },
    fill: (mailbox, messages) => fill(join(folder, "mail", mailbox), messages),
  };
}

async function fill(maildir: string, messages: Iterable<string>): Promise<void> {
  for (const part of ["", "cur", "new", "tmp"])
    await mkdir(join(maildir, part), { recursive: true, mode: 0o700 });
  let count = 0;
  for (const message of messages) {
    count += 1;
    // The differing part is at the end: Dovecot's hash of file names uses only the last seven characters.
    await writeFile(join(maildir, "cur", `${1_700_000_000 + count}.bench.M${count}:2,S`), message);
  }
  await run("chown", ["-R", OWNER, maildir]);
}

async function makeCertificate(
  { programs, folder, env }: Place,
  given: MailSetup["certificate"],
): Promise<string> {
  const file = join(folder, "cert.pem");
  if (given) {
    await writeFile(join(folder, "key.pem"), given.key, { mode: 0o600 });
    await writeFile(file, given.cert);
    return given.cert;
  }
  await run(
    join(programs, "usr/bin/openssl"),
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost", "-keyout", join(folder, "key.pem"), "-out", file],
    ],
    { env },
  );
  return readFile(file, "utf8");
}

const START_LIMIT_MS = 20_000;

/** Resolves when the port accepts connections; if it never does, throws with the server's log. */
async function listening(port: number, folder: string, until = Date.now() + START_LIMIT_MS): Promise<void> {
  const isOpen = await new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
  if (isOpen) return;
  if (Date.now() > until)
    throw new Error(
      `The mail server does not listen: ${await readFile(join(folder, "log"), "utf8").catch(String)}`,
    );
  await new Promise((resolve) => setTimeout(resolve, 25));
  return listening(port, folder, until);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
