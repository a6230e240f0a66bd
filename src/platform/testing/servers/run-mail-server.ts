import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { promisify } from "node:util";
import { environment } from "#platform/config/environment.ts";
import { debianPackages, libraryPath } from "./debian-packages.ts";
import { freePort } from "./free-port.ts";

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
};

export type MailSetup = {
  /** Addresses that can get mail, all of one domain. */
  mailboxes: readonly string[];
  /** Users who may sign in: user name → password. Each may send as `user@domain` only. */
  users: Readonly<Record<string, string>>;
  /** Serves the mailboxes over IMAP too: `capability` replaces the capabilities that it advertises. */
  imap?: { capability?: string; settings?: string };
  /** Accepts OAuth tokens (XOAUTH2) that this endpoint declares valid (RFC 7662). */
  tokens?: { introspection: string };
  /** Additional lines of Postfix's main.cf. */
  settings?: readonly string[];
};

/** Accounts that every Debian has; Postfix insists on a user and a group that nothing else of it uses. */
const OWNER = "mail";
const GROUP = "news";

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
  const certificate = await makeCertificate(place);
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

function doveadm({ programs, folder, env }: Place, words: readonly string[], input = ""): Promise<string> {
  const config = join(folder, "dovecot", "dovecot.conf");
  const tool = join(programs, "usr/bin/doveadm");
  const options = ["-c", config, "-m", "doveadm", "-e", tool, "-c", config, ...words];
  const running = run(join(programs, "usr/bin/doveconf"), options, { env });
  // A process that reads nothing may exit before its input is written; its exit status shows whether something failed.
  running.child.stdin?.on("error", () => {});
  running.child.stdin?.end(input);
  return running.then(({ stdout }) => stdout);
}

/** Where Dovecot loads its modules, wherever it is installed: the path is compiled into its library. */
const MODULES = "/usr/lib/dovecot/modules";

/** A path of the same length that leads to the unpacked modules. */
async function modulesOf(programs: string): Promise<string> {
  const path = await mkdtemp("/tmp/adjutant-dvc-");
  if (path.length !== MODULES.length) throw new Error(`${path} is not as long as ${MODULES}`);
  await rmdir(path);
  await symlink(join(programs, MODULES), path);
  return path;
}

/** A folder with a copy of the library that holds that path instead. */
async function patchLibrary(programs: string, folder: string, modules: string): Promise<string> {
  const own = join(folder, "libraries");
  await mkdir(own, { mode: 0o755 });
  const library = await readFile(join(programs, "usr/lib/dovecot/libdovecot.so.0"));
  for (let at = library.indexOf(MODULES); at >= 0; at = library.indexOf(MODULES, at))
    library.write(modules, at);
  await writeFile(join(own, "libdovecot.so.0"), library, { mode: 0o755 });
  return own;
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
async function startDovecot(
  { programs, folder, libraries, env }: Place,
  { users, imap, tokens }: MailSetup,
  imapPort: number,
) {
  const own = join(folder, "dovecot");
  const config = join(own, "dovecot.conf");
  await mkdir(own, { mode: 0o755 });
  const lines = Object.entries(users).map(([name, password]) => `${name}:{PLAIN}${password}::::::`);
  await writeFile(join(own, "users"), lines.join("\n"), { mode: 0o600 });
  if (tokens)
    await writeFile(
      join(own, "tokens"),
      `introspection_mode = post\nintrospection_url = ${tokens.introspection}\nusername_attribute = username\nactive_attribute = active\nactive_value = true\n`,
    );
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
${imapPort ? imapOf(folder, imapPort, imap) : "protocols ="}
ssl = no
auth_mechanisms = plain login${tokens ? " xoauth2 oauthbearer" : ""}
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = ${own}/users
}
${tokens ? TOKEN_DOOR.replace("FILE", join(own, "tokens")) : ""}
userdb {
  driver = static
  args = uid=${OWNER} gid=${OWNER} home=${folder}/mail/%u allow_all_users=yes
}
service auth {
  user = root
  unix_listener ${own}/auth {
    mode = 0666
  }
}
# Whoever fails to sign in is not made to wait: tests do so on purpose.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
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

const TOKEN_DOOR = `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = FILE
}`;

/** Serves the mailboxes that Postfix fills over IMAP; it runs as the account that owns them. */
const imapOf = (folder: string, port: number, imap: MailSetup["imap"]) => `
protocols = imap
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%n
# Where the machine has no inotify left, it looks by itself.
mailbox_idle_check_interval = 1 secs
maildir_stat_dirs = yes
mailbox_list_index = yes
${imap?.capability ? `imap_capability = ${imap.capability}` : ""}
${imap?.settings ?? ""}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
  mailbox Trash {
    special_use = \\Trash
    auto = subscribe
  }
  mailbox Drafts {
    special_use = \\Drafts
    auto = subscribe
  }
  mailbox Archive {
    special_use = \\Archive
    auto = subscribe
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;

/** TLS in front of Dovecot, whose own TLS works only in an installed Dovecot. */
async function tlsBefore(
  port: number,
  folder: string,
  closers: (() => Promise<void>)[],
): Promise<{ imapPort: number; cutImap(): void }> {
  const lines = new Set<Socket>();
  if (!port) return { imapPort: 0, cutImap: () => {} };
  const [key, cert] = await Promise.all(["key", "cert"].map((name) => readFile(join(folder, `${name}.pem`))));
  const server = createTlsServer({ key, cert }, (socket) => {
    const behind = connect(port, "127.0.0.1");
    const end = () => {
      socket.destroy();
      behind.destroy();
      lines.delete(socket);
    };
    lines.add(socket);
    for (const line of [socket, behind]) line.on("error", end).on("close", end);
    socket.pipe(behind).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cutImap = () => {
    for (const line of lines) line.destroy();
  };
  closers.push(async () => {
    cutImap();
    server.close();
  });
  return { imapPort: (server.address() as { port: number }).port, cutImap };
}

async function startPostfix(place: Place, setup: MailSetup, ports: readonly [number, number]) {
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
smtpd_error_sleep_time = 0
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
