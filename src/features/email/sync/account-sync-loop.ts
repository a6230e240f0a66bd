import { and, eq, sql } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import { AppError } from "#platform/capability/errors.ts";
import { whileWaiting } from "#platform/crash/attribution.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { WorkError } from "#platform/workers/work.ts";
import { accessTokens } from "../accounts/access-token.ts";
import { type AccountServers, imapTransport, resolveAccountServers } from "../accounts/account-servers.ts";
import { CONNECT_AGAIN, readingRemedy } from "../accounts/check-account.ts";
import { processBounces } from "../delivery/process-bounces.ts";
import { publishSentMail } from "../delivery/publish-sent-mail.ts";
import { mailArrived } from "../events.ts";
import type { AccountState } from "../model.ts";
import { mailAccounts } from "../tables.ts";
import { storeDraftFiles } from "./append-draft.ts";
import { fetchBodies } from "./fetch-bodies.ts";
import { firstInbox, refreshMailboxes } from "./list-mailboxes.ts";
import { replayImapOperations } from "./replay-imap-operations.ts";
import type { MailboxRow } from "./store-messages.ts";
import { syncMailbox } from "./sync-mailbox.ts";
import type { WakeSignal } from "./wake-signal.ts";

export type AccountLease = { accountId: string; userId: string; keeper: string };

/** How often folders other than the inbox are polled; the inbox without IDLE is polled more often. */
const POLL_MS = 5 * 60_000;
const POLL_INBOX_MS = 30_000;
/** Seconds to wait after consecutive failures, before jitter is added. */
const BACKOFF = [1, 5, 15, 60, 150, 300];

type Account = typeof mailAccounts.$inferSelect;
type Read = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;

/**
 * Syncs one account over one connection: first queued local changes, then the inbox, then the other folders in turn,
 * one chunk each; then message bodies; then it waits for changes. Ends when `signal` aborts or the connection breaks.
 */
export async function runAccountSync(
  worker: Worker,
  held: AccountLease,
  signal: AbortSignal,
  stir: WakeSignal,
): Promise<void> {
  const { database, secrets } = worker;
  const read: Read = (work) => database.transaction(held.userId, "write", work);
  let lines: AccountServers | null = null;
  let client: ImapFlow | null = null;
  try {
    const account = await read(async (db) => {
      const [row] = await db
        .select()
        .from(mailAccounts)
        .where(and(eq(mailAccounts.userId, held.userId), eq(mailAccounts.id, held.accountId)));
      return row;
    });
    if (!account || signal.aborted) return;
    lines = await resolveAccountServers(secrets, account, accessTokens(worker));
    if (!lines) return await requireOwnerAction(read, held, ...nothingToSignInWith(account));
    client = await signIn(worker, account, lines);
    const opened = client;
    const close = () => opened.close();
    signal.addEventListener("abort", close, { once: true });
    if (signal.aborted) close();
    await follow(worker, { held, client, lines, read, stir, signal });
  } catch (error) {
    if (signal.aborted) return;
    await recordSyncFailure(worker, read, held, lines, error);
  } finally {
    client?.close();
  }
}

const nothingToSignInWith = ({ integrationId }: Account): [reason: string, remedy: string] =>
  integrationId
    ? ["Its connection has ended.", CONNECT_AGAIN]
    : ["It has no password here", "Enter the password again."];

/** A token may be rejected before it expires: one retry with a new token, no more (security.md §5). */
async function signIn(worker: Worker, account: Account, lines: AccountServers): Promise<ImapFlow> {
  const { mail, secrets } = worker;
  const { imapCredential: used } = lines;
  return mail.openImap(imapTransport(lines)).catch(async (error: unknown) => {
    const isRefused = error instanceof ImapFailure && error.step === "sign-in" && !error.isTemporary;
    if (!isRefused || !("token" in used)) throw error;
    const renewed = await resolveAccountServers(secrets, account, accessTokens(worker), used.token);
    if (!renewed) throw error;
    return mail.openImap(imapTransport(renewed));
  });
}

type Following = {
  held: AccountLease;
  client: ImapFlow;
  lines: AccountServers;
  read: Read;
  stir: WakeSignal;
  signal: AbortSignal;
};

async function follow(worker: Worker, following: Following): Promise<void> {
  const { held, client, lines, read, stir, signal } = following;
  const happen = () => stir.happen();
  for (const event of ["exists", "expunge", "flags"] as const) client.on(event, happen);
  client.on("close", happen);
  const write = (work: (db: Transaction) => Promise<string[]>) =>
    read(async (db) => {
      const ids = await work(db);
      if (ids.length > 0)
        await recordAnnouncements(db, [
          { resource: "emails", ids: ids.slice(0, 1000), audience: [held.userId] },
        ]);
    });
  const older = new Map<string, number[]>();
  // A newly connected user sees an empty page: the newest inbox messages are fetched before anything else.
  const inbox = await firstInbox(held, read);
  if (inbox) await syncMailbox({ client, box: inbox, write, older, isAsked: false, onArrival: () => {} });
  const boxes = await refreshMailboxes(client, held, read);
  await setState(read, held, "syncing");
  const lastLook = new Map<string, number>();
  /** Emails that arrived in the inbox since connecting, until their text is parsed. */
  const arrived = new Set<string>();
  while (!signal.aborted && client.usable) {
    const ops = {
      client,
      accountId: held.accountId,
      userId: held.userId,
      lines,
      boxes,
      files: worker.files,
      write,
      read,
    };
    // The replayed operations changed more than one folder on the server.
    const isAsked = stir.takeAsked();
    if (isAsked) await setState(read, held, "syncing");
    if ((await replayImapOperations(ops)) || isAsked) lastLook.clear();
    let hasMore = false;
    for (const box of boxes.filter(({ isSynced }) => isSynced)) {
      const isInbox = box.role === "inbox";
      const isDue = Date.now() - (lastLook.get(box.id) ?? 0) > POLL_MS;
      const isBehind = (box.backfillUid ?? 2) > 1;
      if (!isInbox && !isDue && !isBehind) continue;
      const outcome = await syncMailbox({
        ...{ client, box, write, older, isAsked },
        onArrival: (stored) => {
          if (isInbox) for (const { emailId, isNew } of stored) if (isNew) arrived.add(emailId);
        },
      });
      lastLook.set(box.id, Date.now());
      hasMore ||= outcome.hasMore;
      if (signal.aborted) return;
    }
    await tellProgress(read, held);
    const isInboxWhole = boxes.every(({ role, backfillUid }) => role !== "inbox" || backfillUid === 1);
    const hadBodies =
      isInboxWhole &&
      (await fetchBodies({
        ...{ client, accountId: held.accountId, userId: held.userId, boxes, read, write },
        workers: worker.workers,
        onRead: async (db, mails) => {
          await processBounces(db, held.userId, mails);
          await publishSentMail(worker, db, held.userId, mails);
          for (const { id: emailId, calendar } of mails)
            if (arrived.delete(emailId))
              await worker.jobs.publish(db, mailArrived, {
                ...{ emailId, userId: held.userId, accountId: held.accountId },
                hasCalendar: calendar !== null,
              });
        },
      }));
    if (hasMore || hadBodies) continue;
    await storeDraftFiles(ops);
    await setState(read, held, "ready");
    await whileWaiting(() => listen(following, boxes));
  }
  if (!signal.aborted) throw new ImapFailure("connection", "The server closed the connection.", true);
}

/** IDLE on the inbox where the server supports it (RFC 2177), else polling. */
async function listen({ client, stir, signal }: Following, boxes: readonly MailboxRow[]): Promise<void> {
  const inbox = boxes.find(({ role }) => role === "inbox");
  const canIdle = client.capabilities.has("IDLE");
  if (!inbox || !canIdle) {
    await stir.wait(POLL_INBOX_MS, signal);
    return;
  }
  await client.mailboxOpen(inbox.path, { readOnly: true });
  // IDLE would not report changes made since the last sync.
  const now = client.mailbox;
  const isSame =
    now &&
    now.uidNext === inbox.uidNext &&
    now.exists === inbox.messages &&
    (now.highestModseq ?? null) === inbox.highestModseq;
  if (!isSame) return;
  // The next command on a broken connection fails and reports it.
  const idling = client.idle().catch(() => undefined);
  await stir.wait(POLL_MS, signal);
  // This only ends IDLE; the next command on a broken connection reports it.
  if (client.usable && !signal.aborted) await client.noop().catch(() => undefined);
  await idling;
}

const isHeld = ({ accountId, userId, keeper }: AccountLease) =>
  and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId), eq(mailAccounts.leaseBy, keeper));

const announceAccount = (db: Transaction, { accountId, userId }: AccountLease) =>
  recordAnnouncements(db, [{ resource: "mailAccounts", ids: [accountId], audience: [userId] }]);

/** Sets the state that the owner sees, only while this process holds the lease. */
async function setState(
  read: Read,
  held: AccountLease,
  state: Extract<AccountState, "syncing" | "ready">,
): Promise<void> {
  await read(async (db) => {
    await db
      .update(mailAccounts)
      .set({
        state,
        reason: null,
        remedy: null,
        // Clears the sync request: later requests need another sync. Failures are reset only after a complete sync.
        ...(state === "syncing" ? { retryAt: null } : { failures: 0, syncedAt: new Date() }),
      })
      .where(isHeld(held));
    await announceAccount(db, held);
  });
}

const tellProgress = (read: Read, held: AccountLease) => read((db) => announceAccount(db, held));

async function requireOwnerAction(
  read: Read,
  held: AccountLease,
  reason: string,
  remedy: string,
): Promise<void> {
  await read(async (db) => {
    await db
      .update(mailAccounts)
      .set({ state: "needs_you", reason, remedy, leaseBy: null, leaseUntil: null })
      .where(isHeld(held));
    await announceAccount(db, held);
  });
}

/** Temporary failures wait and are retried; what only the owner can fix is reported and stops the sync. */
async function recordSyncFailure(
  { log }: Worker,
  read: Read,
  held: AccountLease,
  lines: AccountServers | null,
  error: unknown,
): Promise<void> {
  const failure = error instanceof ImapFailure ? error : null;
  if (failure && !failure.isTemporary && lines)
    return requireOwnerAction(
      read,
      held,
      failure.message,
      readingRemedy(failure.step, failure.message, lines),
    );
  if (error instanceof AppError && error.code === "conflict")
    return requireOwnerAction(read, held, error.message, "Enter the password again.");
  // The provider issues no token now: use its own error message.
  const trouble = error instanceof AppError && error.code === "upstream" ? error : null;
  const isOurs = !failure && !trouble && !isBroken(error) && !(error instanceof WorkError);
  if (isOurs) log.error("following a mail account", { error, userId: held.userId });
  const reason = (failure ?? trouble)?.message ?? "The connection to the server broke.";
  await read(async (db) => {
    const [row] = await db.select().from(mailAccounts).where(isHeld(held));
    if (!row) return;
    const failures = row.failures + 1;
    const seconds = (BACKOFF[failures - 1] ?? 300) * (1 + Math.random() / 5);
    await db
      .update(mailAccounts)
      .set({
        // A connection that breaks once is not reported; repeated failures are.
        ...(failures > 1 && { state: "waiting" as const, reason, remedy: null }),
        failures,
        retryAt: sql`now() + ${`${seconds} seconds`}::interval`,
        leaseBy: null,
        leaseUntil: null,
      })
      .where(isHeld(held));
    await announceAccount(db, held);
  });
}

const isBroken = (error: unknown) =>
  ["NoConnection", "EConnectionClosed", "ECONNRESET", "EPIPE", "ETIMEOUT", "StateLogout"].includes(
    String((error as { code?: string }).code),
  );
