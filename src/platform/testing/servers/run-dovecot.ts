import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rmdir, symlink, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { promisify } from "node:util";
import { type MailSetup, OWNER, type Place } from "./mail-setup.ts";

const run = promisify(execFile);

/** Only its part that checks passwords. `dovecot` looks for its configuration under /usr/bin: doveconf starts it. */
export async function startDovecot(
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
${tokens ? TOKEN_PASSDB.replace("FILE", join(own, "tokens")) : ""}
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

const TOKEN_PASSDB = `passdb {
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
export async function tlsBefore(
  port: number,
  folder: string,
  closers: (() => Promise<void>)[],
): Promise<{ imapPort: number; cutImap(): void }> {
  const lines = new Set<Socket>();
  if (!port) return { imapPort: 0, cutImap: () => {} };
  const [key, cert] = await Promise.all(["key", "cert"].map((name) => readFile(join(folder, `${name}.pem`))));
  const server = createTlsServer({ key, cert }, (socket) => {
    const upstream = connect(port, "127.0.0.1");
    const end = () => {
      socket.destroy();
      upstream.destroy();
      lines.delete(socket);
    };
    lines.add(socket);
    for (const line of [socket, upstream]) line.on("error", end).on("close", end);
    socket.pipe(upstream).pipe(socket);
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

export function doveadm(
  { programs, folder, env }: Place,
  words: readonly string[],
  input = "",
): Promise<string> {
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
export async function modulesOf(programs: string): Promise<string> {
  const path = await mkdtemp("/tmp/adjutant-dvc-");
  if (path.length !== MODULES.length) throw new Error(`${path} is not as long as ${MODULES}`);
  await rmdir(path);
  await symlink(join(programs, MODULES), path);
  return path;
}

/** A folder with a copy of the library that holds that path instead. */
export async function patchLibrary(programs: string, folder: string, modules: string): Promise<string> {
  const own = join(folder, "libraries");
  await mkdir(own, { mode: 0o755 });
  const library = await readFile(join(programs, "usr/lib/dovecot/libdovecot.so.0"));
  for (let at = library.indexOf(MODULES); at >= 0; at = library.indexOf(MODULES, at))
    library.write(modules, at);
  await writeFile(join(own, "libdovecot.so.0"), library, { mode: 0o755 });
  return own;
}
