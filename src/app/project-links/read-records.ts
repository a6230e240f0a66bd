import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { ownEvents, ownTimes } from "#features/calendar/events/read-events.ts";
import { events, eventTimes } from "#features/calendar/tables.ts";
import { ownContacts } from "#features/contacts/read-contacts.ts";
import { contacts } from "#features/contacts/tables.ts";
import { isOwnOrShared } from "#features/documents/read-documents.ts";
import { documentDates, documents } from "#features/documents/tables.ts";
import { ownEmails } from "#features/email/reading/read-emails.ts";
import { emails } from "#features/email/tables.ts";
import { tasks } from "#features/tasks/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { LinkKind } from "./model.ts";

/** What a link shows of its record. */
export type LinkedRecord = {
  recordId: string;
  title: string;
  detail: string | null;
  at: Date | null;
  isAllDay: boolean;
  /** As in a header of a mail: who wrote it, to whom it went, who attends it. */
  people: string[];
};

type Ids = readonly string[];

/** The records that the actor may see now; those in the trash are missing, and so are those of others. */
export const readRecords = async (context: SignedIn, kind: LinkKind, ids: Ids): Promise<LinkedRecord[]> =>
  ids.length === 0 ? [] : READERS[kind](context, ids);

const READERS: Record<LinkKind, (context: SignedIn, ids: Ids) => Promise<LinkedRecord[]>> = {
  contact: readContacts,
  email: readEmails,
  event: readEvents,
  document: readDocuments,
};

const plain = { at: null, isAllDay: false, people: [] };

async function readContacts(context: SignedIn, ids: Ids): Promise<LinkedRecord[]> {
  const rows = await context.db
    .select({ recordId: contacts.id, title: contacts.contactName, detail: contacts.contactEmail })
    .from(contacts)
    .where(ownContacts(context, inArray(contacts.id, [...ids])));
  return rows.map((row) => ({ ...plain, ...row }));
}

async function readEmails(context: SignedIn, ids: Ids): Promise<LinkedRecord[]> {
  const { sender, recipients, cc, status, sentAt, createdAt } = emails;
  const rows = await context.db
    .select({
      ...{ recordId: emails.id, title: emails.subject },
      sender,
      recipients,
      cc,
      status,
      sentAt,
      createdAt,
    })
    .from(emails)
    .where(ownEmails(context, inArray(emails.id, [...ids])));
  return rows.map(({ recordId, title, ...mail }) => ({
    ...{ recordId, title, detail: correspondentOf(mail), at: mail.sentAt ?? mail.createdAt, isAllDay: false },
    people: [mail.sender, ...mail.recipients, ...mail.cc],
  }));
}

type Sent = { sender: string; recipients: string[]; status: string };

const correspondentOf = ({ sender, recipients: [first], status }: Sent) =>
  status === "received" ? sender : (first ?? null);

/** An occurrence of a series is no row of its own: it is looked for where the others are not found. */
async function readEvents(context: SignedIn, ids: Ids): Promise<LinkedRecord[]> {
  const rows = await context.db
    .select(eventColumns(events))
    .from(events)
    .where(ownEvents(context, inArray(events.id, [...ids])));
  const found = new Set(rows.map(({ recordId }) => recordId));
  const others = ids.filter((id) => !found.has(id));
  const occurrences =
    others.length === 0
      ? []
      : await context.db
          .select(eventColumns(eventTimes))
          .from(eventTimes)
          .where(ownTimes(context, inArray(eventTimes.id, others)));
  return [...rows, ...occurrences].map(({ attendees, ...row }) => ({ ...row, people: attendees }));
}

const eventColumns = (table: typeof events | typeof eventTimes) => ({
  recordId: table.id,
  title: table.title,
  detail: table.location,
  at: table.startTime,
  isAllDay: table.isAllDay,
  attendees: table.attendees,
});

async function readDocuments({ db }: SignedIn, ids: Ids): Promise<LinkedRecord[]> {
  const rows = await db
    .select({ recordId: documents.id, title: documents.title, detail: documents.fileName })
    .from(documents)
    .where(and(inArray(documents.id, [...ids]), isNull(documents.deletedAt), isOwnOrShared));
  return rows.map((row) => ({ ...plain, ...row }));
}

/** The documents with a date of which a task of the project was made, each once. */
export async function documentsOfTasks({ db, actor }: SignedIn, projectId: string, limit: number) {
  return db
    .selectDistinctOn([documentDates.documentId], {
      id: documentDates.id,
      recordId: documentDates.documentId,
      createdAt: tasks.createdAt,
    })
    .from(documentDates)
    .innerJoin(tasks, and(eq(tasks.id, documentDates.taskId), eq(tasks.userId, documentDates.userId)))
    .where(
      and(
        eq(documentDates.userId, actor.userId),
        eq(tasks.userId, actor.userId),
        eq(tasks.projectId, projectId),
        isNull(tasks.deletedAt),
      ),
    )
    .orderBy(documentDates.documentId, desc(tasks.createdAt), sql`${documentDates.id}`)
    .limit(limit);
}
