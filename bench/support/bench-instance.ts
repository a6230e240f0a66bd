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
import { prepareDatabase } from "../../src/platform/database/prepare.ts";
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

/** Fills one table with many rows, as the owner of all tables; `ada` is the measured account. */
export type Fill = { table: string; fill(owner: pg.Client, ada: string): Promise<unknown> };

/**
 * A real embedded database, durable as in production, with an account for Ada and the filled rows. With `keptIn` it is
 * created in that folder and reused by the next run: fills must check for existing rows.
 */
export async function createBenchInstance(
  fills: readonly Fill[],
  { keptIn }: { keptIn?: string } = {},
): Promise<BenchInstance> {
  if (keptIn) mkdirSync(keptIn, { recursive: true });
  const dataDir = keptIn ?? mkdtempSync(join(tmpdir(), "adjutant-bench-"));
  chmodSync(dataDir, 0o755);
  if (!keptIn) endWithParent(dataDir);
  const prepared = await prepareDatabase({ dataDir });
  const config = parseConfig({});
  const secrets = createSecrets([randomBytes(32)]);
  const auth = createAuth({
    secrets,
    identities: prepared.identities,
    settings: config,
    log: createLog("silent"),
    deliver: async () => {},
    sendsMail: () => false,
  });
  const account = {
    fullName: "Ada Lovelace",
    email: keptIn ? "ada@example.com" : `ada.${randomUUID()}@example.com`,
    password: "difference",
  };
  const userId = (await auth.findUserId(account.email)) ?? (await auth.createAccount(account)).userId;
  const owner = new pg.Client(prepared.ownerConnection);
  await owner.connect();
  for (const { table, fill } of fills) {
    await fill(owner, userId);
    // rule: built-sql - a utility statement takes no parameters; the table is a constant of the benchmark
    await owner.query(`vacuum analyze ${table}`);
  }
  await owner.end();
  const bare = new pg.Client(prepared.appConnection);
  await bare.connect();
  await bare.query("select set_config('app.user_id', $1, false)", [userId]);
  const log = createLog("silent");
  const { database } = prepared;
  const outbound = createOutbound({ allowedLocalNetworks: [] });
  const refuse = () => Promise.reject(new Error("No benchmark enqueues a job"));
  const jobs = { enqueue: refuse, publish: refuse };
  return {
    services: {
      database,
      auth,
      jobs,
      files: localFiles(join(dataDir, "files")),
      backups: createBackupStore({
        folder: join(dataDir, "backups"),
        filesFolder: join(dataDir, "files"),
        ownerConnection: prepared.ownerConnection,
        makerConnection: prepared.makerConnection,
      }),
      secrets,
      systemSettings: new SystemSettings({ database, secrets, log }),
      log,
      mail: createMail({ outbound }),
      outbound,
      workers: createWorkers({ folder: ROOT, file: join(ROOT, "src/app/worker.ts") }),
      config: parseConfig({}),
    },
    ada: {
      userId,
      email: account.email,
      fullName: account.fullName,
      roles: ["user"],
      via: "session",
      scopes: ["read", "write", "destroy"],
      credentialId: null,
    },
    bare,
    connection: prepared.appConnection,
    remove: async () => {
      await bare.end();
      await auth.finishPendingWork();
      await prepared.stop();
      if (!keptIn) rmSync(dataDir, { recursive: true });
    },
  };
}
