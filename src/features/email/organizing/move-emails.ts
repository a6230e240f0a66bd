import { and, eq, exists, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { MailOperation } from "../account-model.ts";
import { mailboxes, mailPendingOperations } from "../account-tables.ts";
import { ownEmails } from "../reading/read-emails.ts";
import { categoryIn } from "../sync/follow-folders.ts";
import { suppressOutboundSync } from "../sync/pending-local-changes.ts";
import { notifySyncRequested } from "../sync/request-sync.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { withThreads } from "./update-emails.ts";

type Moved = { ids: string[]; places: { id: string; mailboxId: string }[] };

/**
 * Moves received mail of one account into a folder of that account; returns the previous folder of each email that was
 * in exactly one.
 */
export async function moveEmails(
  context: SignedIn,
  { ids, mailboxId, threads }: { ids: readonly string[]; mailboxId: string; threads: boolean },
): Promise<Moved> {
  const { db, actor, now } = context;
  const [box] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.id, mailboxId), eq(mailboxes.userId, actor.userId)));
  if (!box) throw notFound(t`Folder`);
  const targetIds = threads
    ? await withThreads(context, ids, isOnServerOf(context, box.accountId))
    : [...new Set(ids)];
  const places = await db
    .select({ id: emails.id, accountId: emails.accountId, mailboxId: mailboxMessages.mailboxId })
    .from(emails)
    .leftJoin(mailboxMessages, eq(mailboxMessages.emailId, emails.id))
    .where(ownEmails(context, inArray(emails.id, targetIds)));
  if (targetIds.some((id) => !places.some((place) => place.id === id))) throw notFound(t`Email`);
  if (places.some((place) => place.accountId !== box.accountId || !place.mailboxId))
    throw new AppError(
      "conflict",
      t`Only mail that lies on the server of this account goes to '${box.name}'`,
    );
  // The operation is queued below, so the trigger must not queue it too.
  await suppressOutboundSync(db);
  await db
    .update(emails)
    .set({
      folder: box.role === "all" ? "archive" : box.role,
      ...categoryIn(box),
      updatedAt: now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, inArray(emails.id, targetIds)));
  const detail: MailOperation = { kind: "move", role: null, path: box.path };
  await db.insert(mailPendingOperations).values(
    targetIds.map((emailId) => ({
      ...{ userId: actor.userId, accountId: box.accountId, emailId, detail },
      kind: "move" as const,
    })),
  );
  notifySyncRequested();
  const before = [...Map.groupBy(places, ({ id }) => id).values()];
  const single = before.flatMap(([first, ...others]) =>
    first?.mailboxId && others.length === 0 ? [{ id: first.id, mailboxId: first.mailboxId }] : [],
  );
  return { ids: targetIds, places: single };
}

/** On this account's server, in any folder. */
const isOnServerOf = ({ actor, db }: SignedIn, accountId: string) =>
  and(
    eq(emails.accountId, accountId),
    exists(
      db
        .select({ one: sql`1` })
        .from(mailboxMessages)
        .where(and(eq(mailboxMessages.userId, actor.userId), eq(mailboxMessages.emailId, emails.id))),
    ),
  );
