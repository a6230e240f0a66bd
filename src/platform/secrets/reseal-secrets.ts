import pg from "pg";
import { type Connection, withClient } from "#platform/database/connection.ts";
import type { Log } from "#platform/log/log.ts";
import { createSecrets, SecretError, type SecretPlace, type Secrets } from "./secrets.ts";

/** A column of sealed values: `row` and `user` are the SQL of what they are bound to. */
type Sealed = { table: string; column: string; row: string; user: string | null };

export const SEALED_PLACES: readonly Sealed[] = [
  { table: "system_secrets", column: "sealed", row: "name", user: null },
  { table: "totp_secrets", column: "sealed", row: "user_id::text", user: "user_id::text" },
  { table: "push_keys", column: "private_key", row: "'true'", user: null },
  ...(
    [
      ["push_devices", "auth"],
      ["connection_requests", "verifier"],
      ["integrations", "tokens"],
      ["webhooks", "secret"],
      ["incoming_webhooks", "secret"],
      ["mail_accounts", "imap_password"],
      ["mail_accounts", "smtp_password"],
      ["calendar_accounts", "password"],
      ["card_accounts", "password"],
    ] as const
  ).map(([table, column]) => ({ table, column, row: "id::text", user: "user_id::text" })),
];

export type Resealed = {
  resealed: number;
  /** Sealed with the newest key already. */
  upToDate: number;
  /** Their key is lost, or they were changed or moved: each has to be entered again. */
  unreadable: number;
  /** `table.column` that still holds values of other keys; empty if the old keys can be removed. */
  remaining: string[];
};

/**
 * Reseals everything that an older key sealed with the newest one, also while the program is running: concurrent writes
 * are not overwritten. `owner` sees every row. Queued mail is resealed too.
 */
export async function resealSecrets(owner: pg.ClientBase, secrets: Secrets): Promise<Resealed> {
  const done = await resealPlaces(owner, secrets);
  return { ...done, remaining: await placesOfOldKeys(owner, secrets) };
}

async function resealPlaces(owner: pg.ClientBase, secrets: Secrets): Promise<Resealed> {
  const done: Resealed = { resealed: 0, upToDate: 0, unreadable: 0, remaining: [] };
  for (const place of SEALED_PLACES) await resealColumn(owner, secrets, place, done);
  await resealQueue(owner, secrets, done);
  return done;
}

/**
 * Keys change only at a start: values of older keys are then resealed while the program is already in use. The command
 * reports whether an older key can be removed.
 */
export async function resealAtStart(owner: Connection, keys: readonly Buffer[], log: Log): Promise<void> {
  if (keys.length < 2) return;
  try {
    const secrets = createSecrets(keys);
    const { resealed, unreadable } = await withClient(owner, (client) => resealPlaces(client, secrets));
    if (resealed > 0)
      log.info("Secrets were encrypted again with the newest master key", { count: resealed });
    if (unreadable > 0) log.warn("Secrets cannot be read: their key is missing", { count: unreadable });
  } catch (error) {
    log.warn("Secrets were not encrypted again with the newest master key", { error });
  }
}

async function resealColumn(owner: pg.ClientBase, secrets: Secrets, place: Sealed, done: Resealed) {
  const { table, column, row, user } = place;
  const [name, field] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
  // rule: built-sql - names of tables and columns of our own list, quoted
  const { rows } = await owner.query<{ key: string; owner: string | null; sealed: string }>(
    `select ${row} as key, ${user ?? "null"} as owner, ${field} as sealed from public.${name} where ${field} <> ''`,
  );
  for (const each of rows) {
    const at = { table, column, row: each.key, userId: each.owner };
    const sealed = resealed(secrets, at, each.sealed, done);
    if (sealed)
      // rule: built-sql - names of tables and columns of our own list, quoted
      await owner.query(`update public.${name} set ${field} = $1 where ${row} = $2 and ${field} = $3`, [
        sealed,
        each.key,
        each.sealed,
      ]);
  }
}

/** Null where nothing is to be written. */
function resealed(secrets: Secrets, place: SecretPlace, sealed: string, done: Resealed): string | null {
  try {
    if (!secrets.isOutdated(sealed)) {
      done.upToDate += 1;
      return null;
    }
    const again = secrets.seal(place, secrets.open(place, sealed));
    done.resealed += 1;
    return again;
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    done.unreadable += 1;
    return null;
  }
}

async function resealQueue(owner: pg.ClientBase, secrets: Secrets, done: Resealed): Promise<void> {
  const { rows: found } = await owner.query("select to_regclass('jobs.job') as queue");
  if (found[0].queue === null) return;
  const { rows } = await owner.query<{
    id: string;
    sealed: string;
    messageId: string;
    userId: string | null;
  }>(
    `select id, data ->> 'sealed' as sealed, data ->> 'messageId' as "messageId", data ->> 'userId' as "userId"
       from jobs.job where name = 'mail.send-system-mail' and state in ('created', 'retry', 'active') and data ? 'sealed'`,
  );
  for (const { id, sealed, messageId, userId } of rows) {
    const again = resealed(
      secrets,
      { table: "jobs", row: messageId, column: "content", userId },
      sealed,
      done,
    );
    if (again)
      await owner.query(
        "update jobs.job set data = jsonb_set(data, '{sealed}', to_jsonb($1::text)) where id = $2",
        [again, id],
      );
  }
}

/** Checks every text column and not only the places above, to report one that is missing there. */
async function placesOfOldKeys(owner: pg.ClientBase, secrets: Secrets): Promise<string[]> {
  const { rows: columns } = await owner.query<{ table: string; column: string }>(
    `select relname as "table", attname as "column" from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'text'::regtype and attnum > 0
        and not attisdropped and attgenerated = '' order by 1, 2`,
  );
  const unresealed: string[] = [];
  for (const { table, column } of columns) {
    const field = pg.escapeIdentifier(column);
    // rule: built-sql - names out of the catalogue, quoted
    const { rows } = await owner.query<{ sealed: string }>(
      `select ${field} as sealed from public.${pg.escapeIdentifier(table)} where ${field} ~ '^v1\\.[0-9a-f]{8}\\.[A-Za-z0-9_-]{38,}$'`,
    );
    if (rows.some(({ sealed }) => isOfOldKey(secrets, sealed))) unresealed.push(`${table}.${column}`);
  }
  return unresealed;
}

function isOfOldKey(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.isOutdated(sealed);
  } catch {
    // Text that only looks sealed was sealed with no key.
    return false;
  }
}
