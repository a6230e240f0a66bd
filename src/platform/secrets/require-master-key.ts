import pg from "pg";
import { type Connection, withClient } from "#platform/database/connection.ts";
import { StartError } from "#platform/database/start-error.ts";
import { keyFile, loadMasterKeys, readMasterKeys } from "./master-keys.ts";
import { SEALED_PLACES } from "./reseal-secrets.ts";
import { keyId } from "./secrets.ts";

type MasterKeySettings = {
  masterKeys: readonly Buffer[];
  dataDir: string;
  /** Ids of keys that an administrator declared lost. */
  lostMasterKeys: readonly string[];
};

/**
 * The master keys of this start. Throws a StartError if the database holds secrets and no key here opens any of them:
 * silently creating a new key would look like a fresh instance with all passwords and tokens wrong.
 */
export async function requireMasterKeys(
  owner: Connection,
  given: MasterKeySettings,
): Promise<readonly Buffer[]> {
  const known = readMasterKeys(given).map(keyId);
  const used = await withClient(owner, usedKeys);
  const missing = used.filter((id) => !given.lostMasterKeys.includes(id));
  if (missing.length > 0 && !used.some((id) => known.includes(id)))
    throw new StartError(
      `The master key ${missing.join(", ")} is missing. It encrypts passwords and tokens in this database. ` +
        `Restore it as ${keyFile(given.dataDir)} or set MASTER_KEYS. If it is lost, set LOST_MASTER_KEYS=${missing.join(",")} ` +
        "until the secrets that it encrypted have been entered again",
    );
  return loadMasterKeys(given);
}

/** Ids of the keys that the stored secrets are sealed with. */
async function usedKeys(owner: pg.ClientBase): Promise<string[]> {
  // rule: built-sql - names of tables and columns of our own list, quoted
  const columns = SEALED_PLACES.map(
    ({ table, column }) =>
      `select ${pg.escapeIdentifier(column)} as sealed from public.${pg.escapeIdentifier(table)}`,
  );
  // rule: built-sql - the statements of the list above, one after another
  const { rows } = await owner.query<{ id: string }>(
    `select distinct split_part(sealed, '.', 2) as id from (${columns.join(" union all ")}) stored
      where sealed ~ '^v1\\.[0-9a-f]{8}\\.' order by 1`,
  );
  return rows.map(({ id }) => id);
}
