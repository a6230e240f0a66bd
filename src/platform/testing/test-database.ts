import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import type { Actor } from "#platform/capability/actor.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import type { Services } from "#platform/capability/services.ts";
import { parseConfig } from "#platform/config/config.ts";
import { environment } from "#platform/config/environment.ts";
import { createBackupStore } from "#platform/database/backup/backup-store.ts";
import { type Connection, withClient } from "#platform/database/connection.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { APP_USER, AUTH_USER, BOOTSTRAP_USER, OWNER_USER } from "#platform/database/roles.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { localFiles } from "#platform/storage/local-files.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { createWorkers } from "#platform/workers/workers.ts";

export type TestDatabase = {
  /** The database as requests see it: row-level security applies. */
  database: Database;
  /** The owner's connections, which see every row: for what a test must set up or inspect directly. */
  owner: pg.Pool;
  /** Creates a user and returns that user as a signed-in actor. */
  aUser(user?: Partial<Pick<Actor, "fullName" | "email" | "roles">>): Promise<Actor>;
  as(actor: Actor): Person;
  /** The kernel's dependencies here: this database and the parts that the test passed. */
  services: Services;
  /** Runs when this file's tests are done, before the database is dropped. */
  atEnd(close: () => Promise<void>): void;
  /** How to connect to it, for code that opens its own connections. */
  connection(as: "app" | "auth" | "owner"): Connection;
};

/** A signed-in person: `await ada.run((context) => tasks.create(context, { … }))`. */
export type Person = Actor & {
  /** Runs `act` in one transaction as this person. */
  run<T>(act: (context: SignedIn) => Promise<T>): Promise<T>;
  /** Like an edge: the output is in its wire form, audit row and announcements are written. */
  invoke(capability: unknown, input?: unknown, options?: { idempotencyKey?: string }): Promise<unknown>;
};

/** Services that only some tests need; using one that was not passed throws an error that names it. */
type Parts = (database: TestDatabase) => Promise<Partial<Omit<Services, "database">>>;

/**
 * A separate database for this test file, migrated and empty; dropped when the file is done. Call it once, at the top.
 */
export async function testDatabase(parts: Parts = async () => ({})): Promise<TestDatabase> {
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
  const bootstrap = (statement: string) =>
    withClient(connection(BOOTSTRAP_USER, "postgres"), (client) => client.query(statement));
  // Copies files instead of logging each block: half of the time, and a crash is no concern here.
  await bootstrap(`create database ${name} template ${template} strategy file_copy owner ${OWNER_USER}`);
  const folder = await mkdtemp(join(tmpdir(), "adjutant-files-"));
  const database = openDatabase(connection(APP_USER));
  const owner = new pg.Pool({ max: 4, ...connection(OWNER_USER) });
  const closers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()));
    await Promise.all([workers.close(), database.close(), owner.end(), rm(folder, { recursive: true })]);
    await dropWhenUnused(bootstrap, name);
  });
  const secrets = createSecrets([randomBytes(32)]);
  const outbound = createOutbound({ allowedLocalNetworks: LOOPBACK });
  const log = createLog("silent");
  const workers = createWorkers({ folder: PROGRAM, file: join(PROGRAM, WORKER) });
  const services: Services = {
    database,
    files: localFiles(join(folder, "files")),
    backups: createBackupStore({
      folder: join(folder, "backups"),
      filesFolder: join(folder, "files"),
      ownerConnection: connection(OWNER_USER),
      makerConnection: connection(BOOTSTRAP_USER, "postgres"),
    }),
    secrets,
    systemSettings: new SystemSettings({ database, secrets, log }),
    mail: createMail({ outbound }),
    outbound,
    workers,
    config: parseConfig({ ...NO_EXTERNAL_SERVICES, DATA_DIR: folder }),
    log,
    jobs: NO_JOBS,
    auth: missingAuth(),
  };
  const server: TestDatabase = {
    database,
    owner,
    services,
    aUser: (user = {}) => aUser(owner, user),
    as: (actor) => asPerson(services, actor),
    atEnd: (close) => void closers.push(close),
    connection: (as) => connection(USERS[as]),
  };
  Object.assign(services, await parts(server));
  return server;
}

const PROGRAM = join(import.meta.dirname, "../../..");
/** The long stage has a build, whose worker processes start in a third of the time. */
const WORKER = environment.TESTS === "long" ? "dist/server/worker.js" : "src/app/worker.ts";

/** A test that needs an outside service points this at its own stand-in. */
export const NO_EXTERNAL_SERVICES = { WEATHER_BASE_URL: "off", PLACES_BASE_URL: "off" };

/** The network of the tests' servers. */
const LOOPBACK = ["127.0.0.0/8"];

const USERS = { app: APP_USER, auth: AUTH_USER, owner: OWNER_USER };

/** Without jobs nothing subscribes to an event; adding a job is an error of the test. */
const NO_JOBS: Services["jobs"] = {
  enqueue: async () => {
    throw new Error("This test did not give testDatabase() its jobs");
  },
  publish: async () => {},
};

function missingAuth(): Services["auth"] {
  const refuse = () => {
    throw new Error("This test did not give testDatabase() its auth");
  };
  return new Proxy({} as Services["auth"], { get: refuse });
}

let count = 0;

async function aUser(owner: pg.Pool, user: Partial<Actor>): Promise<Actor> {
  count += 1;
  const { fullName = `Person ${count}`, roles = ["user"] } = user;
  const email = user.email ?? `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}.${count}@example.com`;
  const userId = randomUUID();
  await owner.query(
    "insert into users (id, email, address_state, address_reason) values ($1, $2, 'vouched', 'administrator')",
    [userId, email],
  );
  await owner.query(
    `insert into profiles (user_id, full_name, email) values ($1, $2, $3)
      on conflict (user_id) do update set full_name = excluded.full_name`,
    [userId, fullName, email],
  );
  await owner.query(
    "insert into user_roles (user_id, role) select $1, unnest($2::text[]) on conflict do nothing",
    [userId, roles],
  );
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

function asPerson(services: Services, actor: Actor): Person {
  return {
    ...actor,
    run: (act) =>
      services.database.transaction(actor.userId, "write", (db) =>
        act(contextFor(services, db, actor, randomUUID()) as SignedIn),
      ),
    invoke: (capability, input = {}, options = {}) =>
      invoke(services, capability as AnyCapability, input, {
        actor,
        requestId: randomUUID(),
        address: null,
        ...options,
      }),
  };
}
const IN_USE = "55006";
/** PostgreSQL itself waits five seconds for other connections to leave. */
const DROP_ATTEMPTS = 4;

/** A closed pool's last connections take a moment to leave the server; one that stays is a leak, and is named. */
async function dropWhenUnused(bootstrap: (statement: string) => Promise<pg.QueryResult>, name: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bootstrap(`drop database ${name}`);
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE) throw error;
      if (attempt < DROP_ATTEMPTS) continue;
      const { rows } = await bootstrap(
        `select application_name, state, query from pg_stat_activity where datname = '${name}'`,
      );
      throw new Error(`Connections that nobody closed: ${JSON.stringify(rows)}`, { cause: error });
    }
  }
}
