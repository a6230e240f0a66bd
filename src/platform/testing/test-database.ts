import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import type { AnyCapability } from "#platform/capability/capability.ts";
import type { Actor, SignedIn } from "#platform/capability/context.ts";
import { contextFor, invoke } from "#platform/capability/execute.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { BOOTSTRAP_USER } from "#platform/database/embedded.ts";
import { APP_USER, OWNER_USER } from "#platform/database/roles.ts";

export type TestDatabase = {
  /** The database as requests see it: row-level security binds. */
  database: Database;
  /** The owner's connections, who see every row: for what a test must arrange or look up behind the scenes. */
  owner: pg.Pool;
  /** Adds a user and gives the actor they are when signed in. */
  aUser(user?: Partial<Pick<Actor, "fullName" | "email" | "roles">>): Promise<Actor>;
  as(actor: Actor): Person;
  /** How to reach it, for what opens connections of its own. */
  connection(as: "app" | "owner"): pg.ClientConfig;
};

/** A signed-in person who does things: `await ada.run((context) => tasks.create(context, { … }))`. */
export type Person = Actor & {
  /** In one transaction as this person. */
  run<T>(act: (context: SignedIn) => Promise<T>): Promise<T>;
  /** As an edge does it: the answer is in its wire form, audit row and announcements are written. */
  invoke(capability: unknown, input?: unknown, options?: { idempotencyKey?: string }): Promise<unknown>;
};

/** A database of this test file's own, migrated and empty; dropped when the file is done. Call it once, at the top. */
export async function testDatabase(): Promise<TestDatabase> {
  const { host, template } = inject("testCluster");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const connection = (user: string, database = name) => ({
    host,
    user,
    database,
    port: 5432,
    password: "",
    ssl: false,
  });
  await query(
    connection(BOOTSTRAP_USER, "postgres"),
    `create database ${name} template ${template} owner ${OWNER_USER}`,
  );
  const database = openDatabase(connection(APP_USER));
  const owner = new pg.Pool({ max: 4, ...connection(OWNER_USER) });
  afterAll(async () => {
    await Promise.all([database.close(), owner.end()]);
    await query(connection(BOOTSTRAP_USER, "postgres"), `drop database ${name} with (force)`);
  });
  return {
    database,
    owner,
    aUser: (user = {}) => aUser(owner, user),
    as: (actor) => asPerson(database, actor),
    connection: (as) => connection(as === "app" ? APP_USER : OWNER_USER),
  };
}

let count = 0;

async function aUser(_owner: pg.Pool, user: Partial<Actor>): Promise<Actor> {
  count += 1;
  const { fullName = `Person ${count}`, roles = ["user"] } = user;
  const email = user.email ?? `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}.${count}@example.com`;
  const userId = randomUUID();
  return {
    userId,
    email,
    fullName,
    roles,
    via: "session",
    scopes: ["read", "write", "destroy"],
    credentialId: null,
  };
}

function asPerson(database: Database, actor: Actor): Person {
  return {
    ...actor,
    run: (act) =>
      database.transaction(actor.userId, "write", (db) =>
        act(contextFor(db, actor, randomUUID()) as SignedIn),
      ),
    invoke: (capability, input = {}, options = {}) =>
      invoke(database, capability as AnyCapability, input, {
        actor,
        requestId: randomUUID(),
        address: null,
        ...options,
      }),
  };
}

async function query(connection: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(text).finally(() => client.end());
}
