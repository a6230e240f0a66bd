import { setTimeout as pause } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { type Importer, MAIL_RESOURCE, type Run } from "#features/integrations/public/importer.ts";
import { remoteCursors } from "#features/integrations/public/tables.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { type ConnectedMailbox, readConnectedMailbox, syncConnectedMailbox } from "./connected-mailbox.ts";

const POLL_MS = 500;
/** Interval between progress reports, which also extend the run's lease. */
const PROGRESS_MS = 3_000;
const TIMEOUT_MS = 15 * 60_000;
/** The mail engine finds a new connection with a short delay. */
const START_TIMEOUT_MS = 10_000;

/**
 * The mail engine imports continuously over its own connections: this requests a sync, waits until it is done, and
 * counts the messages since the last run. Returns the reason where something blocks the sync.
 */
async function importMail(run: Run): Promise<string | undefined> {
  const { context, row } = run;
  await inOwnTransaction(context, "write", (own) => syncConnectedMailbox(own, row.id));
  const since = new Date();
  const counted = await lastCount(run);
  const readState = () =>
    inOwnTransaction(context, "read", (own) => readConnectedMailbox(own, row.id, since));
  const until = (milliseconds: number) => Date.now() < since.getTime() + milliseconds;
  let mail = await readState();
  let [stored, reportedAt] = [0, 0];
  const reportProgress = async ({ imported, missing }: ConnectedMailbox) => {
    const importedNow = Math.max(0, imported - counted);
    await run.progress(importedNow - stored, { total: run.counts.count + importedNow - stored + missing });
    [stored, reportedAt] = [importedNow, Date.now()];
  };
  while (mail ? !mail.isFinished && until(TIMEOUT_MS) : run.isFirst && until(START_TIMEOUT_MS)) {
    if (mail && Date.now() > reportedAt + PROGRESS_MS) await reportProgress(mail);
    await pause(POLL_MS);
    mail = await readState();
  }
  if (!mail) return undefined;
  await reportProgress(mail);
  const cursor = String(mail.imported);
  await inOwnTransaction(context, "write", ({ db }) =>
    db
      .insert(remoteCursors)
      .values({ userId: row.userId, sourceId: row.id, resource: MAIL_RESOURCE, cursor })
      .onConflictDoUpdate({
        target: [remoteCursors.sourceId, remoteCursors.resource],
        set: { cursor, updatedAt: new Date() },
      }),
  );
  return mail.reason ?? undefined;
}

async function lastCount({ context, row }: Run): Promise<number> {
  const [found] = await inOwnTransaction(context, "read", ({ db }) =>
    db
      .select({ cursor: remoteCursors.cursor })
      .from(remoteCursors)
      .where(
        and(
          eq(remoteCursors.userId, context.actor.userId),
          eq(remoteCursors.sourceId, row.id),
          eq(remoteCursors.resource, MAIL_RESOURCE),
        ),
      ),
  );
  return Number(found?.cursor ?? 0);
}

export const mailImporter: Importer = { kind: "mail", run: importMail };
