import type { z } from "zod";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, type TestDatabase, testDatabase } from "#platform/testing/test-database.ts";
import type { Commitment } from "./commitment-model.ts";
import { commitments } from "./commitments.ts";
import { readThreads, receiveMail, receiveMessages } from "./jobs.ts";

export type OnWire = z.input<typeof Commitment>;
type Fields = {
  threadId?: string;
  sender?: string;
  recipients?: string[];
  status?: string;
  sentAt?: Date | null;
};
type Marks = { isAutomatic?: boolean; listUnsubscribe?: string; folder?: string };
type Letter = { text: string; daysAgo?: number; files?: string[] } & Fields & Marks;

const CLARA = "Clara Voss <clara@lattice.example>";
const daysBefore = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A database whose jobs wait until a test runs them. */
export async function threadsDatabase() {
  const server = await testDatabase(async ({ services, connection, atEnd }) => {
    const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
    const jobs = await startJobs(parts, [
      { ...readThreads, run: async () => {} },
      { ...receiveMessages, run: async () => {} },
    ]);
    atEnd(() => jobs.stop());
    return { jobs };
  });
  return { ...server, ...threadsOf(server) };
}

function threadsOf({ services, owner }: TestDatabase) {
  const insertEmail = async ({ userId }: Person, { text, daysAgo = 0, files = [], ...given }: Letter) => {
    const at = daysBefore(daysAgo);
    const mail = {
      subject: "Figures",
      body: text,
      sender: CLARA,
      status: "received",
      createdAt: at,
      ...given,
    };
    const id = await insert(owner, "emails", { userId, ...mail });
    for (const filename of files) await insert(owner, "email_attachments", { userId, emailId: id, filename });
    return id;
  };
  const read = async (person: Person, emailId: string) => {
    await receiveMail.run(services, { userId: person.userId, emailId, accountId: null, hasCalendar: false });
    await readThreads.run(services, { userId: person.userId });
  };
  return {
    insertEmail,
    read,
    /** Receives a mail of Clara's and reads its thread; returns its id. */
    receive: async (person: Person, letter: Letter) => {
      const id = await insertEmail(person, { recipients: [person.email], ...letter });
      await read(person, id);
      return id;
    },
    /** The person's own mail to Clara. */
    send: async (person: Person, letter: Letter) => {
      const at = daysBefore(letter.daysAgo ?? 0);
      const own = { sender: person.email, recipients: [CLARA], status: "sent" as const, sentAt: at };
      const id = await insertEmail(person, { ...own, ...letter });
      await read(person, id);
      return id;
    },
    list: async (person: Person, input: object = {}) =>
      ((await person.invoke(commitments.list, input)) as { items: OnWire[] }).items,
  };
}

/** A row with these columns, named as in the code; returns its id. */
async function insert(owner: TestDatabase["owner"], table: string, fields: object): Promise<string> {
  const names = Object.keys(fields).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const places = names.map((_, index) => `$${index + 1}`);
  const { rows } = await owner.query(
    `insert into ${table} (${names.join()}) values (${places.join()}) returning id`,
    Object.values(fields),
  );
  return rows[0].id;
}

/** The conversation of two people with one message by the first, read for both. */
export async function chatOf(
  { services }: Pick<TestDatabase, "services">,
  [writer, other]: readonly [Person, Person],
  content: string,
) {
  await writer.invoke(contacts.create, { contactName: other.fullName, contactEmail: other.email });
  const opened = await writer.invoke(conversations.openWith, { userId: other.userId });
  const { id: conversationId } = opened as { id: string };
  const participants = [writer.userId, other.userId];
  const post = async (author: Person, text: string) => {
    const sent = await author.invoke(messages.send, { conversationId, content: text });
    const { id: messageId } = sent as { id: string };
    await receiveMessages.run(services, { conversationId, messageId, participants });
    for (const userId of participants) await readThreads.run(services, { userId });
    return messageId;
  };
  return { conversationId, post, messageId: await post(writer, content) };
}
