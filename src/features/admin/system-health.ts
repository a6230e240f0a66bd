import { statfs } from "node:fs/promises";
import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import { notFound } from "#platform/capability/errors.ts";
import { suspendedWork, tryWorkAgain } from "#platform/crash/crash-records.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { unlistedProxies } from "#platform/http/unlisted-proxies.ts";
import { Health } from "./model.ts";
import { backups } from "./tables.ts";

type Facts = z.output<typeof Health>;
type Instants = "oldestWaiting" | "mailSyncedAt" | "connectionSyncedAt";
type Row = Omit<Facts, Instants | "suspendedWork" | "unlistedProxies"> & Record<Instants, string | null>;

const OneCrash = z.strictObject({ id: z.string().min(1).max(64) });

export const systemHealth = resource("systemHealth", {
  get: read({
    summary: "Get the status of the instance (database, queue, mail, disk, backups) and what to do",
    input: z.strictObject({}),
    output: Health,
    access: "admin",
    agents: "hidden",
    isTraffic: true,
    run: async ({ db, config, now }) => {
      const { rows } = await db.execute<Row>(sql`
        select waiting, active, failed, to_jsonb(oldest_waiting) #>> '{}' as "oldestWaiting",
          mail_accounts as "mailAccounts", mail_failing as "mailFailing", mail_uncertain as "mailUncertain",
          to_jsonb(mail_synced_at) #>> '{}' as "mailSyncedAt", processes, file_places as "filePlaces", connections, failing as "connectionsFailing",
          to_jsonb(synced_at) #>> '{}' as "connectionSyncedAt"
        from admin_health(), admin_connections()`);
      const row = returnedRow(rows);
      const ready = await db
        .select({
          at: backups.finishedAt,
          verifiedAt: backups.verifiedAt,
          verification: backups.verification,
        })
        .from(backups)
        .where(eq(backups.state, "ready"))
        .orderBy(desc(backups.createdAt), desc(backups.id))
        .limit(100);
      // A disk that cannot be asked is shown as unknown.
      const disk = await statfs(config.dataDir).catch(() => null);
      const proven = ready.find(({ verification }) => verification?.isValid);
      const facts = {
        ...row,
        databaseMode: config.databaseUrl ? ("given" as const) : ("embedded" as const),
        oldestWaiting: row.oldestWaiting ? new Date(row.oldestWaiting) : null,
        mailSyncedAt: row.mailSyncedAt ? new Date(row.mailSyncedAt) : null,
        connectionSyncedAt: row.connectionSyncedAt ? new Date(row.connectionSyncedAt) : null,
        unlistedProxies: unlistedProxies(),
        diskFree: disk ? disk.bavail * disk.bsize : 0,
        diskTotal: disk ? disk.blocks * disk.bsize : 0,
        lastBackupAt: ready[0]?.at ?? null,
        lastVerifiedAt: proven?.verifiedAt ?? null,
        suspendedWork: suspendedWork(config.dataDir),
      };
      return { ...facts, hints: hintsFor(facts, now) };
    },
  }),
  retry: write({
    summary: "Retry work that was suspended because the program crashed on it twice",
    input: OneCrash,
    output: OneCrash,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ config }, { id }) => {
      if (!tryWorkAgain(config.dataDir, id)) throw notFound(t`Work that is set aside`);
      return { id };
    },
  }),
});

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

export function hintsFor(facts: Omit<Facts, "hints">, now: Date): string[] {
  const age = (at: Date | null) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  const hints: [isSo: boolean, hint: string][] = [
    [
      facts.suspendedWork.length > 0,
      t`The program crashed twice on the same job, which is suspended. See below, and retry it once the cause is fixed.`,
    ],
    [
      facts.filePlaces.length > 1,
      t`Servers store files in different places (${facts.filePlaces.join("; ")}), so a file uploaded at one cannot be opened at another. Give all the same bucket or shared disk.`,
    ],
    [
      facts.diskTotal > 0 && facts.diskFree < Math.max(facts.diskTotal / 20, 1e9),
      t`The disk is nearly full. Delete old backups or make it larger.`,
    ],
    [
      facts.oldestWaiting !== null && age(facts.oldestWaiting) > 10 * MINUTE,
      t`Jobs have been waiting for more than ten minutes. Where it is not closed for maintenance, restart the program.`,
    ],
    [
      facts.unlistedProxies.length > 0,
      t`Requests come through a proxy that is not listed, so all behind it share one caller's limits. Set TRUSTED_PROXIES=${facts.unlistedProxies.join(",")} and restart.`,
    ],
    [
      facts.mailUncertain > 0,
      t`It is not certain whether some mail of this instance was sent. The failed jobs name the recipients: ask them, then retry the job to send it again, or dismiss it.`,
    ],
    [facts.failed > facts.mailUncertain, t`Some jobs have failed. Check the error and retry them.`],
    [
      facts.mailFailing > 0,
      t`Some mailboxes could not be synchronized recently. Their owners see why under Email.`,
    ],
    [
      facts.connectionsFailing > 0,
      t`Some connected accounts could not be synchronized recently. Their owners see why under Integrations.`,
    ],
    [age(facts.lastBackupAt) > 2 * DAY, t`There is no backup of the last two days. Make one now.`],
    [
      facts.lastBackupAt !== null && age(facts.lastVerifiedAt) > 14 * DAY,
      t`No backup was verified within two weeks. Verify one: only a restore shows that it works.`,
    ],
  ];
  return hints.filter(([isSo]) => isSo).map(([, hint]) => hint);
}
