import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { verifyAudit } from "#features/admin/verify-audit.ts";
import { normalizedEmail } from "#platform/auth/accounts/accounts.ts";
import type { Actor, Role } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Config } from "#platform/config/config.ts";
import { workingDirectory } from "#platform/config/environment.ts";
import { backup } from "#platform/database/backup/backup.ts";
import type { BackupKeys, BackupLock } from "#platform/database/backup/encrypt-archive.ts";
import { isEncrypted, readIdentities, requireRecipients } from "#platform/database/backup/encrypt-archive.ts";
import { restore } from "#platform/database/backup/restore.ts";
import { type Connection, withClient } from "#platform/database/connection.ts";
import type { PreparedDatabase } from "#platform/database/prepare.ts";
import { JOBS_APPLICATION } from "#platform/jobs/queue-database.ts";
import { requireMasterKeys } from "#platform/secrets/require-master-key.ts";
import { resealSecrets } from "#platform/secrets/reseal-secrets.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { bucketOf, filesFolder } from "./open-platform.ts";
import { readSecret } from "./read-secret.ts";
import { registry } from "./slices.ts";

export type Command = {
  /** As shown in the usage; an optional one stands in brackets. */
  parameters: readonly string[];
  summary: string;
  /** True where it works beside a running server; otherwise the embedded database admits one program. */
  worksWithRunningServer?: boolean;
  /** Resolves with the text to print. */
  run(context: CommandContext, args: string[]): Promise<string>;
};

type CommandContext = { config: Config; prepared: PreparedDatabase; services(): Promise<Services> };

const ROLES: readonly Role[] = ["user", "moderator", "admin"];

/** Administration commands for a shell on the server's machine. */
export const commands: Readonly<Record<string, Command>> = {
  "create-user": {
    parameters: ["EMAIL", '"FULL NAME"'],
    summary: "creates an account and reads the password from standard input",
    worksWithRunningServer: true,
    run: async ({ services }, [email = "", fullName = ""]) => {
      const password = await readSecret(`Password for ${email}: `);
      const { auth } = await services();
      await auth.createAccount({ email, fullName, password });
      return `Created the account ${normalizedEmail(email)}`;
    },
  },
  "set-role": {
    parameters: ["EMAIL", ROLES.join("|")],
    summary: "changes the role of an account",
    worksWithRunningServer: true,
    run: async (context, [email = "", role = ""]) => {
      if (!isRole(role)) throw new AppError("invalid", `The role must be one of ${ROLES.join(", ")}`);
      const services = await context.services();
      await services.auth.setRole(await userIdOf(services, email), role);
      return `${normalizedEmail(email)} is now ${role}`;
    },
  },
  "reset-password": {
    parameters: ["EMAIL"],
    summary: "prints a one-time link to set a new password, valid for an hour",
    worksWithRunningServer: true,
    run: async (context, [email = ""]) => {
      const services = await context.services();
      return services.auth.issueResetLink(await userIdOf(services, email));
    },
  },
  "setup-link": {
    parameters: [],
    summary: "prints a one-time link to create an administrator's account, valid for a day",
    worksWithRunningServer: true,
    run: async ({ services }) => (await services()).auth.issueSetUpLink(),
  },
  migrate: {
    parameters: [],
    summary: "updates the database schema to this version",
    run: async () => "The database is up to date",
  },
  backup: {
    parameters: ["FILE", "[--without-bucket]", "[--encrypt]", "[AGE-PUBLIC-KEY]"],
    summary:
      "writes the database and all stored files to one archive; --encrypt uses a public key or BACKUP_PASSPHRASE",
    worksWithRunningServer: true,
    run: async ({ config, prepared: { ownerConnection } }, [name = "", ...flags]) => {
      const recipients = flags.filter((flag) => flag.startsWith("age1"));
      const isEncrypted = flags.includes("--encrypt");
      for (const flag of flags) {
        // Never echoed: output may be logged.
        if (/^age-secret-key-/i.test(flag))
          throw new AppError(
            "invalid",
            "This is a secret key. Use the public key (age1…) to encrypt a backup",
          );
        const isKnown = flag === "--without-bucket" || flag === "--encrypt";
        if (!isKnown && !(isEncrypted && recipients.includes(flag)))
          throw new AppError("invalid", `Unknown option ${flag}`);
      }
      const file = pathOf(name);
      const bucket = flags.includes("--without-bucket") ? null : bucketOf(config);
      const lock = isEncrypted ? await lockFor(config, recipients) : null;
      await backup({ file, ownerConnection, filesFolder: filesFolder(config), bucket, lock });
      return `Wrote ${file}${lock ? ", encrypted" : ""}`;
    },
  },
  restore: {
    parameters: ["FILE", "[--force]"],
    summary: "restores into an empty instance; --force replaces existing data",
    run: async ({ config, prepared: { ownerConnection } }, [name = "", flag]) => {
      if (flag !== undefined && flag !== "--force") throw new AppError("invalid", `Unknown option ${flag}`);
      await refuseRunningServer(ownerConnection);
      const file = pathOf(name);
      const force = flag === "--force";
      const keys = await keysFor(config, file);
      await restore({ file, ownerConnection, filesFolder: filesFolder(config), force, keys });
      return `Restored ${file}; everyone has to sign in again`;
    },
  },
  "verify-audit": {
    parameters: [],
    summary: "checks the hash chain of the audit log",
    worksWithRunningServer: true,
    run: async ({ services }) => {
      const { database } = await services();
      const verdict = await verifyAudit((work) => database.transaction(null, "read", work));
      const { isValid, brokenAt, links, total, waiting, discrepancy, lastHash } = verdict;
      if (isValid)
        return `The audit log is intact: ${total} rows, ${links} links, ${waiting} rows not linked yet\nLast hash: ${lastHash ?? "none yet"}`;
      throw new AppError(
        "conflict",
        brokenAt === null
          ? `${discrepancy} rows are outside the chain or missing`
          : `Link ${brokenAt} is broken: one of its rows was changed or is missing`,
      );
    },
  },
  "reseal-secrets": {
    parameters: [],
    summary: "encrypts every stored secret again with the first of MASTER_KEYS",
    worksWithRunningServer: true,
    run: async ({ config, prepared }) => {
      const secrets = createSecrets(await requireMasterKeys(prepared.ownerConnection, config));
      const { resealed, upToDate, unreadable, remaining } = await withClient(
        prepared.ownerConnection,
        (client) => resealSecrets(client, secrets),
      );
      const counted = `Encrypted ${resealed} secrets again; ${upToDate} already used the newest key`;
      if (unreadable === 0 && remaining.length === 0)
        return `${counted}\nYou can remove the older keys; earlier backups still need them`;
      throw new AppError(
        "conflict",
        `${counted}\n${unreadable} cannot be decrypted with the available keys. Do not remove the older keys. See ${remaining.join(", ")}`,
      );
    },
  },
  seed: {
    parameters: ["EMAIL"],
    summary: "loads the sample workspace into an account",
    worksWithRunningServer: true,
    run: async (context, [given = ""]) => {
      const services = await context.services();
      const email = normalizedEmail(given);
      const userId = await userIdOf(services, email);
      const capability = registry.get("dashboard.loadSample");
      if (!capability) throw new Error("There is no sample workspace");
      await invoke(
        services,
        capability,
        { timeZone: ownTimeZone() },
        { actor: actorFor(userId, email), requestId: randomUUID(), address: null },
      );
      return `Loaded the sample workspace into ${email}`;
    },
  },
};

/** Anybody with a shell on the machine may act for any person. */
const actorFor = (userId: string, email: string): Actor => ({
  userId,
  email,
  fullName: email,
  roles: ["user"],
  via: "system",
  scopes: ["read", "write"],
  credentialId: null,
});

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

async function userIdOf({ auth }: Services, email: string): Promise<string> {
  const userId = await auth.findUserId(email);
  if (!userId) throw new AppError("not_found", `There is no account ${normalizedEmail(email)}`);
  return userId;
}

const pathOf = (file: string) => resolve(workingDirectory(), file);

/** The embedded database admits one process anyway; on others, open connections show that Adjutant is running. */
async function refuseRunningServer(ownerConnection: Connection): Promise<void> {
  const { rowCount } = await withClient(ownerConnection, (client) =>
    client.query(
      "select from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)",
      [JOBS_APPLICATION],
    ),
  );
  if (rowCount) throw new AppError("conflict", "Adjutant is running on this database; stop it, then restore");
}

/** The passphrase is read from the environment or standard input: other users of the machine can read arguments. */
async function lockFor({ backup: { passphrase } }: Config, recipients: string[]): Promise<BackupLock> {
  requireRecipients(recipients);
  if (recipients.length > 0) return { recipients };
  const given = passphrase ?? (await readSecret("Passphrase for the backup: "));
  if (given.length < 12) throw new AppError("invalid", "Choose a passphrase of at least 12 characters");
  return { passphrase: given };
}

async function keysFor({ backup: { passphrase, identityFile } }: Config, file: string): Promise<BackupKeys> {
  const identities = await readIdentities(identityFile);
  // A missing file is reported when it is opened.
  const isAsked =
    passphrase === null && identities.length === 0 && (await isEncrypted(file).catch(() => false));
  return { passphrase: isAsked ? await readSecret("Passphrase of the backup: ") : passphrase, identities };
}
