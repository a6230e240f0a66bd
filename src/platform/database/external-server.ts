import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type Connection, openClient } from "./connection.ts";
import { withSchemaLock } from "./migrations/migrate.ts";
import { APP_USER, AUTH_USER, createSignInRoles } from "./roles.ts";
import { StartError } from "./start-error.ts";

export type Connections = {
  owner: Connection;
  app: Connection;
  auth: Connection;
  /** Signs in as the user who may create databases, if that is not the owner. */
  maker?: Connection;
};

const OLDEST_VERSION = 15;

/**
 * Connections to the server of DATABASE_URL, whose user owns the database. Makes the roles of requests and sign-in
 * where they are missing. Their passwords follow from the owner's, so that any number of programs agree on them
 * without sharing a disk; where the owner has none, from a secret in the data folder.
 */
export async function connectToExternalServer(databaseUrl: string, dataDir: string): Promise<Connections> {
  const owner = connectionOf(databaseUrl);
  const client = await connect(owner, "DATABASE_URL");
  try {
    await refuseOldServer(client);
    const secret = secretOf(owner, dataDir);
    const as = (user: string): Connection => ({ ...owner, user, password: passwordFrom(secret, user) });
    const connections = { owner, app: as(APP_USER), auth: as(AUTH_USER) };
    await withSchemaLock(client, () => prepareRoles(client, connections));
    return connections;
  } finally {
    await client.end();
  }
}

/** Parsed by the driver, with the environment's PGPASSWORD, PGSSLMODE and so on. */
function connectionOf(databaseUrl: string): Connection {
  try {
    const { host, port, user, database, password, ssl } = openClient({ connectionString: databaseUrl });
    return {
      ...{ host, port, password: password ?? "", ssl },
      user: user ?? "",
      database: database ?? "",
    };
  } catch (error) {
    throw new StartError("DATABASE_URL is not an address of a PostgreSQL database", error);
  }
}

async function connect(connection: Connection, name: string): Promise<pg.Client> {
  const client = openClient(connection);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const where = `${connection.host}:${connection.port}/${connection.database}`;
    throw new StartError(`${name} cannot be reached (${where}): ${message || code}`, error);
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as version");
  const version = Math.floor(rows[0].version / 10_000);
  if (version < OLDEST_VERSION)
    throw new StartError(
      `DATABASE_URL points to PostgreSQL ${version}; Adjutant needs ${OLDEST_VERSION} or newer`,
    );
}

async function prepareRoles(client: pg.Client, { owner, app, auth }: Connections): Promise<void> {
  if (!((await canSignIn(app)) && (await canSignIn(auth)))) {
    try {
      const passwords = new Map([app, auth].map(({ user, password }) => [user, String(password)]));
      await createSignInRoles(client, (role) => passwords.get(role) ?? "");
    } catch (error) {
      throw new StartError(
        `The user of DATABASE_URL is not allowed to create the roles ${APP_USER} and ${AUTH_USER} ` +
          `(${(error as Error).message}). As an administrator run once: ALTER ROLE ${pg.escapeIdentifier(owner.user)} CREATEROLE`,
        error,
      );
    }
    for (const connection of [app, auth])
      await (await connect(connection, `DATABASE_URL as ${connection.user}`)).end();
  }
  const { rows } = await client.query(
    "select rolname from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls)",
    [[APP_USER, AUTH_USER]],
  );
  if (rows.length > 0)
    throw new StartError(`The role ${rows[0].rolname} must be neither superuser nor BYPASSRLS`);
}

async function canSignIn(connection: Connection): Promise<boolean> {
  try {
    await (await connect(connection, "DATABASE_URL")).end();
    return true;
  } catch {
    // Whatever the reason: the roles are created, and the next connection reports what is wrong.
    return false;
  }
}

const passwordFrom = (secret: string, role: string) =>
  createHmac("sha256", secret).update(`adjutant role ${role}`).digest("base64url");

function secretOf(owner: Connection, dataDir: string): string {
  if (typeof owner.password === "string" && owner.password !== "") return owner.password;
  const file = join(dataDir, "database-secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new StartError(`The data folder ${dataDir} is not writable`, error);
  }
  return readFileSync(file, "utf8");
}
