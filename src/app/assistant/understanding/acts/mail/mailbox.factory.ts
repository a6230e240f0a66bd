import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

const HOUR = 3_600_000;

/** A person whose mailbox has mail of three people, two newsletters and a notification, and what she wrote. */
export async function aMailbox(
  server: TestDatabase,
): Promise<{ ada: Person; subjectOf(id: string): string }> {
  const ada = server.as(await server.aUser({ fullName: "Ada Lovelace", email: "ada@aldermoor.test" }));
  const names = new Map<string, string>();
  for (const [subject, fields] of Object.entries(MAILS)) {
    const createdAt = new Date(Date.now() - (fields.hoursAgo ?? 1) * HOUR);
    const { hoursAgo: _, hoursAhead = null, isList = false, ...rest } = fields;
    const [row] = await ada.run(({ db }) =>
      db
        .insert(emails)
        .values(
          anEmail({
            userId: ada.userId,
            ...{ subject, createdAt, recipients: [ada.email], body: `About ${subject}.` },
            ...(isList ? { isAutomatic: true, listUnsubscribe: "<mailto:leave@list.test>" } : {}),
            ...(hoursAhead === null ? {} : { scheduledSend: new Date(Date.now() + hoursAhead * HOUR) }),
            ...rest,
          }),
        )
        .returning({ id: emails.id }),
    );
    names.set(row?.id ?? "", subject);
  }
  return { ada, subjectOf: (id) => names.get(id) ?? id };
}

type Mail = Partial<typeof emails.$inferInsert> & {
  hoursAgo?: number;
  hoursAhead?: number;
  isList?: boolean;
};
const marcus = "Marcus Feld <marcus@feld.test>";
const own = { sender: "ada@aldermoor.test", isRead: true };

const MAILS: Record<string, Mail> = {
  "Lease comments": { sender: marcus, hoursAgo: 2, body: "Clause 7 is a problem." },
  "Power of attorney": { sender: marcus, hoursAgo: 3 },
  "NDA for Tanaka": { sender: marcus, hoursAgo: 24 * 9, isRead: true },
  "Offer for phase two": {
    sender: "Ingrid Solberg <ingrid@nordlys.test>",
    hoursAgo: 4,
    isRead: true,
    isStarred: true,
  },
  "Invoice 118": { sender: "Tom Becker <tom@stahlwerk.test>", hoursAgo: 24 * 20, isRead: true },
  "The Morning Brief": { sender: "brief@morning.test", isList: true, hoursAgo: 5 },
  "Growth Weekly": { sender: "weekly@growth.test", isList: true, hoursAgo: 24 * 3, isRead: true },
  "You have 5 notifications": { sender: "notifications@linkedin.test", isList: true, hoursAgo: 6 },
  "Rent for October": {
    ...{ sender: "Dan Murphy <dan@murphy.test>", hoursAgo: 24 * 40, isRead: true },
    ...{ category: "archived", archivedAt: new Date() },
  },
  "Viewing on Monday": {
    ...own,
    status: "sent",
    recipients: ["dan@murphy.test"],
    body: "Does it work for you?",
  },
  "Re: Board report": {
    ...own,
    status: "draft",
    recipients: ["ann@orbital.test"],
    cc: ["bob@aldermoor.test"],
  },
  "Team update": { ...own, status: "scheduled", recipients: ["bob@aldermoor.test"], hoursAhead: 48 },
};
