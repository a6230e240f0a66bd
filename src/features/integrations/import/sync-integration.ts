import { and, eq, gt, lt, ne, or, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { translated } from "#platform/language/in-language.ts";
import { authorizedRequest } from "../connections/authorized-request.ts";
import { connectionContextOf, ownConnection, type StoredIntegration } from "../connections/token-store.ts";
import { PROVIDER_TEXTS, type Provider } from "../model.ts";
import type { ImportCounts, Progress, Run, SyncScope } from "../public/importer.ts";
import { ProviderError } from "../public/provider.ts";
import { integrationSyncs, integrations } from "../tables.ts";
import { runImport } from "./run-import.ts";

export type SyncResult = { count: number; message?: string; isUnderWay?: true } | { error: string };

type SyncOptions = { isAutomatic?: boolean; isFirst?: boolean; only?: SyncScope | null };

const LEASE = sql`now() + interval '2 minutes'`;
const ALREADY_RUNNING = t`A sync is already running.`;
const LONGEST_PAUSE_MS = 60 * 60_000;

/**
 * One run of a connected account, outside of transactions; one at a time per account, by a lease in the row. Every run
 * is recorded; a run after a push only if it stored something or failed.
 */
export async function syncIntegration(
  context: SignedIn,
  provider: Provider,
  { isAutomatic = false, isFirst = false, only = null }: SyncOptions = {},
): Promise<SyncResult> {
  const connection = connectionContextOf(context);
  const row = await claim(context, provider);
  if (row === "under way") return { count: 0, message: translated(ALREADY_RUNNING), isUnderWay: true };
  if (!row) return { error: t`${PROVIDER_TEXTS[provider].name} is not connected` };
  if (row.waitUntil && row.syncState !== "running")
    return { error: `${row.lastError ?? "Please wait."} Next attempt ${minutesUntil(row.waitUntil)}.` };
  const startedAt = new Date();
  const counts: ImportCounts = { count: 0, removed: 0, quarantined: 0, isFull: false };
  const run: Run = {
    ...{ context, connectionContext: connection, row, counts, only, isFirst, resources: [] },
    sendRequest: authorizedRequest(connection, provider),
    progress: (stored, more) => recordProgress(context, row, counts, stored, more),
  };
  try {
    const message = await runImport(run);
    await recordRun(run, { startedAt, isAutomatic, fault: null });
    return { count: counts.count, ...(message && { message }) };
  } catch (error) {
    const fault = error instanceof ProviderError ? error : null;
    await recordRun(run, { startedAt, isAutomatic, fault: fault ?? unexpected(provider) });
    if (!fault) throw error;
    return { error: fault.message };
  }
}

/** Published at once, because the request may end before the run does. */
const publishChange = (db: Transaction, userId: string) =>
  recordAnnouncements(db, [{ resource: "integrations", ids: [], audience: [userId] }]);

const unexpected = (provider: Provider) =>
  new ProviderError("unavailable", t`${PROVIDER_TEXTS[provider].name} could not be synchronised.`);

function minutesUntil(at: Date): string {
  const minutes = Math.max(1, Math.ceil((at.getTime() - Date.now()) / 60_000));
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}

/**
 * Acquires the lease of the run. A provider that said when to retry is not called before, also on request; network
 * errors may be retried at once. The version belongs to the user's choices and does not change.
 */
async function claim(context: SignedIn, provider: Provider): Promise<StoredIntegration | "under way" | null> {
  const { userId } = context.actor;
  return inOwnTransaction(context, "write", async ({ db }) => {
    const [row] = await db
      .update(integrations)
      .set({
        ...{ syncState: "running", syncDone: 0, syncTotal: null, syncStep: null, syncSteps: null },
        ...{ leaseUntil: LEASE, waitUntil: null, retryAt: null },
      })
      .where(
        and(
          ownConnection(userId, provider),
          ne(integrations.status, "disconnected"),
          sql`${integrations.tokens} is not null`,
          or(ne(integrations.syncState, "running"), lt(integrations.leaseUntil, sql`now()`)),
          sql`(${integrations.waitUntil} is null or ${integrations.waitUntil} <= now())`,
        ),
      )
      .returning();
    if (row) {
      await publishChange(db, userId);
      return row;
    }
    const [found] = await db.select().from(integrations).where(ownConnection(userId, provider));
    if (!found?.tokens || found.status === "disconnected") return null;
    return found.waitUntil ? found : "under way";
  });
}

/** Not for every item: updates open screens and extends the lease. */
async function recordProgress(
  context: SignedIn,
  { id }: StoredIntegration,
  counts: ImportCounts,
  stored: number,
  { total, step, steps }: Progress = {},
): Promise<void> {
  counts.count += stored;
  await inOwnTransaction(context, "write", ({ db }) =>
    db
      .update(integrations)
      .set({
        syncDone: counts.count,
        ...(total !== undefined && { syncTotal: Math.max(total, counts.count) }),
        ...(step !== undefined && { syncStep: step }),
        ...(steps !== undefined && { syncSteps: steps }),
        leaseUntil: LEASE,
      })
      .where(
        and(
          eq(integrations.userId, context.actor.userId),
          eq(integrations.id, id),
          eq(integrations.syncState, "running"),
        ),
      ),
  );
}

type RunEnd = { startedAt: Date; isAutomatic: boolean; fault: ProviderError | null };

/** Network trouble leaves the connection as it is and is tried again later; a refusal needs the person. */
async function recordRun(run: Run, { startedAt, isAutomatic, fault }: RunEnd): Promise<void> {
  const { context, row, counts, only } = run;
  const { userId, provider } = row;
  const shouldRecord = !only || fault !== null || counts.count + counts.removed > 0;
  await inOwnTransaction(context, "write", async ({ db }) => {
    if (shouldRecord)
      await db.insert(integrationSyncs).values({
        ...{ ...counts, userId, provider, startedAt, isAutomatic },
        finishedAt: new Date(),
        isSuccessful: fault === null,
        error: fault?.message ?? null,
      });
    const failures = fault ? row.failures + 1 : 0;
    await db
      .update(integrations)
      .set({
        ...(!fault && { status: "connected" }),
        // A sync after a push covers one resource: the others are as old as before.
        ...(!fault && !only && { lastSync: sql`now()` }),
        ...(fault?.fault === "refused" && { status: "error" }),
        syncState: fault ? (fault.fault === "refused" ? "needs_you" : "waiting") : "idle",
        waitUntil: fault?.fault === "limited" ? fault.until : null,
        retryAt: fault?.fault === "unavailable" ? nextTry(failures) : null,
        leaseUntil: null,
        failures,
        lastError: fault?.message ?? null,
        updatedAt: new Date(),
      })
      .where(
        and(
          eq(integrations.userId, userId),
          eq(integrations.id, row.id),
          gt(sql`length(coalesce(${integrations.tokens}, ''))`, 0),
        ),
      );
    await publishChange(db, userId);
  });
}

/** 2, 4, 8 … minutes, an hour at most, with jitter so that retries do not come all at once. */
function nextTry(failures: number): Date {
  const pause = Math.min(2 ** failures * 60_000, LONGEST_PAUSE_MS);
  return new Date(Date.now() + pause * (0.8 + Math.random() * 0.4));
}
