import { eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { SYSTEM_SECRETS, SystemFields, type SystemSecret } from "#platform/system-settings/fields.ts";
import type { SettingsEdit, SystemSettings } from "#platform/system-settings/system-settings.ts";
import { type SettingChange, systemSettingsChanges } from "#platform/system-settings/tables.ts";
import { sendToChannels } from "./jobs.ts";
import { ConnectionTarget } from "./model.ts";
import { testConnection } from "./test-connection.ts";

const Secret = z.string().trim().min(1).max(2000);
const named = <T extends z.ZodType>(schema: T) =>
  Object.fromEntries(SYSTEM_SECRETS.map((name) => [name, schema])) as Record<SystemSecret, T>;

const SecretState = z.object({
  /** The only part of the secret that is ever shown. */
  lastFour: z.string(),
  /** Null where it comes from the environment. */
  updatedAt: Instant.nullable(),
  /** False where the master key is gone: it has to be entered again. */
  isReadable: z.boolean(),
});

const Settings = z.object({
  ...SystemFields.shape,
  secrets: z.object(named(SecretState.nullable())),
  /** Fields set by the environment, which overrides a saved value. */
  given: z.array(z.string()),
  version: z.int(),
});

const value = z.union([z.string(), z.number(), z.boolean()]);
const Change = z.object({
  id: Id,
  createdAt: Instant,
  userName: z.string(),
  changes: z.array(z.object({ field: z.string(), before: value, after: value })),
});

export const systemSettings = resource("systemSettings", {
  get: read({
    summary: "Get the instance settings; of a secret only whether it is set and its last four characters",
    input: z.strictObject({}),
    output: Settings,
    access: "admin",
    agents: "hidden",
    run: async (context) => settingsOf(context.systemSettings),
  }),

  update: write({
    summary: "Update instance settings; they take effect at once, and null removes a secret",
    input: z.strictObject({
      ...SystemFields.partial().shape,
      ...named(Secret.nullable().optional()),
      version: z.int(),
    }),
    output: Settings,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { version, ...values }) => {
      requireSecretForNewAddress(context.systemSettings, values);
      const secrets = Object.fromEntries(SYSTEM_SECRETS.map((name) => [name, values[name]]));
      const fields = Object.fromEntries(
        Object.keys(SystemFields.shape).map((name) => [name, values[name as keyof SystemFields]]),
      );
      return save(context, version, fields, secrets);
    },
  }),

  test: write({
    summary:
      "Test the connection to an outside service or the database, with the given or the stored settings",
    input: z.strictObject({
      target: ConnectionTarget,
      ...SystemFields.pick({
        smtpHost: true,
        smtpPort: true,
        smtpUsername: true,
        smtpFromEmail: true,
        smtpFromName: true,
        smtpSecure: true,
        supabaseUrl: true,
        turnUrls: true,
        modelProvider: true,
        modelUrl: true,
        modelName: true,
      }).partial().shape,
      ...named(Secret.optional()),
    }),
    output: z.object({ isOk: z.boolean(), message: z.string() }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: (context, { target, ...typed }) => testConnection(context, target, typed),
  }),

  revert: write({
    summary: "Undo one saved change of the settings, except secrets, whose old values are not stored",
    input: z.strictObject({ id: Id, version: z.int() }),
    output: Settings,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { id, version }) => {
      const [found] = await context.inTransaction("read", (db) =>
        db.select().from(systemSettingsChanges).where(eq(systemSettingsChanges.id, id)),
      );
      if (!found) throw notFound(t`Change`);
      const fields = previousValues(found.changes, context.systemSettings);
      requireSecretForNewAddress(context.systemSettings, fields);
      return save(context, version, fields, {});
    },
  }),

  changes: read({
    summary: "List who changed which settings and when, newest first",
    input: z.strictObject(pageInput),
    output: pageOf(Change),
    access: "admin",
    agents: "hidden",
    run: async ({ db }, input) => {
      const { id, createdAt, userName, changes } = systemSettingsChanges;
      const page = keyset([newest(createdAt), newest(id)], input);
      const rows = await db
        .select({ id, createdAt, userName, changes, ...page.columns })
        .from(systemSettingsChanges)
        .where(page.after)
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
});

async function save(
  context: SignedIn,
  version: number,
  fields: SettingsEdit["fields"],
  secrets: SettingsEdit["secrets"],
): Promise<z.output<typeof Settings>> {
  const store = context.systemSettings;
  try {
    const changes = await store.save(context.actor, { version, fields, secrets });
    const maintenance = changes.find(({ field }) => field === "maintenanceMode");
    if (maintenance)
      await sendToChannels(context, ({ appName }) => {
        const { fullName } = context.actor;
        return `${appName}: ${fullName} ${maintenance.after ? "closed it for maintenance" : "opened it again after maintenance"}.`;
      });
  } catch (error) {
    throw error instanceof AppError && error.code === "conflict"
      ? new AppError("conflict", error.message, { current: z.encode(Settings, settingsOf(store)) })
      : error;
  }
  return settingsOf(store);
}

/**
 * The values before a change, to revert it. Throws `conflict` if it changed only secrets, or a field changed again
 * since.
 */
function previousValues(
  changes: readonly SettingChange[],
  { current }: SystemSettings,
): SettingsEdit["fields"] {
  const known = changes.filter(({ field }) => field in SystemFields.shape);
  if (known.length === 0)
    throw new AppError(
      "conflict",
      t`Only secrets were changed, and those are not kept: please enter them again`,
    );
  const later = known.find(({ field, after }) => current[field as keyof SystemFields] !== after);
  if (later) throw new AppError("conflict", t`${later.field} has been changed again since`);
  return SystemFields.partial().parse(Object.fromEntries(known.map(({ field, before }) => [field, before])));
}

/** A stored secret is sent only to the server it was entered for: for a new address it has to be entered again. */
const SECRET_OF_PLACE = [
  ["smtpHost", "smtpPassword", t`Please enter the password for the new mail server`],
  ["supabaseUrl", "supabaseAnonKey", t`Please enter the anon key of the new project`],
  ["modelUrl", "modelApiKey", t`Please enter the key for the new address of the model`],
  ["turnUrls", "turnSecret", t`Please enter the shared secret of the new TURN server`],
  ["transcriptionUrl", "transcriptionApiKey", t`Please enter the key of the new speech service`],
] as const;

function requireSecretForNewAddress(
  { current }: SystemSettings,
  values: { readonly [F in keyof SystemFields | SystemSecret]?: unknown },
): void {
  for (const [place, secret, message] of SECRET_OF_PLACE) {
    const isOtherServer = values[place] !== undefined && values[place] !== current[place];
    if (isOtherServer && values[secret] === undefined && current.secrets.has(secret))
      throw new AppError("invalid", message, { fields: { [secret]: message } });
  }
}

function settingsOf(store: SystemSettings): z.output<typeof Settings> {
  const { secrets, ...fields } = store.current;
  const stateOf = (name: SystemSecret) => {
    const secret = secrets.get(name);
    return secret
      ? { lastFour: secret.lastFour, updatedAt: secret.updatedAt, isReadable: secret.value !== null }
      : null;
  };
  return {
    ...fields,
    secrets: Object.fromEntries(SYSTEM_SECRETS.map((name) => [name, stateOf(name)])) as z.output<
      typeof Settings
    >["secrets"],
    given: [...Object.keys(store.fromEnvironment.fields), ...Object.keys(store.fromEnvironment.secrets)],
  };
}
