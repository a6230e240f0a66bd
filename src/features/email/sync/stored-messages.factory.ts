import { asc, eq } from "drizzle-orm";
import type { FetchMessageObject } from "imapflow";
import type { Person } from "#platform/testing/test-database.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { anAccount, anEmail } from "../factory.ts";
import { emails, mailboxMessages } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { readEnvelope } from "./read-envelope.ts";
import { storeMessages } from "./store-messages.ts";

// Folders of an account and messages in them, without a server.

export type NewEmail = Partial<typeof emails.$inferInsert>;
export const SECOND = new Date("2026-03-02T08:00:00Z");

/** As a server lists it, 500 bytes long and arrived in that second. */
export const message = (uid: number, subject: string, more: Partial<FetchMessageObject> = {}) =>
  readEnvelope({
    ...{ seq: uid, uid, internalDate: SECOND, size: 500, flags: new Set<string>() },
    ...{ envelope: { messageId: `<${subject}@lattice.test>`, subject }, ...more },
  });
type Message = ReturnType<typeof message>;

/** A person with an account, its folders by role, and what is stored of them. */
export async function aMailbox(person: Person) {
  const { userId } = person;
  const [account] = await person.run(({ db }) =>
    db.insert(mailAccounts).values(anAccount({ userId })).returning(),
  );
  const accountId = account?.id ?? "";
  const folder = async (role: MailboxRow["role"], path: string = role): Promise<MailboxRow> => {
    const row = { userId, accountId, path, name: path, role };
    const [box] = await person.run(({ db }) => db.insert(mailboxes).values(row).returning());
    if (!box) throw new Error("The folder was not inserted");
    return box;
  };
  const store = (box: MailboxRow, ...messages: Message[]) =>
    person.run(({ db }) => storeMessages(db, box, messages, {}));
  /** What an earlier release or a person stored: without a fingerprint. */
  const stored = async (fields: NewEmail) => {
    const row = anEmail({ userId, accountId, createdAt: SECOND, size: 500, ...fields });
    const [email] = await person.run(({ db }) => db.insert(emails).values(row).returning());
    return email?.id ?? "";
  };
  const place = (box: MailboxRow, uid: number, emailId: string) =>
    person.run(({ db }) => db.insert(mailboxMessages).values({ userId, mailboxId: box.id, uid, emailId }));
  return { person, userId, accountId, folder, store, stored, place };
}

export const emailsOf = (person: Person) =>
  person.run(({ db }) =>
    db
      .select()
      .from(emails)
      .where(eq(emails.userId, person.userId))
      .orderBy(asc(emails.createdAt), asc(emails.id)),
  );
export const placesOf = (person: Person, emailId: string) =>
  person.run(({ db }) =>
    db
      .select({ mailboxId: mailboxMessages.mailboxId, uid: mailboxMessages.uid })
      .from(mailboxMessages)
      .where(eq(mailboxMessages.emailId, emailId))
      .orderBy(asc(mailboxMessages.uid)),
  );
