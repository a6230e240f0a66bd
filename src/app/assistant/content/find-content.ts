import { and, eq, isNull, sql } from "drizzle-orm";
import { contacts } from "#features/contacts/tables.ts";
import { formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { emailCard, eventCard, momentOf } from "../format-answer.ts";
import type { Turn } from "../intent.ts";
import { cardOf } from "../lookup/record-cards.ts";
import type { ContentRecord, Person } from "./content-record.ts";

/** The forms and synonyms of each word that is looked for. */
export type Words = readonly (readonly string[])[];

const MOST = { emails: 50, documents: 12, messages: 40, plans: 30 };

/** People of the address book. */
export type Known = {
  id: string;
  contactName: string;
  contactEmail: string | null;
  contactPhone: string | null;
  organization: string | null;
  relationship: string;
  note: string | null;
};

/** The person's contacts, for the names, firms and roles by which they may be named. */
export const findContacts = ({ context: { db, actor } }: Turn): Promise<Known[]> =>
  db
    .select({
      id: contacts.id,
      contactName: contacts.contactName,
      contactEmail: contacts.contactEmail,
      contactPhone: contacts.contactPhone,
      organization: contacts.organization,
      relationship: contacts.relationship,
      note: contacts.note,
    })
    .from(contacts)
    .where(and(eq(contacts.userId, actor.userId), isNull(contacts.deletedAt)))
    .limit(5000);

/** Mails, documents, messages and plans with most of the words; with the person's own rights. */
export async function findContent(
  turn: Turn,
  words: Words,
  known: readonly Known[],
): Promise<ContentRecord[]> {
  const asked = JSON.stringify(words);
  const people = peopleOf(known);
  const { db } = turn.context;
  const mails = await db.execute<Mail>(sql`select * from emails_with_words(${asked}::jsonb, ${MOST.emails})`);
  const papers = await db.execute<Paper>(
    sql`select * from documents_with_words(${asked}::jsonb, ${MOST.documents})`,
  );
  const posts = await db.execute<Post>(
    sql`select * from messages_with_words(${asked}::jsonb, ${MOST.messages})`,
  );
  const plans = await db.execute<Planned>(
    sql`select * from plans_with_words(${asked}::jsonb, ${MOST.plans})`,
  );
  return [
    ...mails.rows.map((row) => ofMail(row, people)),
    ...papers.rows.map(ofPaper),
    ...posts.rows.map((row) => ofPost(row, turn, people)),
    ...plans.rows.map((row) => ofPlan(row, turn)),
  ];
}

export type Mail = {
  id: string;
  subject: string;
  sender: string;
  recipients: string[];
  status: string;
  at: string;
  body: string;
};

type People = ReadonlyMap<string, Known>;

export const peopleOf = (known: readonly Known[]): People =>
  new Map(known.map((each) => [each.contactEmail?.toLowerCase() ?? each.id, each]));

export function ofMail(row: Mail, people: People): ContentRecord {
  const to = row.recipients.map((each) => personOf(each, people).words).join(" ");
  return {
    ...{ kind: "email", id: row.id, title: row.subject, text: row.body, around: `mail email ${to}` },
    author: personOf(row.sender, people),
    isOwn: row.status !== "received",
    at: new Date(row.at),
    card: emailCard(row),
  };
}

/** A sender's line, with what the address book knows of them. */
function personOf(line: string, people: People): Person {
  const address = (/<([^<>]+)>\s*$/.exec(line)?.[1] ?? line).trim().toLowerCase();
  const contact = people.get(address);
  const written = line
    .replace(/<[^<>]*>\s*$/, "")
    .replaceAll('"', "")
    .trim();
  const name = contact?.contactName ?? (written === "" ? address : written);
  const parts = address
    .replaceAll(/[@._+-]/g, " ")
    .replace(/ (?:com|org|net|test|example|co uk|at|de|eu)$/, "");
  return { name, address, words: `${name} ${written} ${parts} ${aboutContact(contact)}` };
}

const aboutContact = (contact: Known | undefined) =>
  contact ? [contact.organization, contact.relationship, contact.note].filter(Boolean).join(" ") : "";

export type Paper = { id: string; title: string; category: string; at: string; content: string };

export const ofPaper = (row: Paper): ContentRecord => ({
  ...{ kind: "document", id: row.id, title: row.title, text: row.content, author: null, isOwn: false },
  around: `document file ${row.category.replaceAll("-", " ")}`,
  at: new Date(row.at),
  card: {
    ...{ kind: "document", id: row.id, title: row.title, href: `/documents/${row.id}` },
    subtitle: row.category,
  },
});

export type Post = {
  id: string;
  conversation_id: string;
  conversation: string;
  sender_id: string;
  sender: string;
  at: string;
  content: string;
};

export function ofPost(row: Post, { context, clock }: Turn, people: People): ContentRecord {
  const at = new Date(row.at);
  const contact = [...people.values()].find(({ contactName }) => contactName === row.sender);
  return {
    ...{ kind: "message", id: row.id, title: row.conversation, text: row.content, at },
    author: { name: row.sender, address: "", words: `${row.sender} ${aboutContact(contact)}` },
    isOwn: row.sender_id === context.actor.userId,
    around: "message chat",
    card: {
      ...{ kind: "conversation", id: row.conversation_id, title: row.conversation || row.sender },
      subtitle: `${row.sender}, ${momentOf(at, clock)}`,
      href: `/communication?message=${row.id}`,
    },
  };
}

type Planned = {
  kind: "task" | "event" | "decision";
  id: string;
  title: string;
  description: string;
  place: string;
  people: string;
  starts: string | null;
  ends: string | null;
  at: string;
};

function ofPlan(row: Planned, { clock }: Turn): ContentRecord {
  const { kind, id, title } = row;
  const [starts, ends] = [row.starts, row.ends].map((each) => (each ? new Date(each) : null));
  const times = { startTime: starts ?? new Date(row.at), endTime: ends ?? new Date(row.at), isAllDay: false };
  const lines = [
    row.description,
    row.place && `Where: ${row.place}`,
    starts && ends && `When: ${momentOf(starts, clock)}`,
    kind !== "event" && ends && `${kind === "task" ? "Due" : "Deadline"}: ${momentOf(ends, clock)}`,
  ];
  return {
    ...{ kind, id, title, author: null, isOwn: false, at: new Date(row.at) },
    text: [title, ...lines].filter(Boolean).join("\n"),
    around: `${kind} ${row.people.replaceAll(/[@._]/g, " ")}`,
    card:
      kind === "event"
        ? eventCard({ id, title, location: row.place || null, ...times }, clock)
        : (cardOf(`${kind}s`, { id, title }) ?? { kind, id, title, subtitle: null, href: "/" }),
  };
}

/** A contact as a record: its address, number and firm. */
export const contactRecord = (contact: Known, now: Date): ContentRecord => ({
  ...{ kind: "contact", id: contact.id, title: contact.contactName, author: null, isOwn: false, at: now },
  text: [
    contact.contactPhone && `Phone number of ${contact.contactName}: ${contact.contactPhone}`,
    contact.contactEmail && `Email address of ${contact.contactName}: ${contact.contactEmail}`,
    contact.organization && `${contact.contactName} works for ${contact.organization}`,
    contact.note,
  ]
    .filter(Boolean)
    .join("\n"),
  around: `contact ${aboutContact(contact)}`,
  card: cardOf("contacts", contact) ?? {
    ...{ kind: "contact", id: contact.id, title: contact.contactName, subtitle: null },
    href: `/communication?contact=${contact.id}`,
  },
});

export const dayOf = (at: Date, timeZone: string) => formatShortWeekdayAndDay(at, timeZone);
