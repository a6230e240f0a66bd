import { execFile, spawn } from "node:child_process";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { GROUP, type MailSetup, OWNER, type Place } from "./mail-setup.ts";

const run = promisify(execFile);

export async function startPostfix(place: Place, setup: MailSetup, ports: readonly [number, number]) {
  const { programs, folder, env } = place;
  const [uid, gid, group] = await Promise.all([idOf("-u", OWNER), idOf("-g", OWNER), idOf("-g", GROUP)]);
  const [config, spool] = [join(folder, "postfix"), join(folder, "spool")];
  await Promise.all([mkdir(config), mkdir(spool), owned(join(folder, "data"), uid, gid, 0o700)]);
  await Promise.all(QUEUES.map((name) => owned(join(spool, name), uid, gid, 0o700)));
  await mkdir(join(spool, "pid"));
  await owned(join(spool, "public"), uid, group, 0o710);
  await owned(join(spool, "maildrop"), uid, group, 0o730);
  await owned(join(folder, "mail"), uid, gid, 0o700);
  await writeFile(join(config, "main.cf"), mainConfig(place, setup, { uid, gid }));
  await writeFile(join(config, "master.cf"), serviceTable(ports));
  const master = join(programs, "usr/lib/postfix/sbin/master");
  return spawn(master, ["-c", config, "-d"], { env: { ...env, MAIL_CONFIG: config }, stdio: "ignore" });
}

/** main.cf, see https://www.postfix.org/postconf.5.html */
function mainConfig(
  { programs, folder, libraries }: Place,
  { mailboxes, users, settings = [] }: MailSetup,
  { uid, gid }: { uid: number; gid: number },
): string {
  const domain = mailboxes[0]?.split("@")[1] ?? "";
  const inline = (entries: readonly string[]) => `inline:{ ${entries.join(", ")} }`;
  return `compatibility_level = 3.6
queue_directory = ${folder}/spool
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
virtual_mailbox_maps = ${inline(mailboxes.map((address) => `${address}=${address.split("@")[0]}/`))}
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
smtpd_sender_login_maps = ${inline(Object.keys(users).map((name) => `${name.includes("@") ? name : `${name}@${domain}`}=${name}`))}
smtpd_sender_restrictions = reject_authenticated_sender_login_mismatch
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_delay_reject = no
smtpd_peername_lookup = no
smtpd_error_sleep_time = 0
${settings.join("\n")}
`;
}

/** master.cf, see https://www.postfix.org/master.5.html */
const serviceTable = ([plain, implicit]: readonly [
  number,
  number,
]) => `127.0.0.1:${plain} inet n - n - - smtpd
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
postlog unix-dgram n - n - 1 postlogd`;

const QUEUES = "active bounce corrupt defer deferred flush hold incoming private saved trace".split(" ");

const idOf = async (kind: "-u" | "-g", name: string) => Number((await run("id", [kind, name])).stdout);

async function owned(folder: string, uid: number, gid: number, mode: number): Promise<void> {
  await mkdir(folder);
  await chown(folder, uid, gid);
  await chmod(folder, mode);
}
