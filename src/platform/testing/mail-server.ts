import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { debianPackages, libraryPath } from "./debian-packages.ts";

const run = promisify(execFile);

export type MailServer = {
  /** The name in its certificate. */
  host: "localhost";
  /** Where TLS begins with STARTTLS. */
  port: number;
  /** Where TLS begins at once. */
  implicitTlsPort: number;
  /** Its own, in PEM: nobody trusts it by itself. */
  certificate: string;
  /** The messages in a mailbox, whole. */
  messagesOf(mailbox: string): Promise<string[]>;
};

type Setup = {
  /** Addresses that can get mail, all of one domain. */
  mailboxes: readonly string[];
  /** Who may sign in: user name → password. Each may send as `user@domain` only. */
  users: Readonly<Record<string, string>>;
  /** Further words of Postfix's main.cf. */
  settings?: readonly string[];
};

/** Accounts that every Debian has; Postfix insists on a user and a group that nothing else of it uses. */
const OWNER = "mail";
const GROUP = "news";

/**
 * A real Postfix, with Dovecot to check passwords, on ports and in a folder of its own; ended with the test file. It
 * delivers to its own mailboxes and relays nothing.
 */
export async function mailServer(setup: Setup): Promise<MailServer> {
  const programs = await debianPackages("postfix", "dovecot-core", "openssl");
  const folder = await mkdtemp(join(tmpdir(), "adjutant-mx-"));
  await chmod(folder, 0o755);
  const libraries = await libraryPath(
    programs,
    ...["usr/lib/postfix", "usr/lib/dovecot", "usr/lib/dovecot/modules", "usr/lib/dovecot/modules/old-stats"],
  );
  const place = { programs, folder, libraries, env: { ...process.env, LD_LIBRARY_PATH: libraries } };
  const ports = [await freePort(), await freePort()] as const;
  const certificate = await makeCertificate(place);
  const children = [await startDovecot(place, setup), await startPostfix(place, setup, ports)];
  afterAll(async () => {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  await Promise.all(ports.map((port) => listening(port, folder)));
  return {
    host: "localhost",
    port: ports[0],
    implicitTlsPort: ports[1],
    certificate,
    messagesOf: async (mailbox) => {
      const inbox = join(folder, "mail", mailbox, "new");
      const files = await readdir(inbox).catch(() => []);
      return Promise.all(files.map((file) => readFile(join(inbox, file), "utf8")));
    },
  };
}

type Place = { programs: string; folder: string; libraries: string; env: NodeJS.ProcessEnv };

async function makeCertificate({ programs, folder, env }: Place): Promise<string> {
  const file = join(folder, "cert.pem");
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

/** Only its part that checks passwords. `dovecot` looks for its configuration under /usr/bin: doveconf starts it. */
async function startDovecot({ programs, folder, libraries, env }: Place, { users }: Setup) {
  const own = join(folder, "dovecot");
  const config = join(own, "dovecot.conf");
  await mkdir(own, { mode: 0o755 });
  const lines = Object.entries(users).map(([name, password]) => `${name}:{PLAIN}${password}::::::`);
  await writeFile(join(own, "users"), lines.join("\n"), { mode: 0o600 });
  await writeFile(
    config,
    `base_dir = ${own}/run
state_dir = ${own}/state
log_path = ${own}/log
libexec_dir = ${programs}/usr/lib/dovecot
import_environment = TZ LD_LIBRARY_PATH=${libraries}
default_internal_user = proxy
default_internal_group = proxy
default_login_user = nobody
protocols =
ssl = no
auth_mechanisms = plain login
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = ${own}/users
}
userdb {
  driver = static
  args = uid=${OWNER} gid=${OWNER} home=${folder}/mail/%u
}
service auth {
  user = root
  unix_listener ${own}/auth {
    mode = 0666
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
  );
  const dovecot = join(programs, "usr/sbin/dovecot");
  const options = ["-c", config, "-m", "master", "-e", dovecot, "-F", "-c", config];
  return spawn(join(programs, "usr/bin/doveconf"), options, { env, stdio: "ignore" });
}

async function startPostfix(place: Place, setup: Setup, ports: readonly [number, number]) {
  const { programs, folder, libraries, env } = place;
  const [uid, gid, group] = await Promise.all([idOf("-u", OWNER), idOf("-g", OWNER), idOf("-g", GROUP)]);
  const [config, spool] = [join(folder, "postfix"), join(folder, "spool")];
  await Promise.all([mkdir(config), mkdir(spool), owned(join(folder, "data"), uid, gid, 0o700)]);
  await Promise.all(QUEUES.map((name) => owned(join(spool, name), uid, gid, 0o700)));
  await mkdir(join(spool, "pid"));
  await owned(join(spool, "public"), uid, group, 0o710);
  await owned(join(spool, "maildrop"), uid, group, 0o730);
  await owned(join(folder, "mail"), uid, gid, 0o700);
  const domain = setup.mailboxes[0]?.split("@")[1] ?? "";
  const inline = (entries: readonly string[]) => `inline:{ ${entries.join(", ")} }`;
  await writeFile(
    join(config, "main.cf"),
    `compatibility_level = 3.6
queue_directory = ${spool}
data_directory = ${folder}/data
command_directory = ${programs}/usr/sbin
daemon_directory = ${programs}/usr/lib/postfix/sbin
shlib_directory = ${programs}/usr/lib/postfix
meta_directory = ${programs}/etc/postfix
mail_owner = ${OWNER}
setgid_group = ${GROUP}
default_privs = nobody
import_environment = MAIL_CONFIG TZ LANG=C LD_LIBRARY_PATH=${libraries}
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mail.${domain}
mydestination =
inet_interfaces = loopback-only
inet_protocols = ipv4
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = ${inline(setup.mailboxes.map((address) => `${address}=${address.split("@")[0]}/`))}
virtual_minimum_uid = 1
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${folder}/dovecot/auth
smtpd_sasl_auth_enable = yes
smtpd_sender_login_maps = ${inline(Object.keys(setup.users).map((name) => `${name}@${domain}=${name}`))}
smtpd_sender_restrictions = reject_authenticated_sender_login_mismatch
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_delay_reject = no
smtpd_peername_lookup = no
${(setup.settings ?? []).join("\n")}
`,
  );
  const [plain, implicit] = ports;
  await writeFile(
    join(config, "master.cf"),
    `127.0.0.1:${plain} inet n - n - - smtpd
127.0.0.1:${implicit} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`,
  );
  const master = join(programs, "usr/lib/postfix/sbin/master");
  return spawn(master, ["-c", config, "-d"], { env: { ...env, MAIL_CONFIG: config }, stdio: "ignore" });
}

const QUEUES = "active bounce corrupt defer deferred flush hold incoming private saved trace".split(" ");

const idOf = async (kind: "-u" | "-g", name: string) => Number((await run("id", [kind, name])).stdout);

async function owned(folder: string, uid: number, gid: number, mode: number): Promise<void> {
  await mkdir(folder);
  await chown(folder, uid, gid);
  await chmod(folder, mode);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

const PATIENCE_MS = 20_000;

/** Resolves when somebody accepts connections there; says what the server wrote into its log where nobody does. */
async function listening(port: number, folder: string, until = Date.now() + PATIENCE_MS): Promise<void> {
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
