import { and, eq, inArray } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { listsStates } from "#platform/mail/list-folders.ts";
import { mailPendingOperations } from "../account-tables.ts";
import { followFolders } from "./follow-folders.ts";
import { refreshMailboxes } from "./list-mailboxes.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";
import type { AccountLease, Read } from "./record-account-state.ts";
import { syncMailbox } from "./sync-mailbox.ts";
import { listUnplaced, trashUnplaced } from "./unplaced-mail.ts";
import { timeSlice } from "./wake-signal.ts";

/** How often folders other than the inbox are polled; the inbox without IDLE is polled more often. */
const POLL_MS = 5 * 60_000;
/** How long an inbox that stays open is not opened again, unless its server reports a change. */
const QUIET_MS = 10_000;
/** How often the list of folders is read: the server may not report its changes (NOTIFY), or miss some. */
export const LIST_MS = 45_000;

/** What is known of an account since its connection was made. */
export type Session = {
  held: AccountLease;
  client: ImapFlow;
  signal: AbortSignal;
  read: Read;
  write(work: (db: Transaction) => Promise<string[]>): Promise<void>;
  /** Changed in place, because the replay of local changes uses the same list. */
  boxes: MailboxRow[];
  folders: FolderWatch;
  /** By folder: the numbers below what is known there, the highest last. */
  older: Map<string, number[]>;
  /** By folder: when it was last read, in milliseconds since 1970. */
  polledAt: Map<string, number>;
  /** Something else is to be done since the last look at what is. */
  isWoken: () => boolean;
  /** Emails that arrived in the inbox since connecting, until their text is parsed. */
  arrived: Set<string>;
};

/** Changes of folders that are not open. */
export type FolderWatch = {
  /** Folders were created, renamed or deleted. */
  isListStale: boolean;
  /** Folders whose messages changed. */
  changedPaths: Set<string>;
  /** When the folders were last listed on this connection, in milliseconds since 1970; 0 before. */
  listedAt: number;
  /** Folders other than the inbox were opened since their states were compared. */
  wereOpened: boolean;
  /** Ids of the folders that the comparison found changed: opening these does not make another one due. */
  differing: Set<string>;
};

type Outcome = { hasMore: boolean; isAborted: boolean };

/**
 * Brings all folders up to date that are due. Afterwards mail is listed as the server has it, also where it was changed
 * here and there at once, and what is in no folder any more is in the trash.
 */
export async function syncAllMailboxes(
  session: Session,
  isAsked: boolean,
  replayed: Set<string>,
): Promise<Outcome> {
  const { held, read, write, polledAt } = session;
  const { userId, accountId } = held;
  await applyFolderChanges(session, isAsked);
  const outcome = await syncDueMailboxes(session, isAsked);
  await followReplayed(write, userId, replayed);
  if (outcome.hasMore || outcome.isAborted) return outcome;
  const missingIds = await read((db) => listUnplaced(db, userId, accountId));
  if (missingIds.length === 0) return outcome;
  // They may be in a folder that is new or was not read since.
  await refreshFolders(session);
  polledAt.clear();
  const again = await syncDueMailboxes(session, false);
  if (!again.hasMore && !again.isAborted) await write((db) => trashUnplaced(db, userId, missingIds));
  return again;
}

/** Emails that a process which ended since had replayed changes of, and not listed by their folders again. */
export async function listReplayed(db: Transaction, { userId, accountId }: AccountLease): Promise<string[]> {
  const isReplayed = and(
    eq(mailPendingOperations.userId, userId),
    eq(mailPendingOperations.accountId, accountId),
    eq(mailPendingOperations.state, "replayed"),
  );
  const rows = await db
    .select({ id: mailPendingOperations.emailId })
    .from(mailPendingOperations)
    .where(isReplayed);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Mail that was changed here is listed by its folders again; `replayed` is empty afterwards. */
export async function followReplayed(
  write: Session["write"],
  userId: string,
  replayed: Set<string>,
): Promise<void> {
  if (replayed.size === 0) return;
  const ids = [...replayed];
  await write(async (db) => {
    await suppressOutboundSync(db);
    await db
      .update(mailPendingOperations)
      .set({ state: "done" })
      .where(
        and(
          eq(mailPendingOperations.userId, userId),
          inArray(mailPendingOperations.emailId, ids),
          eq(mailPendingOperations.state, "replayed"),
        ),
      );
    return followFolders(db, userId, ids);
  });
  replayed.clear();
}

async function applyFolderChanges(session: Session, isAsked: boolean): Promise<void> {
  const { folders, boxes, polledAt } = session;
  for (const path of folders.changedPaths) {
    const box = boxes.find((each) => each.path === path);
    if (box) polledAt.delete(box.id);
    else folders.isListStale = true;
  }
  folders.changedPaths.clear();
  const isListDue = Date.now() - folders.listedAt > LIST_MS;
  if (isAsked || isListDue || folders.isListStale) await refreshFolders(session);
}

/** What the server reports meanwhile makes the list stale again. */
export async function refreshFolders(session: Session): Promise<void> {
  const { client, held, read, boxes, folders, polledAt } = session;
  folders.isListStale = false;
  folders.wereOpened = false;
  const found = await refreshMailboxes(client, held, read, folders.listedAt === 0);
  boxes.splice(0, boxes.length, ...found.boxes);
  folders.differing = new Set(found.changed.map(({ id }) => id));
  for (const id of folders.differing) polledAt.delete(id);
  folders.listedAt = Date.now();
}

/**
 * A server reports changes of an open folder to whoever has it open, so those after it was read may be lost when another
 * is opened: once after that, the states of all folders are compared. Returns whether that is due.
 */
export function checkOpened({ client, folders }: Session): boolean {
  const isDue = folders.wereOpened && listsStates(client);
  if (isDue) folders.isListStale = true;
  return isDue;
}

/**
 * Texts are fetched from an open inbox, for a second at a time: the server reports its changes meanwhile, and opening one
 * with ten thousand messages again takes it half a second.
 */
function isQuiet({ client, polledAt }: Session, inbox: MailboxRow): boolean {
  const open = client.mailbox;
  return open !== false && open.path === inbox.path && Date.now() - (polledAt.get(inbox.id) ?? 0) < QUIET_MS;
}

/** One chunk of the inbox and of each folder that is due or not read to its beginning. */
async function syncDueMailboxes(session: Session, isAsked: boolean): Promise<Outcome> {
  const { client, write, older, boxes, folders, polledAt, arrived, signal } = session;
  let hasMore = false;
  const synced = boxes.filter(({ isSynced }) => isSynced);
  const isBehindIn = ({ backfillUid }: MailboxRow) => (backfillUid ?? 2) > 1;
  const startSlice = () => timeSlice(session.isWoken, synced.filter(isBehindIn).length);
  for (const box of synced) {
    const isInbox = box.role === "inbox";
    const isDue = Date.now() - (polledAt.get(box.id) ?? 0) > POLL_MS;
    const isBehind = isBehindIn(box);
    if (!isBehind && (isInbox ? isQuiet(session, box) : !isDue)) continue;
    const outcome = await syncMailbox({
      ...{ client, box, write, older, isAsked, startSlice },
      onArrival: (stored) => {
        if (isInbox) for (const { emailId, isNew } of stored) if (isNew) arrived.add(emailId);
      },
    });
    polledAt.set(box.id, Date.now());
    if (!isInbox && !folders.differing.delete(box.id)) folders.wereOpened = true;
    hasMore ||= outcome.hasMore;
    if (signal.aborted) return { hasMore, isAborted: true };
  }
  return { hasMore, isAborted: false };
}
