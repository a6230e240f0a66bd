import { eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { Log } from "#platform/log/log.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import { FRESH_FIELDS, SYSTEM_SECRETS, type SystemFields, type SystemSecret } from "./fields.ts";
import type { EnvironmentSettings } from "./given-settings.ts";
import { type SettingChange, systemSecrets, systemSettings, systemSettingsChanges } from "./tables.ts";

/** What every process is told when settings were saved; the payload on the channel of `EventBroadcaster.onSignal`. */
export const SYSTEM_SETTINGS_SIGNAL = "system_settings";

const RETRY_MS = 500;

type StoredSecret = { lastFour: string; updatedAt: Date | null; value: string | null };

/** The current settings. A secret's value is null if its master key is gone. */
export type SystemSnapshot = Readonly<
  SystemFields & { version: number; secrets: ReadonlyMap<SystemSecret, StoredSecret> }
>;

export type SettingsEdit = {
  /** The version that the person saw. */
  version: number;
  fields: { [F in keyof SystemFields]?: SystemFields[F] | undefined };
  /** New values; null removes. */
  secrets: { [S in SystemSecret]?: string | null | undefined };
};

/**
 * The instance settings, cached by every process and read again after each signal, so that the server reads them
 * without a query and without a user: `context.systemSettings.current.appName`.
 */
export class SystemSettings {
  readonly fromEnvironment: EnvironmentSettings;
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #log: Log;
  readonly #listeners = new Set<() => void>();
  #current: SystemSnapshot;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: { database: Database; secrets: Secrets; log: Log; given?: EnvironmentSettings }) {
    this.fromEnvironment = options.given ?? { fields: {}, secrets: {}, addresses: USUAL_ADDRESSES };
    this.#database = options.database;
    this.#secrets = options.secrets;
    this.#log = options.log;
    this.#current = this.#effective(FRESH, []);
  }

  get current(): SystemSnapshot {
    return this.#current;
  }

  /** The value to use; null where none is set or its key is gone. */
  secret(name: SystemSecret): string | null {
    return this.#current.secrets.get(name)?.value ?? null;
  }

  /** Origin of `appUrl`; null if none is set or it is not a URL. */
  get origin(): string | null {
    const url = URL.parse(this.#current.appUrl);
    return url && /^https?:$/.test(url.protocol) ? url.origin : null;
  }

  /** Calls back after each change; call the result to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the settings again, one read after another, so that the last read wins. */
  refresh(): Promise<void> {
    // The caller of the previous read has received its failure.
    this.#reading = this.#reading.catch(() => {}).then(() => this.#read());
    return this.#reading;
  }

  /** After a signal; retries while the database cannot be reached, which must not end the program. */
  refreshSoon(): void {
    this.refresh().catch((error: unknown) => {
      this.#log.warn("The settings of the instance could not be read", { error });
      if (error instanceof AppError && error.code === "unavailable")
        setTimeout(() => this.refreshSoon(), RETRY_MS).unref();
    });
  }

  /** Saves and applies the settings at once. Throws `conflict` if somebody else saved meanwhile. */
  async save(actor: Actor, edit: SettingsEdit): Promise<SettingChange[]> {
    const changes = await this.#database.transaction(actor.userId, "write", (db) =>
      this.#write(db, actor, edit),
    );
    await this.refresh();
    return changes;
  }

  async #write(db: Transaction, actor: Actor, { version, fields, secrets }: SettingsEdit) {
    await db.insert(systemSettings).values({}).onConflictDoNothing();
    const before = await db.select().from(systemSettings).for("update").then(returnedRow);
    if (before.version !== version)
      throw new AppError("conflict", t`The settings were changed by another administrator`);
    const changes = changedFields(before, fields);
    for (const name of SYSTEM_SECRETS) {
      const secret = secrets[name];
      if (secret !== undefined && (await this.#writeSecret(db, name, secret)))
        changes.push({ field: name, before: "", after: secret === null ? "removed" : "set" });
    }
    if (changes.length === 0) return changes;
    await db.update(systemSettings).set({ ...fields, version: version + 1, updatedAt: new Date() });
    await db
      .insert(systemSettingsChanges)
      .values({ userId: actor.userId, userName: actor.fullName, version: version + 1, changes });
    return changes;
  }

  /** False where there was nothing to remove. */
  async #writeSecret(db: Transaction, name: SystemSecret, secret: string | null): Promise<boolean> {
    if (secret === null) {
      const deleted = await db.delete(systemSecrets).where(eq(systemSecrets.name, name)).returning();
      return deleted.length > 0;
    }
    const row = {
      sealed: this.#secrets.seal(placeOf(name), secret),
      lastFour: lastFour(secret),
      updatedAt: new Date(),
    };
    await db
      .insert(systemSecrets)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: systemSecrets.name, set: row });
    return true;
  }

  async #read(): Promise<void> {
    const [stored, secrets] = await this.#database.transaction(null, "read", async (db) => [
      (await db.select().from(systemSettings))[0],
      await db.select().from(systemSecrets),
    ]);
    this.#current = this.#effective(stored ?? FRESH, secrets);
    for (const listener of this.#listeners) listener();
  }

  #effective(stored: StoredSettings, rows: readonly (typeof systemSecrets.$inferSelect)[]): SystemSnapshot {
    const known = rows.filter((row): row is typeof row & { name: SystemSecret } => isSystemSecret(row.name));
    const secrets = new Map<SystemSecret, StoredSecret>(
      known.map(({ name, sealed, lastFour, updatedAt }) => [
        name,
        { lastFour, updatedAt, value: this.#open(name, sealed) },
      ]),
    );
    for (const name of SYSTEM_SECRETS) {
      const value = this.fromEnvironment.secrets[name];
      if (value !== undefined) secrets.set(name, { lastFour: lastFour(value), updatedAt: null, value });
    }
    const appName = stored.appName || FRESH.appName;
    return Object.freeze({ ...stored, appName, ...this.fromEnvironment.fields, secrets });
  }

  #open(name: SystemSecret, sealed: string): string | null {
    try {
      return this.#secrets.open(placeOf(name), sealed);
    } catch (error) {
      this.#log.error("A system secret was not decrypted", { setting: name, error });
      return null;
    }
  }
}

const USUAL_ADDRESSES = { resend: "https://api.resend.com", openai: "https://api.openai.com/v1" };

type StoredSettings = SystemFields & { version: number };

/** For an instance without saved settings; the first row has the same version. */
const FRESH: StoredSettings = { ...FRESH_FIELDS, version: 1 };

const placeOf = (name: SystemSecret) =>
  ({ table: "system_secrets", row: name, column: "sealed", userId: null }) as const;

const isSystemSecret = (name: string): name is SystemSecret =>
  (SYSTEM_SECRETS as readonly string[]).includes(name);

/** Empty for a secret so short that four characters would reveal too much. */
const lastFour = (secret: string) => (secret.length < 8 ? "" : secret.slice(-4));

function changedFields(before: SystemFields, fields: SettingsEdit["fields"]): SettingChange[] {
  const names = Object.keys(fields) as (keyof SystemFields)[];
  return names.flatMap((field) => {
    const after = fields[field];
    return after === undefined || after === before[field] ? [] : [{ field, before: before[field], after }];
  });
}
