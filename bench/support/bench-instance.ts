import { randomBytes, randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createAuth } from "../../src/platform/auth/create-auth.ts";
import type { Actor } from "../../src/platform/capability/actor.ts";
import type { Services } from "../../src/platform/capability/services.ts";
import { parseConfig } from "../../src/platform/config/config.ts";
import { createBackupStore } from "../../src/platform/database/backup/backup-store.ts";
import { type PreparedDatabase, prepareDatabase } from "../../src/platform/database/prepare.ts";
import { createLog } from "../../src/platform/log/log.ts";
import { createMail } from "../../src/platform/mail/mail.ts";
import { createOutbound } from "../../src/platform/outbound/outbound.ts";
import { createSecrets } from "../../src/platform/secrets/secrets.ts";
import { localFiles } from "../../src/platform/storage/local-files.ts";
import { SystemSettings } from "../../src/platform/system-settings/system-settings.ts";
import { createWorkers } from "../../src/platform/workers/workers.ts";
import { endWithParent } from "./end-with-me.ts";

const ROOT = join(import.meta.dirname, "../..");

export type BenchInstance = {
  services: Services;
  ada: Actor;
  /** One connection of the bare driver, with Ada as its user, as in requests. */
  bare: pg.Client;
  /** The connection settings of requests. */
  connection: pg.ClientConfig;
  remove(): Promise<void>;
};

/** Fills a table, and those that its triggers write, with many rows, as the owner; `ada` is the measured account. */
export type Fill = { table: string; fill(owner: pg.Client, ada: string): Promise<unknown> };

/**
 * A real embedded database, durable as in production, with an account for Ada and the filled rows. With `cacheFolder` it is
 * created in that folder and reused by the next run: fills must check for existing rows.
 */
export async function createBenchInstance(
  fills: readonly Fill[],
  { cacheFolder }: { cacheFolder?: string } = {},
): Promise<BenchInstance> {
  if (cacheFolder) mkdirSync(cacheFolder, { recursive: true });
  const dataDir = cacheFolder ?? mkdtempSync(join(tmpdir(), "adjutant-bench-"));
  chmodSync(dataDir, 0o755);
  if (!cacheFolder) endWithParent(dataDir);
  const prepared = await prepareDatabase({ dataDir });
  const services = servicesOf(prepared, dataDir);
  const ada = await accountOf(
    services.auth,
    cacheFolder ? "ada@example.com" : `ada.${randomUUID()}@example.com`,
  );
  await fillTables(prepared.ownerConnection, fills, ada.userId);
  const bare = new pg.Client(prepared.appConnection);
  await bare.connect();
  await bare.query("select set_config('app.user_id', $1, false)", [ada.userId]);
  return {
    services,
    ada,
    bare,
    connection: prepared.appConnection,
    remove: async () => {
      await bare.end();
      await services.auth.finishPendingWork();
      await prepared.stop();
      if (!cacheFolder) rmSync(dataDir, { recursive: true });
    },
  };
}

function servicesOf(prepared: PreparedDatabase, dataDir: string): Services {
  const { database, identities, ownerConnection, makerConnection } = prepared;
  const config = parseConfig({});
  const secrets = createSecrets([randomBytes(32)]);
  const log = createLog("silent");
  const outbound = createOutbound({ allowedLocalNetworks: [] });
  const refuse = () => Promise.reject(new Error("No benchmark enqueues a job"));
  return {
    database,
    auth: createAuth({
      secrets,
      identities,
      settings: config,
      log,
      deliver: async () => {},
      publishAddress: async () => {},
      sendsMail: () => false,
    }),
    jobs: { enqueue: refuse, publish: refuse },
    files: localFiles(join(dataDir, "files")),
    backups: createBackupStore({
      folder: join(dataDir, "backups"),
      filesFolder: join(dataDir, "files"),
      ownerConnection,
      makerConnection,
    }),
    secrets,
    systemSettings: new SystemSettings({ database, secrets, log }),
    log,
    mail: createMail({ outbound }),
    outbound,
    workers: createWorkers({ folder: ROOT, file: join(ROOT, "src/app/worker.ts") }),
    config,
  };
}

/** The account with this address; it is made where there is none. */
async function accountOf(auth: Services["auth"], email: string): Promise<Actor> {
  const account = { fullName: "Ada Lovelace", email, password: "difference" };
  const userId = (await auth.findUserId(email)) ?? (await auth.createAccount(account)).userId;
  return {
    userId,
    email,
    fullName: account.fullName,
    roles: ["user"],
    via: "session",
    scopes: ["read", "write", "destroy"],
    credentialId: null,
  };
}

async function fillTables(
  connection: pg.ClientConfig,
  fills: readonly Fill[],
  userId: string,
): Promise<void> {
  const owner = new pg.Client(connection);
  await owner.connect();
  for (const { table, fill } of fills) {
    await fill(owner, userId);
    // rule: built-sql - a utility statement takes no parameters; the table is a constant of the benchmark
    await owner.query(`vacuum analyze ${table}`);
  }
  await owner.end();
}
