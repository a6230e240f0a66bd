import { join } from "node:path";
import { backup } from "./backup/backup.ts";
import { type Connection, withClient } from "./connection.ts";
import { type Database, openDatabase } from "./database.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded/embedded.ts";
import { type Connections, connectToExternalServer } from "./external-server.ts";
import { migrate } from "./migrations/migrate.ts";
import { type Migration, type Migrations, readMigrations } from "./migrations/migrations-folder.ts";
import { APP_USER, AUTH_USER, BOOTSTRAP_USER, createRolesAndDatabase, OWNER_USER } from "./roles.ts";

export type PrepareOptions = {
  dataDir: string;
  /** Use this server (PostgreSQL 15 or newer) instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** Work beside the program that runs on the data folder instead of being refused: the command line. */
  join?: boolean;
  /** Other steps than the program's: for tests of upgrades. */
  migrations?: Migrations;
  /** Receives lines for the person who starts the program. */
  onMessage?: (line: string) => void;
  /** The embedded server ended by itself and could not be started again. */
  onLost?: (error: unknown) => void;
};

export type PreparedDatabase = {
  /** Signed in as the role of requests. */
  database: Database;
  /** Signed in as the role of sign-in. */
  identities: Database;
  /** For migrations, backups and the job queue's own schema. */
  ownerConnection: Connection;
  /** The role that may create databases, if any may: for verifying a backup. */
  makerConnection: Connection;
  appConnection: Connection;
  authConnection: Connection;
  /** The process id of the embedded server; null if an external one is used. */
  serverPid(): number | null;
  /** Closes the pools and stops the embedded server. */
  stop(): Promise<void>;
};

type Server = { pid(): number | null; stop(): Promise<void> };

const DATABASE = "adjutant";
/** For an external server, which is not ours to stop. */
const EXTERNAL = { pid: () => null, stop: async () => {} };

/** A running, migrated database with its roles: embedded in the data folder or the one given. Throws StartError. */
export async function prepareDatabase(options: PrepareOptions): Promise<PreparedDatabase> {
  const { dataDir, databaseUrl } = options;
  if (databaseUrl)
    return openPrepared(await connectToExternalServer(databaseUrl, dataDir), options, EXTERNAL);
  const server = await startEmbedded(options);
  try {
    return await openPrepared(await connectToEmbedded(server), options, server);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Backs the database up before migrating, in case a new version's steps are wrong (security.md D30). */
async function backUpBefore(
  [first]: readonly Migration[],
  ownerConnection: Connection,
  { dataDir, onMessage }: PrepareOptions,
): Promise<void> {
  const file = join(dataDir, "backups", `before-${first?.name}.tar`);
  onMessage?.(`Making a backup before the database changes: ${file}`);
  await backup({ file, ownerConnection, filesFolder: join(dataDir, "files") });
}

async function connectToEmbedded(server: EmbeddedServer): Promise<Connections> {
  await withClient(server.connection(BOOTSTRAP_USER, "postgres"), (client) =>
    createRolesAndDatabase(client, DATABASE),
  );
  const as = (user: string) => server.connection(user, DATABASE);
  const maker = server.connection(BOOTSTRAP_USER, "postgres");
  return { owner: as(OWNER_USER), app: as(APP_USER), auth: as(AUTH_USER), maker };
}

async function openPrepared(
  { owner, app, auth, maker = owner }: Connections,
  options: PrepareOptions,
  server: Server,
): Promise<PreparedDatabase> {
  const migrations = options.migrations ?? readMigrations();
  await withClient(owner, (client) =>
    migrate(client, migrations, (pending) => backUpBefore(pending, owner, options)),
  );
  return openPools({ owner, app, auth, maker }, server);
}

/** How many connections the pools of requests and of sign-in may open. */
type PoolSizes = { requests?: number; signIn?: number };

function openPools(
  { owner, app, auth, maker }: Required<Connections>,
  server: Server,
  { requests = 16, signIn = 6 }: PoolSizes = {},
): PreparedDatabase {
  const database = openDatabase(app, { max: requests });
  const identities = openDatabase(auth, { name: "adjutant sign-in", max: signIn });
  return {
    database,
    identities,
    ownerConnection: owner,
    makerConnection: maker,
    appConnection: app,
    authConnection: auth,
    serverPid: server.pid,
    stop: async () => {
      await Promise.all([database.close(), identities.close()]);
      await server.stop();
    },
  };
}

export type JoinedConnections = Required<Connections>;

/** How another process of the same program signs in to its database. */
export const connectionsOf = (prepared: PreparedDatabase): JoinedConnections => ({
  owner: prepared.ownerConnection,
  app: prepared.appConnection,
  auth: prepared.authConnection,
  maker: prepared.makerConnection,
});

/**
 * The database that another process of this program has prepared: nothing is migrated, and stopping only closes the
 * pools. Small ones: what runs here are not requests.
 */
export const joinDatabase = (connections: JoinedConnections): PreparedDatabase =>
  openPools(connections, EXTERNAL, { requests: 8, signIn: 2 });
