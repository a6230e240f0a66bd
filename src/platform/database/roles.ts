import pg from "pg";

/** The superuser of the embedded server. It makes roles and databases; requests and migrations never use it. */
export const BOOTSTRAP_USER = "postgres";
/** Owns the database and its tables in the embedded server; may not make roles or databases. */
export const OWNER_USER = "adjutant";
/** Requests and jobs sign in as this role: not owner, not superuser, bound by row-level security. */
export const APP_USER = "adjutant_app";
/**
 * Sign-in uses this role: it alone reads hashes of secrets and changes identities. Also subject to row-level security,
 * and a member of APP_USER, so that a new account and its first message are one transaction.
 */
export const AUTH_USER = "adjutant_auth";

const ATTRIBUTES = "login nosuperuser nocreatedb nocreaterole nobypassrls";

const GRANT_APP_TO_AUTH = "grant adjutant_app to adjutant_auth";

/** Roles and an empty database in the embedded server, where they are missing. `client` is the superuser. */
export async function createRolesAndDatabase(client: pg.Client, database: string): Promise<void> {
  for (const role of [OWNER_USER, APP_USER, AUTH_USER]) await createRole(client, role);
  await client.query(GRANT_APP_TO_AUTH);
  const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
  if (rowCount === 0)
    // rule: built-sql - a utility statement takes no parameters; the name is quoted
    await client.query(`create database ${pg.escapeIdentifier(database)} owner ${OWNER_USER}`);
}

/** The roles of requests and of sign-in with their passwords, on a server where `client` may make roles. */
export async function createSignInRoles(
  client: pg.Client,
  passwordOf: (role: string) => string,
): Promise<void> {
  for (const role of [APP_USER, AUTH_USER]) {
    await createRole(client, role);
    // rule: built-sql - a utility statement takes no parameters; the password is quoted, the role is a constant
    await client.query(`alter role ${role} login password ${pg.escapeLiteral(passwordOf(role))}`);
  }
  await client.query(GRANT_APP_TO_AUTH);
}

// rule: built-sql - a utility statement takes no parameters; role and attributes are constants
const createRole = (client: pg.Client, role: string) =>
  client.query(`do $$ begin
    create role ${role} ${ATTRIBUTES};
  exception when duplicate_object then null; end $$`);
