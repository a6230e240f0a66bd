import { randomUUID } from "node:crypto";
import { mailDeliveries, mailRecipients } from "#features/email/delivery-tables.ts";
import { emailTemplates } from "#features/email/settings-tables.ts";
import { emails } from "#features/email/tables.ts";
import { INBOX_MAIL } from "./inbox-mail.ts";
import { addressOf, OUTSIDERS } from "./people.ts";
import { recurringMail } from "./recurring-mail.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";
import type { Seeded } from "./seeded.ts";
import { SENT_MAIL, type SentMail, TEMPLATES } from "./sent-mail.ts";

type NewEmail = typeof emails.$inferInsert & { id: string };
type Mailbox = {
  writer: SampleWriter;
  address: string;
  calendar: SampleCalendar;
  threads: Map<string, string>;
};

/** A mailbox with exactly `unread` unread messages, the newest ones. */
export async function fillMail(
  writer: SampleWriter,
  address: string,
  unread: number,
  calendar: SampleCalendar,
  random: Seeded,
): Promise<void> {
  const mailbox: Mailbox = { writer, address, calendar, threads: new Map() };
  const received = receivedMail(mailbox, random);
  if (unread > received.length) throw new Error("The sample has too few letters");
  const read = received.length - unread;
  const rows = received.map((row, index) => ({ ...row, isRead: index >= received.length - read }));
  const own = SENT_MAIL.map((mail, n) => ownMail(mailbox, mail, n));
  await writer.insert(emails, [...rows, ...own]);
  await fillOutbox(writer, own);
  await writer.insert(
    emailTemplates,
    TEMPLATES.map((template, n) => ({
      ...template,
      id: randomUUID(),
      userId: writer.userId,
      createdAt: calendar.at(-90 + n, "10:00"),
      lastUsed: calendar.at(-2 - n * 3, "16:40"),
    })),
  );
}

/** Newest first. */
function receivedMail(mailbox: Mailbox, random: Seeded): NewEmail[] {
  const { writer, address, calendar } = mailbox;
  const byHand = INBOX_MAIL.map((mail, n) => ({ ...mail, createdAt: arrivalOf(n, calendar) }));
  const recurring = recurringMail(random, (daysAgo) => calendar.dayName(-daysAgo)).map(
    ({ daysAgo, ...mail }) => ({
      ...mail,
      createdAt:
        daysAgo === 0
          ? calendar.minutesAgo(random.between(20, 200))
          : calendar.at(-daysAgo, `${random.between(6, 18)}:${random.between(10, 59)}`),
    }),
  );
  return [...byHand, ...recurring]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ from, ...mail }) => ({
      ...mail,
      id: randomUUID(),
      userId: writer.userId,
      recipients: [address],
      sender: addressOf(from, writer.userId),
      status: "received",
      folder: "inbox",
      threadId: threadOf(mailbox, mail.subject),
      updatedAt: mail.createdAt,
    }));
}

/** A handful this morning, then four or five on each day before. */
const arrivalOf = (n: number, calendar: SampleCalendar) =>
  n < 5
    ? calendar.minutesAgo(12 + n * 34)
    : calendar.at(-1 - Math.floor((n - 5) / 4), `${17 - ((n - 5) % 4) * 3}:${10 + n}`);

function ownMail(mailbox: Mailbox, { to, ...mail }: SentMail, n: number): NewEmail {
  const { calendar, writer, address } = mailbox;
  const written = calendar.at(-1 - Math.floor(n / 2), `${n % 2 ? 11 : 17}:${10 + n}`);
  return {
    ...mail,
    id: randomUUID(),
    userId: writer.userId,
    recipients: [OUTSIDERS[to].email],
    sender: address,
    isRead: true,
    folder: mail.status === "sent" ? "sent" : mail.status === "draft" ? "drafts" : "outbox",
    threadId: threadOf(mailbox, mail.subject),
    createdAt: written,
    updatedAt: written,
    sentAt: mail.status === "sent" ? written : null,
    scheduledSend: mail.status === "scheduled" ? calendar.at(20 + n, "08:00") : null,
  };
}

/** Scheduled mail is due later, and one delivery has failed: nothing is ever sent to `.example`. */
async function fillOutbox({ db, userId }: SampleWriter, own: readonly NewEmail[]): Promise<void> {
  const queued = own.filter(({ status }) => status === "scheduled" || status === "failed");
  const deliveries = queued.map(({ id, status, scheduledSend, createdAt }) => ({
    id: randomUUID(),
    userId,
    emailId: id,
    dueAt: scheduledSend ?? createdAt ?? new Date(),
    ...(status === "failed"
      ? { state: "failed" as const, reason: "The server answered: 550 5.1.1 mailbox unavailable" }
      : { state: "queued" as const, reason: null }),
  }));
  await db.insert(mailDeliveries).values(deliveries);
  await db.insert(mailRecipients).values(
    deliveries.map(({ id, state, reason }, n) => ({
      userId,
      deliveryId: id,
      address: queued[n]?.recipients?.[0] ?? "",
      kind: "to" as const,
      position: 0,
      state,
      reason,
    })),
  );
}

function threadOf({ threads }: Mailbox, subject: string): string {
  const topic = subject.replace(/^Re: /, "");
  const known = threads.get(topic) ?? randomUUID();
  threads.set(topic, known);
  return known;
}
