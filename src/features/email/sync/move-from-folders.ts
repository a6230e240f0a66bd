import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { moveMessage } from "#platform/mail/imap-commands.ts";
import type { MailOperation } from "../account-model.ts";
import { mailboxes } from "../account-tables.ts";
import type { ImapReplay } from "../operations-run.ts";
import { mailboxMessages } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { markUnplaced } from "./unplaced-mail.ts";

/** A message of a folder. */
export type Place = { box: MailboxRow; uid: number };

/** The UIDs here are those of another folder: it has to be read again first. */
export class FolderRecreated extends Error {}

/** UIDs are valid only as long as the folder's UIDVALIDITY: if it changed, the next sync fetches new ones first. */
export async function openFolder({ client }: ImapReplay, box: MailboxRow): Promise<void> {
  const { uidValidity } = await client.mailboxOpen(box.path);
  if (Number(uidValidity) !== box.uidValidity) throw new FolderRecreated();
}

export function targetOf(
  { boxes }: ImapReplay,
  { role, path }: Extract<MailOperation, { kind: "move" }>,
): MailboxRow {
  const found = boxes.find((box) => (path === null ? box.role === role : box.path === path));
  // Without an archive folder, archived mail is in the folder of all mail.
  const target = found ?? (role === "archive" ? boxes.find((box) => box.role === "all") : undefined);
  if (!target && path !== null) throw folderGone(path);
  if (!target)
    throw new AppError(
      "not_found",
      role === "archive"
        ? t`This account has no folder for the archive`
        : t`This account has no folder for ${role ?? ""}`,
    );
  return target;
}

const folderGone = (name: string) =>
  new AppError("not_found", t`The folder '${name}' no longer exists on the server`);

const moveTo = (run: ImapReplay, uid: number, target: MailboxRow) =>
  moveMessage(run.client, uid, target.path).catch(async (error: unknown) => {
    throw (await isFolderGone(run, target)) ? folderGone(target.name) : error;
  });

/** Only a complete list without it says so. */
async function isFolderGone({ client }: ImapReplay, { path }: MailboxRow): Promise<boolean> {
  if (!client.usable) return false;
  const listed = await client.list();
  return listed.length > 0 && listed.every((each) => each.path !== path);
}

/** Moves the message from every folder except the folder of all mail, which keeps everything (Gmail). */
export async function moveFromFolders(
  run: ImapReplay,
  emailId: string | null,
  places: readonly Place[],
  target: MailboxRow,
): Promise<void> {
  const movable = places.filter(({ box }) => box.role !== "all" && box.id !== target.id);
  for (const { box, uid } of movable) {
    await openFolder(run, box);
    const { uidMap, uidValidity: validity } = await moveTo(run, uid, target);
    const newUid = uidMap?.get(uid);
    const uidValidity = validity === undefined ? target.uidValidity : Number(validity);
    if (!target.isSynced) target.uidValidity = uidValidity;
    await run.write(async (db) => {
      const place = and(
        eq(mailboxMessages.userId, run.userId),
        eq(mailboxMessages.mailboxId, box.id),
        eq(mailboxMessages.uid, uid),
      );
      // A second copy in a folder is a message of its own there: the next sync stores it as one.
      const isFirst = !places.some((each) => each.box.id === target.id) && box === movable[0]?.box;
      if (newUid === undefined || !isFirst) await db.delete(mailboxMessages).where(place);
      else
        await db
          .update(mailboxMessages)
          .set({ mailboxId: target.id, uid: newUid, modseq: null })
          .where(place);
      // The server did not say where it is now.
      await markUnplaced(db, { userId: run.userId, role: target.role }, emailId ? [emailId] : []);
      // A folder that is not synced: saves its UIDVALIDITY, so that the message can be moved back.
      if (!target.isSynced && newUid !== undefined)
        await db
          .update(mailboxes)
          .set({ uidValidity })
          .where(and(eq(mailboxes.userId, run.userId), eq(mailboxes.id, target.id)));
      await db.execute(sql`update mailboxes b set synced_count = (select count(*) from mailbox_messages where mailbox_id = b.id),
        message_count = greatest(0, message_count + case when b.id = ${target.id} then 1 else -1 end)
        where b.user_id = ${run.userId} and b.id in (${box.id}, ${target.id})`);
      return [];
    });
    box.messageCount = Math.max(0, box.messageCount - 1);
    box.syncedCount = Math.max(0, box.syncedCount - 1);
    if (newUid !== undefined) {
      target.messageCount += 1;
      target.syncedCount += 1;
    }
  }
}
