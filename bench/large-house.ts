import { randomBytes, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createAuth } from "#platform/auth/create-auth.ts";
import type { Actor } from "#platform/capability/context.ts";
import type { Services } from "#platform/capability/execute.ts";
import { parseConfig } from "#platform/config/config.ts";
import { prepareDatabase } from "#platform/database/prepare.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { localFiles } from "#platform/storage/local-files.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";

export type LargeHouse = {
  services: Services;
  /** Owns the tasks. */
  ada: Actor;
  /** One connection of the bare driver, signed in as requests are, with Ada as its user. */
  bare: pg.Client;
  /** How requests reach the database. */
  connection: pg.ClientConfig;
  remove(): Promise<void>;
};

/** A real embedded database, durable as in production, in which Ada has `count` tasks and nineteen others as many together. */
export async function aLargeHouse(count: number): Promise<LargeHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), "adjutant-bench-"));
  chmodSync(dataDir, 0o755);
  const prepared = await prepareDatabase({ dataDir });
  const config = parseConfig({});
  const auth = createAuth({
    identities: prepared.identities,
    settings: config,
    log: createLog("silent"),
    deliver: async () => {},
    sendsMail: () => false,
  });
  const account = {
    fullName: "Ada Lovelace",
    email: `ada.${randomUUID()}@example.com`,
    password: "difference",
  };
  const { userId } = await auth.createAccount(account);
  const owner = new pg.Client(prepared.ownerConnection);
  await owner.connect();
  await owner.query(FILL, [userId, count]);
  await owner.query("vacuum analyze tasks");
  await owner.end();
  const bare = new pg.Client(prepared.appConnection);
  await bare.connect();
  await bare.query("select set_config('app.user_id', $1, false)", [userId]);
  const log = createLog("silent");
  const secrets = createSecrets([randomBytes(32)]);
  const { database } = prepared;
  const outbound = createOutbound({ allowedLocalNetworks: [] });
  const jobs = { enqueue: () => Promise.reject(new Error("No benchmark enqueues a job")) };
  return {
    services: {
      database,
      auth,
      jobs,
      files: localFiles(join(dataDir, "files")),
      secrets,
      systemSettings: new SystemSettings({ database, secrets, log }),
      log,
      mail: createMail({ outbound }),
      outbound,
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
      await auth.settle();
      await prepared.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

const FILL = `
  with people as (
    select $1::uuid as id, $2::int as tasks
    union all select gen_random_uuid(), $2::int / 19 from generate_series(1, 19)
  )
  insert into tasks (user_id, title, status, priority, position, created_at)
  select people.id, 'Task ' || number, (array['todo', 'in_progress', 'review', 'completed'])[1 + number % 4],
         (array['low', 'medium', 'high', 'urgent'])[1 + number % 4], 'a' || lpad(number::text, 8, '1') || 'z',
         now() - number * interval '1 minute'
    from people, generate_series(1, people.tasks) number`;
