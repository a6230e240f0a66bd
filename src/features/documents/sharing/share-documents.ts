import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { hashPassword } from "#platform/auth/credentials/password-hash.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { notify } from "#platform/notify/notify.ts";
import { documentTextChanged } from "../events.ts";
import type { Document } from "../model.ts";
import { documentColumns, findOwnDocument } from "../read-documents.ts";
import { documentLinks, documentLinkVisits, documentShares, documents } from "../tables.ts";
import { announceToReaders } from "../write-documents.ts";

/** Links that one document may have at a time. */
const MAX_LINKS = 20;
const MAX_SHARES = 200;

export type Recipient = { personId: string } | { email: string } | { workspaceId: string };

/** Whom a document may be shared with by choosing: people the actor works or talks with, and their workspaces. */
export async function shareCandidates({ db }: SignedIn) {
  const people = await db.execute<{ id: string; name: string; email: string }>(
    sql`select user_id as id, full_name as name, email from my_colleagues()`,
  );
  const workspaces = await db.execute<{ id: string; name: string }>(
    sql`select id, name from workspaces_to_share_with() order by lower(name), id limit 200`,
  );
  return { people: people.rows, workspaces: workspaces.rows };
}

type ShareRow = {
  id: string;
  person_id: string | null;
  workspace_id: string | null;
  conversation_id: string | null;
  decision_id: string | null;
  name: string | null;
  email: string | null;
  created_at: string;
  is_waiting: boolean;
};

/** Who may read it, and its valid links. */
export async function sharingOf(context: SignedIn, id: string) {
  await findOwnDocument(context, id);
  const { rows } = await context.db.execute<ShareRow>(sql`select * from shares_of_document(${id})`);
  const links = await context.db
    .select(linkFields)
    .from(documentLinks)
    .where(
      and(eq(documentLinks.userId, context.actor.userId), eq(documentLinks.documentId, id), holds(context)),
    )
    .orderBy(documentLinks.createdAt, documentLinks.id);
  const shares = rows.map((row) => ({
    id: row.id,
    personId: row.person_id,
    workspaceId: row.workspace_id,
    conversationId: row.conversation_id,
    decisionId: row.decision_id,
    // Show the address until it counts: before that, anybody could have chosen the name.
    name: (row.is_waiting ? row.email : row.name) ?? "Somebody who has left",
    email: row.email,
    isPending: row.is_waiting,
    createdAt: new Date(row.created_at),
  }));
  return { shares, links };
}

/** Shares with a person or a workspace and notifies them once. Sharing again changes nothing. */
export async function shareDocument(context: SignedIn, id: string, recipient: Recipient): Promise<Document> {
  const { db, actor } = context;
  const document = await findOwnDocument(context, id);
  const target = await targetOf(context, recipient);
  const own = and(eq(documentShares.userId, actor.userId), eq(documentShares.documentId, id));
  const chosen = and(own, isNull(documentShares.messageId));
  const count = await db.$count(documentShares, chosen);
  if (count >= MAX_SHARES)
    throw new AppError("invalid", t`A document is shared with at most ${MAX_SHARES} people and workspaces`);
  const added = await db
    .insert(documentShares)
    .values({ documentId: id, userId: actor.userId, ...columnsOf(target) })
    .onConflictDoNothing()
    .returning({ id: documentShares.id });
  if (added.length === 0) return document;
  await markShared(context, id);
  await announceToReaders(context, [id]);
  const readers = await peopleOf(context, target);
  await context.publish(documentTextChanged, { documentId: id, readers });
  await notify(context, {
    userIds: readers,
    type: "document",
    title: () => t`${actor.fullName || actor.email} shared '${document.title}' with you`,
    message: document.description ?? document.fileName,
    href: `/documents/${id}`,
    contextData: { documentId: id },
    dedupeKey: `document ${id} shared`,
  });
  return findOwnDocument(context, id);
}

/** The reader loses it on the very next request. */
export async function unshareDocument(context: SignedIn, id: string, shareId: string): Promise<Document> {
  await findOwnDocument(context, id);
  await announceToReaders(context, [id]);
  // The list shows a conversation once, however many messages carry the document, so delete all of its shares.
  const isSelected = sql`${documentShares.id} = ${shareId} or ${documentShares.conversationId} = (
    select s.conversation_id from document_shares s where s.user_id = ${context.actor.userId} and s.id = ${shareId} and s.document_id = ${id})`;
  const deleted = await context.db
    .delete(documentShares)
    .where(
      and(
        eq(documentShares.userId, context.actor.userId),
        eq(documentShares.documentId, id),
        sql`(${isSelected})`,
      ),
    )
    .returning({ id: documentShares.id });
  if (deleted.length === 0) throw notFound(t`Share`);
  await markShared(context, id);
  return findOwnDocument(context, id);
}

/** Creates a link for anyone who has it. The token is returned only here: only its hash is stored. */
export async function createLink(
  context: SignedIn,
  { id, expiresAt, password }: { id: string; expiresAt: Date | null; password: string | null },
) {
  const { db, actor, now } = context;
  await findOwnDocument(context, id);
  if (expiresAt && expiresAt <= now)
    throw new AppError("invalid", t`Choose an end that lies ahead`, {
      fields: { expiresAt: "lies in the past" },
    });
  const valid = and(eq(documentLinks.userId, actor.userId), eq(documentLinks.documentId, id), holds(context));
  const count = await db.$count(documentLinks, valid);
  if (count >= MAX_LINKS)
    throw new AppError("invalid", t`A document has at most ${MAX_LINKS} links at a time`);
  const token = randomBytes(32).toString("base64url");
  const link = await db
    .insert(documentLinks)
    .values({
      documentId: id,
      userId: actor.userId,
      tokenHash: hashOfToken(token),
      expiresAt,
      passwordHash: password === null ? null : await hashPassword(password),
    })
    .returning(linkFields)
    .then(returnedRow);
  await markShared(context, id);
  return { link, path: `/shared/${token}` };
}

export async function revokeLink(context: SignedIn, id: string, linkId: string): Promise<Document> {
  await findOwnDocument(context, id);
  const deleted = await context.db
    .delete(documentLinks)
    .where(
      and(
        eq(documentLinks.userId, context.actor.userId),
        eq(documentLinks.id, linkId),
        eq(documentLinks.documentId, id),
      ),
    )
    .returning({ id: documentLinks.id });
  if (deleted.length === 0) throw notFound(t`Link`);
  await markShared(context, id);
  return findOwnDocument(context, id);
}

const MAX_VISITS = 100;

/** Who opened one of the links of a document, the latest first. */
export async function visitsOf(context: SignedIn, id: string, linkId: string) {
  await findOwnDocument(context, id);
  const link = and(
    eq(documentLinks.userId, context.actor.userId),
    eq(documentLinks.id, linkId),
    eq(documentLinks.documentId, id),
  );
  if ((await context.db.$count(documentLinks, link)) === 0) throw notFound(t`Link`);
  const visits = await context.db
    .select({
      at: documentLinkVisits.createdAt,
      kind: sql<"view" | "download" | "refused">`${documentLinkVisits.kind}`,
      address: documentLinkVisits.address,
      userAgent: documentLinkVisits.userAgent,
    })
    .from(documentLinkVisits)
    .where(and(eq(documentLinkVisits.userId, context.actor.userId), eq(documentLinkVisits.linkId, linkId)))
    .orderBy(desc(documentLinkVisits.createdAt), desc(documentLinkVisits.id))
    .limit(MAX_VISITS);
  return { visits };
}

/** Neither the token nor the password leaves the database, not even as a hash. */
const linkFields = {
  id: documentLinks.id,
  createdAt: documentLinks.createdAt,
  expiresAt: documentLinks.expiresAt,
  viewCount: documentLinks.viewCount,
  downloadCount: documentLinks.downloadCount,
  lastViewedAt: documentLinks.lastViewedAt,
  hasPassword: sql<boolean>`${documentLinks.passwordHash} is not null`,
};

export const hashOfToken = (token: string) => createHash("sha256").update(token).digest("hex");

const holds = ({ now }: SignedIn) => or(isNull(documentLinks.expiresAt), gt(documentLinks.expiresAt, now));

/** Updates is_shared: whether anybody but the owner may read the document. */
async function markShared(context: SignedIn, id: string): Promise<void> {
  const isShared = sql<boolean>`document_is_shared(${id})`;
  await context.db
    .update(documents)
    .set({ isShared, version: sql`${documents.version} + 1` })
    .where(and(eq(documents.userId, context.actor.userId), eq(documents.id, id)))
    .returning({ id: documentColumns.id });
}

/** `isPending`: shared by an address that does not count yet, so it gives no access until it does. */
type Target = { personId: string; byAddress: boolean; isPending: boolean } | { workspaceId: string };

const columnsOf = (target: Target) =>
  "workspaceId" in target ? target : { personId: target.personId, byAddress: target.byAddress };

async function targetOf(context: SignedIn, recipient: Recipient): Promise<Target> {
  const { db, actor } = context;
  if ("workspaceId" in recipient) {
    const { rows } = await db.execute(
      sql`select id from workspaces_to_share_with() where id = ${recipient.workspaceId}`,
    );
    if (rows.length === 0) throw notFound(t`Workspace`);
    return { workspaceId: recipient.workspaceId };
  }
  const byAddress = "email" in recipient;
  const { rows } = await db.execute<{ id: string; counts: boolean }>(
    byAddress
      ? sql`select user_id as id, counts from person_of_address(${recipient.email})`
      : sql`select user_id as id, true as counts from my_colleagues() where user_id = ${recipient.personId}`,
  );
  const [person] = rows;
  if (!person)
    throw new AppError(
      "not_found",
      byAddress ? t`Nobody here has this address. Create a link instead and send it.` : t`Person not found`,
    );
  if (person.id === actor.userId) throw new AppError("invalid", t`This document is yours already`);
  return { personId: person.id, byAddress, isPending: !person.counts };
}

async function peopleOf({ db, actor }: SignedIn, target: Target): Promise<string[]> {
  if ("personId" in target) return target.isPending ? [] : [target.personId];
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from people_of_workspace(${target.workspaceId}) id where id <> ${actor.userId}`,
  );
  return rows.map(({ id }) => id);
}
