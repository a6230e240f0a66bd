import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { messages } from "#features/communication/tables.ts";
import { documents, documentTexts } from "#features/documents/tables.ts";
import { emails } from "#features/email/tables.ts";
import type { Turn } from "../intent.ts";
import type { ContentRecord } from "./content-record.ts";
import {
  type Known,
  type Mail,
  ofMail,
  ofPaper,
  ofPost,
  type Paper,
  type Post,
  peopleOf,
} from "./find-content.ts";

/** The mails, documents and messages that the answer before showed. */
export async function findShown(turn: Turn, known: readonly Known[]): Promise<ContentRecord[]> {
  const idsOf = (kind: string) =>
    turn.previousCards
      .filter((card) => card.kind === kind)
      .map(({ id }) => id)
      .slice(0, 10);
  const people = peopleOf(known);
  const [mails, papers, posts] = [idsOf("email"), idsOf("document"), idsOf("conversation")];
  return [
    ...(mails.length > 0 ? await mailsOf(turn, mails) : []).map((row) => ofMail(row, people)),
    ...(papers.length > 0 ? await papersOf(turn, papers) : []).map(ofPaper),
    ...(posts.length > 0 ? await postsOf(turn, posts) : []).map((row) => ofPost(row, turn, people)),
  ];
}

const mailsOf = ({ context: { db, actor } }: Turn, ids: string[]): Promise<Mail[]> =>
  db
    .select({
      id: emails.id,
      subject: emails.subject,
      sender: emails.sender,
      recipients: emails.recipients,
      status: sql<string>`${emails.status}`,
      at: sql<string>`coalesce(${emails.sentAt}, ${emails.createdAt})`,
      body: sql<string>`left(${emails.body}, 20000)`,
    })
    .from(emails)
    .where(and(eq(emails.userId, actor.userId), isNull(emails.deletedAt), inArray(emails.id, ids)));

const papersOf = ({ context: { db, actor } }: Turn, ids: string[]): Promise<Paper[]> =>
  db
    .select({
      id: documents.id,
      title: documents.title,
      category: sql<string>`coalesce(${documents.category}, '')`,
      at: sql<string>`${documents.createdAt}`,
      content: sql<string>`left(${documentTexts.content}, 100000)`,
    })
    .from(documents)
    .innerJoin(documentTexts, eq(documentTexts.documentId, documents.id))
    .where(and(eq(documents.userId, actor.userId), isNull(documents.deletedAt), inArray(documents.id, ids)));

/** The newest messages of the conversations; row-level security shows those of the person only. */
const postsOf = ({ context: { db } }: Turn, ids: string[]): Promise<Post[]> =>
  db
    .select({
      id: messages.id,
      conversation_id: messages.conversationId,
      conversation: sql<string>`coalesce((select c.title from conversations c where c.id = ${messages.conversationId}), '')`,
      sender_id: messages.senderId,
      sender: sql<string>`coalesce((select p.full_name from profiles p where p.user_id = ${messages.senderId}), '')`,
      at: sql<string>`${messages.createdAt}`,
      content: messages.content,
    })
    .from(messages)
    .where(and(inArray(messages.conversationId, ids), isNull(messages.deletedAt)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(20);
