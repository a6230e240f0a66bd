import { and, eq } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import { t } from "#i18n/message.ts";
import { whileWaiting } from "#platform/crash/attribution.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { watchFolders } from "#platform/mail/watch-folders.ts";
import { mailAccounts } from "../account-tables.ts";
import { accessTokens } from "../accounts/access-token.ts";
import { type AccountServers, imapTransport, resolveAccountServers } from "../accounts/account-servers.ts";
import { CONNECT_AGAIN } from "../accounts/check-account.ts";
import { processBounces } from "../delivery/process-bounces.ts";
import { processReadReceipts } from "../delivery/process-read-receipts.ts";
import { publishMailOfOtherPrograms, publishSentMail } from "../delivery/publish-sent-mail.ts";
import { mailArrived } from "../events.ts";
import { storeDraftFiles } from "./append-draft.ts";
import { fetchBodies } from "./fetch-bodies.ts";
import { FoldersMissing, firstInbox } from "./list-mailboxes.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import {
  type AccountLease,
  announceProgress,
  type Read,
  recordSyncFailure,
  requireOwnerAction,
  setAccountState,
} from "./record-account-state.ts";
import { replayImapOperations } from "./replay-imap-operations.ts";
import {
  checkOpened,
  type FolderWatch,
  followReplayed,
  LIST_MS,
  listReplayed,
  refreshFolders,
  type Session,
  syncAllMailboxes,
} from "./sync-all-mailboxes.ts";
import { syncMailbox } from "./sync-mailbox.ts";
import { timeSlice, type WakeSignal } from "./wake-signal.ts";

const POLL_INBOX_MS = 30_000;

type Account = typeof mailAccounts.$inferSelect;
type Write = (work: (db: Transaction) => Promise<string[]>) => Promise<void>;

/**
 * Syncs one account over one connection: first queued local changes, then the inbox, then the other folders in turn,
 * one chunk each; then message bodies; then it waits for changes. Ends when `signal` aborts or the connection breaks.
 */
export async function runAccountSync(
  worker: Worker,
  held: AccountLease,
  signal: AbortSignal,
  wakeSignal: WakeSignal,
): Promise<void> {
  const { database, secrets } = worker;
  const read: Read = (work) => database.transaction(held.userId, "write", work);
  const replayed = new Set<string>();
  let lines: AccountServers | null = null;
  try {
    const account = await read(async (db) => {
      const [row] = await db
        .select()
        .from(mailAccounts)
        .where(and(eq(mailAccounts.userId, held.userId), eq(mailAccounts.id, held.accountId)));
      return row;
    });
    if (!account || signal.aborted) return;
    for (const id of await read((db) => listReplayed(db, held))) replayed.add(id);
    lines = await resolveAccountServers(secrets, account, accessTokens(worker));
    if (!lines) return await requireOwnerAction(read, held, ...nothingToSignInWith(account));
    while (!signal.aborted) {
      const client = await signIn(worker, account, lines);
      await followUntilClosed(worker, { held, client, lines, read, wakeSignal, signal, replayed });
    }
  } catch (error) {
    // What was replayed before the connection broke would otherwise be listed as it was changed here.
    await followReplayed(announcingWrite(read, held), held.userId, replayed);
    if (signal.aborted) return;
    await recordSyncFailure(worker, read, held, lines, error);
  }
}

/** Returns where only a new connection can go on. */
async function followUntilClosed(worker: Worker, following: Following): Promise<void> {
  const { client, signal } = following;
  const close = () => client.close();
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  try {
    await follow(worker, following);
  } catch (error) {
    if (!(error instanceof FoldersMissing)) throw error;
  } finally {
    signal.removeEventListener("abort", close);
    close();
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
  wakeSignal: WakeSignal;
  signal: AbortSignal;
  /** Emails whose local changes were replayed and that were not listed by their folders since. */
  replayed: Set<string>;
};

async function follow(worker: Worker, following: Following): Promise<void> {
  const { held, client, lines, read, wakeSignal, signal, replayed } = following;
  const folders: FolderWatch = {
    ...{ isListStale: false, changedPaths: new Set(), listedAt: 0 },
    ...{ wereOpened: false, differing: new Set() },
  };
  wakeOnChanges(client, wakeSignal, folders);
  const write = announcingWrite(read, held);
  const older = new Map<string, number[]>();
  // A newly connected user sees an empty page: the newest inbox messages are fetched before anything else.
  const inbox = await firstInbox(held, read);
  const startSlice = () => timeSlice(() => true);
  const first = { client, write, older, isAsked: false, startSlice, onArrival: () => {} };
  if (inbox) await syncMailbox({ ...first, box: inbox });
  await watchFolders(client, (path) => {
    if (path === null) folders.isListStale = true;
    else folders.changedPaths.add(path);
    wakeSignal.happen();
  });
  const boxes: MailboxRow[] = [];
  const session: Session = {
    ...{ held, client, signal, read, write, older, boxes, folders },
    ...{ polledAt: new Map(), arrived: new Set(), isWoken: wakeSignal.watch() },
  };
  await refreshFolders(session);
  await setAccountState(read, held, "syncing");
  const { accountId, userId } = held;
  const replay = { client, accountId, userId, lines, boxes, files: worker.files, write, read };
  while (!signal.aborted && client.usable) {
    session.isWoken = wakeSignal.watch();
    // The replayed operations changed more than one folder on the server.
    const isAsked = wakeSignal.takeSyncRequest();
    if (isAsked) await setAccountState(read, held, "syncing");
    await replayImapOperations(replay, replayed);
    if (replayed.size > 0 || isAsked) session.polledAt.clear();
    const { hasMore, isAborted } = await syncAllMailboxes(session, isAsked, replayed);
    if (isAborted) return;
    await announceProgress(read, held);
    const hadBodies = isInboxComplete(boxes) && (await fetchNewBodies(worker, session));
    if (hasMore || hadBodies || checkOpened(session)) continue;
    await storeDraftFiles(replay);
    await setAccountState(read, held, "ready");
    await whileWaiting(() => listen(following, session));
  }
  if (!signal.aborted) throw new ImapFailure("connection", t`The server closed the connection.`, true);
}

/** Changes of the open folder. */
function wakeOnChanges(client: ImapFlow, wakeSignal: WakeSignal, { changedPaths }: FolderWatch): void {
  const happen = ({ path }: { path: string }) => {
    changedPaths.add(path);
    wakeSignal.happen();
  };
  for (const event of ["exists", "expunge", "flags"] as const) client.on(event, happen);
  client.on("close", () => wakeSignal.happen());
}

/** A transaction as the owner; the owner's pages are told of the emails that it answers. */
const announcingWrite =
  (read: Read, held: AccountLease): Write =>
  (work) =>
    read(async (db) => {
      const ids = await work(db);
      if (ids.length > 0)
        await recordAnnouncements(db, [
          { resource: "emails", ids: ids.slice(0, 1000), audience: [held.userId] },
        ]);
    });

const isInboxComplete = (boxes: readonly MailboxRow[]) =>
  boxes.every(({ role, backfillUid }) => role !== "inbox" || backfillUid === 1);

/**
 * Texts of messages, and what follows from them: bounces, receipts, sent mail, the fact that mail has arrived. Answers whether there
 * were any.
 */
function fetchNewBodies(worker: Worker, session: Session): Promise<boolean> {
  const { client, held, boxes, read, write, arrived, polledAt, isWoken } = session;
  return fetchBodies({
    ...{ client, accountId: held.accountId, userId: held.userId, boxes, read, write },
    ...{ workers: worker.workers, isOver: timeSlice(isWoken) },
    onStale: (mailboxId) => void polledAt.delete(mailboxId),
    onRead: async (db, mails) => {
      await processBounces(db, held.userId, mails);
      await processReadReceipts(db, held.userId, mails);
      await publishSentMail(worker, db, held.userId, mails);
      await publishMailOfOtherPrograms(worker, db, held.userId, mails);
      for (const { id: emailId, calendar } of mails)
        if (arrived.delete(emailId))
          await worker.jobs.publish(db, mailArrived, {
            ...{ emailId, userId: held.userId, accountId: held.accountId },
            hasCalendar: calendar !== null,
          });
    },
  });
}

/** IDLE on the inbox where the server supports it (RFC 2177), else polling. */
async function listen(
  { client, wakeSignal, signal }: Following,
  { boxes, polledAt }: Session,
): Promise<void> {
  const inbox = boxes.find(({ role }) => role === "inbox");
  const canIdle = client.capabilities.has("IDLE");
  if (!inbox || !canIdle) {
    await wakeSignal.wait(POLL_INBOX_MS, signal);
    return;
  }
  await client.mailboxOpen(inbox.path, { readOnly: true });
  // IDLE would not report changes made since the last sync.
  const now = client.mailbox;
  const isSame =
    now &&
    now.uidNext === inbox.uidNext &&
    now.exists === inbox.messageCount &&
    (now.highestModseq ?? null) === inbox.highestModseq;
  if (!isSame) {
    polledAt.delete(inbox.id);
    return;
  }
  // The next command on a broken connection fails and reports it.
  const idling = client.idle().catch(() => undefined);
  await wakeSignal.wait(LIST_MS, signal);
  // This only ends IDLE; the next command on a broken connection reports it.
  if (client.usable && !signal.aborted) await client.noop().catch(() => undefined);
  await idling;
}
