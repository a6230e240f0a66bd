import { and, asc, eq, notInArray } from "drizzle-orm";
import type { ImapFlow, ListResponse } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { listFolders } from "#platform/mail/list-folders.ts";
import type { MailboxRole } from "../account-model.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { followFolders } from "./follow-folders.ts";
import { followRenames } from "./follow-renames.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { removeAllMessages } from "./unplaced-mail.ts";

type Held = { accountId: string; userId: string };
type Read = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;

const ROLES: Record<string, MailboxRole> = {
  "\\Inbox": "inbox",
  "\\Sent": "sent",
  "\\Drafts": "drafts",
  "\\Archive": "archive",
  "\\Junk": "junk",
  "\\Trash": "trash",
  "\\All": "all",
};
const ORDER: readonly MailboxRole[] = ["inbox", "drafts", "sent", "archive", "other", "all", "junk", "trash"];
/** Usual folder names, for servers that do not report roles; top-level folders take precedence. */
const NAMES: readonly [RegExp, MailboxRole][] = [
  [/^(sent|sent (mail|items|messages)|gesendet|gesendete (elemente|objekte)|envoy[ée]s|enviados)$/i, "sent"],
  [/^(drafts?|entw[üu]rfe|brouillons|borradores)$/i, "drafts"],
  [/^(junk|junk e-?mail|spam|bulk mail|unerw[üu]nscht|courrier ind[ée]sirable)$/i, "junk"],
  [/^(trash|deleted (items|messages)|papierkorb|corbeille|papelera)$/i, "trash"],
  [/^(archives?|archiv)$/i, "archive"],
];
const MAX_BOXES = 500;

/** The inbox of an account without imported folders: every server has one (RFC 3501 §5.1), so no LIST is needed. */
export const firstInbox = ({ accountId, userId }: Held, read: Read): Promise<MailboxRow | null> =>
  read(async (db) => {
    const own = and(eq(mailboxes.userId, userId), eq(mailboxes.accountId, accountId));
    const known = await db.$count(mailboxes, own);
    if (known > 0) return null;
    const inbox = { userId, accountId, path: "INBOX", name: "INBOX", role: "inbox" as const };
    const [row] = await db.insert(mailboxes).values(inbox).returning();
    return row ?? null;
  });

/**
 * Known folders are missing from the list. While one is renamed a server may list neither name, and Dovecot may go on
 * doing so on that connection: only the first list of a new one shows that they are gone.
 */
export class FoldersMissing extends Error {}

type Refreshed = {
  boxes: MailboxRow[];
  /** Folders whose messages differ from what is known here, where the server lists their states (RFC 5819). */
  changed: MailboxRow[];
};

/**
 * Syncs the folder list from the server and returns it ordered by role. Folders deleted there are deleted here if this
 * is the first list of the connection, else FoldersMissing is thrown.
 */
export async function refreshMailboxes(
  client: ImapFlow,
  { accountId, userId }: Held,
  read: Read,
  isFirst: boolean,
): Promise<Refreshed> {
  // After the first list all folders are read.
  const all = (await listFolders(client, { withStates: !isFirst })).filter(
    ({ flags }) => !flags.has("\\Noselect") && !flags.has("\\NonExistent"),
  );
  const listed = all.slice(0, MAX_BOXES);
  const gone = await followRenames(client, { accountId, userId }, read, listed);
  const isMissing = gone.some((box) => all.every(({ path }) => path !== box.path));
  if (isMissing && !isFirst) throw new FoldersMissing();
  const roles = rolesOf(listed);
  const rows = await read(async (db) => {
    for (const { path, name, delimiter } of listed) {
      const role = roles.get(path) ?? "other";
      const fields = { name, delimiter, role, isSynced: true };
      await db
        .insert(mailboxes)
        .values({ userId, accountId, path, ...fields })
        .onConflictDoUpdate({ target: [mailboxes.accountId, mailboxes.path], set: fields });
    }
    await removeMissing(
      db,
      { accountId, userId },
      all.map(({ path }) => path),
    );
    await db
      .update(mailAccounts)
      .set({ capabilities: [...client.capabilities.keys()].slice(0, 100) })
      .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId)));
    return db
      .select()
      .from(mailboxes)
      .where(and(eq(mailboxes.userId, userId), eq(mailboxes.accountId, accountId)))
      .orderBy(asc(mailboxes.path), asc(mailboxes.id));
  });
  const states = new Map(all.map(({ path, status }) => [path, status]));
  return {
    boxes: rows.toSorted((one, other) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role)),
    changed: rows.filter((box) => isChanged(box, states.get(box.path))),
  };
}

/** What the server does not report is no change. */
export function isChanged(box: MailboxRow, state: ListResponse["status"]): boolean {
  if (!state || box.uidValidity === null) return false;
  const { messages, uidNext, uidValidity, highestModseq } = state;
  return (
    (messages !== undefined && messages !== box.messageCount) ||
    (uidNext !== undefined && uidNext !== box.uidNext) ||
    (uidValidity !== undefined && Number(uidValidity) !== box.uidValidity) ||
    (highestModseq !== undefined && box.highestModseq !== null && highestModseq !== box.highestModseq)
  );
}

/** Their mail is looked for in the other folders. */
async function removeMissing(db: Transaction, { accountId, userId }: Held, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const removed = await db
    .select()
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.userId, userId),
        eq(mailboxes.accountId, accountId),
        notInArray(mailboxes.path, paths),
      ),
    );
  for (const box of removed) {
    await followFolders(db, userId, await removeAllMessages(db, box));
    await db.delete(mailboxes).where(and(eq(mailboxes.userId, userId), eq(mailboxes.id, box.id)));
  }
}

/** By the role that the server reports (RFC 6154); by name where no folder has the role. */
function rolesOf(
  listed: readonly Pick<ListResponse, "path" | "name" | "delimiter" | "specialUse" | "specialUseSource">[],
) {
  const roles = new Map<string, MailboxRole>();
  for (const { path, specialUse = "", specialUseSource } of listed) {
    const role = path.toUpperCase() === "INBOX" ? "inbox" : ROLES[specialUse];
    if (role && (role === "inbox" || specialUseSource !== "name")) roles.set(path, role);
  }
  const usedRoles = new Set(roles.values());
  for (const { path, name } of listed.toSorted((one, other) => depthOf(one) - depthOf(other))) {
    const role = roles.has(path) ? undefined : NAMES.find(([pattern]) => pattern.test(name))?.[1];
    if (!role || usedRoles.has(role)) continue;
    roles.set(path, role);
    usedRoles.add(role);
  }
  return roles;
}

const depthOf = ({ path, delimiter }: { path: string; delimiter: string }) =>
  path.split(delimiter || "/").length;
