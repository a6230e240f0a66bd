import { readFileSync } from "node:fs";
import { events } from "#features/calendar/tables.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/tables.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents, documentTexts } from "#features/documents/tables.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { profile } from "#features/settings/profile.ts";
import { tasks } from "#features/tasks/tables.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import { instantOf } from "#platform/time/wall-clock.ts";

export const ZONE = "Europe/Vienna";
export const NOW = "2026-11-18T09:30";

type Fields = { to?: string[] } & Partial<
  Record<
    | "kind"
    | "from"
    | "subject"
    | "body"
    | "date"
    | "title"
    | "category"
    | "text"
    | "conversation"
    | "start"
    | "end"
    | "location"
    | "description"
    | "due"
    | "name"
    | "address"
    | "organization"
    | "role",
    string
  >
>;
export type Question = { q: string; expect: "not found" | string[]; wrong?: string[]; after?: string[] };
export type Corpus = { records: Fields[]; questions: Question[] };

/** Records and questions that people wrote who did not see the program. */
export const corpusIn = (name: string): Corpus =>
  JSON.parse(readFileSync(new URL(`questions/${name}.json`, import.meta.url), "utf8"));

export function at(local: string): Date {
  const [date = "", time = "00:00"] = local.split("T");
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf({ year, month, day, hour, minute }, ZONE);
}

/** Fills a new account with the records; the caller sets the clock. */
export async function loadCorpus(server: TestDatabase, name: string, { records }: Corpus): Promise<Person> {
  const mira = server.as(
    await server.aUser({ fullName: "Mira Halvorsen", email: `mira-${name}@larkspur.test` }),
  );
  const { version } = (await mira.invoke(profile.get, {})) as { version: number };
  await mira.invoke(profile.update, { timeZone: ZONE, version });
  await addMessages(
    server,
    mira,
    records.filter(({ kind }) => kind === "message"),
  );
  for (const record of records) {
    const insert = INSERTS[record.kind ?? ""];
    if (insert) await mira.run(({ db }) => insert(db, mira.userId, record));
  }
  return mira;
}

type Insert = (db: Transaction, userId: string, record: Fields) => Promise<unknown>;

const INSERTS: Readonly<Record<string, Insert>> = {
  email: (db, userId, { from = "", to = [], subject = "", body = "", date = NOW }) => {
    const isOwn = from.includes("mira@larkspur.test");
    const times = { createdAt: at(date), sentAt: at(date), ...(isOwn ? {} : { receivedAt: at(date) }) };
    const words = { subject, body, sender: from, recipients: [...to] };
    return db
      .insert(emails)
      .values(anEmail({ userId, ...words, ...times, status: isOwn ? "sent" : "received" }));
  },
  document: async (db, userId, { title = "", category = "general", date = NOW, text = "" }) => {
    const fields = { userId, title, category, createdAt: at(date), readState: "read" };
    const [row] = await db
      .insert(documents)
      .values(aDocument(fields as never))
      .returning({ id: documents.id });
    await db.insert(documentTexts).values({ documentId: row?.id ?? "", content: text, userId });
  },
  event: (db, userId, { title = "", start = NOW, end = start, location, description }) =>
    db
      .insert(events)
      .values({ userId, title, location, description, startTime: at(start), endTime: at(end) }),
  task: (db, userId, { title = "", description, due }) =>
    db
      .insert(tasks)
      .values({ userId, title, description, dueDate: due ? at(due) : null, createdAt: at(NOW) } as never),
  contact: (db, userId, { name: contactName = "", address: contactEmail, organization, role }) =>
    db
      .insert(contacts)
      .values({ userId, contactName, contactEmail, organization, relationship: role } as never),
};

/** Conversations with those who write, all of one workspace. */
async function addMessages(server: TestDatabase, mira: Person, posts: readonly Fields[]): Promise<void> {
  const { id } = (await mira.invoke(workspaces.create, { name: "Larkspur" })) as { id: string };
  const writers = new Map<string, Person>([["Mira Halvorsen", mira]]);
  const partners = posts.map(({ from = "", conversation = "" }) => [from, conversation]);
  for (const fullName of new Set(partners.flat()))
    if (!writers.has(fullName)) {
      const person = server.as(await server.aUser({ fullName }));
      writers.set(fullName, person);
      await server.owner.query(
        "insert into workspace_members (workspace_id, user_id, role, state, joined_at) values ($1, $2, 'member', 'active', now())",
        [id, person.userId],
      );
    }
  const made = new Map<string, string>();
  for (const { from = "", conversation = "", text = "", date = NOW } of posts) {
    const isDirect = from === conversation || from === "Mira Halvorsen";
    const others = posts.filter((post) => post.conversation === conversation).map((post) => post.from ?? "");
    const userIds = [...new Set([from, ...others])].flatMap((each) => writers.get(each)?.userId ?? []);
    const withOthers = userIds.filter((each) => each !== mira.userId);
    const conversationId =
      made.get(conversation) ??
      (
        (isDirect
          ? await mira.invoke(conversations.openWith, { userId: writers.get(conversation)?.userId ?? "" })
          : await mira.invoke(conversations.create, {
              type: "group",
              title: conversation,
              userIds: withOthers,
            })) as {
          id: string;
        }
      ).id;
    made.set(conversation, conversationId);
    const sent = { conversationId, content: text };
    const writer = writers.get(from) ?? mira;
    const { id: messageId } = (await writer.invoke(messages.send, sent)) as { id: string };
    await server.owner.query("update messages set created_at = $2 where id = $1", [messageId, at(date)]);
  }
}
