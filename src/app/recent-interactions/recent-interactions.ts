import { events } from "#features/calendar/calendar-events.ts";
import { findContact } from "#features/contacts/read-contacts.ts";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { listContactMessages } from "./contact-messages.ts";

const MAX_ITEMS = 5;

/** What the actor and a contact last had to do with each other, each through the capability of its area. */
export async function recentInteractions(context: SignedIn, id: string) {
  const contact = await findContact(context, id);
  const addresses = [contact.contactEmail, ...contact.otherEmails]
    .flatMap((email) => email ?? [])
    .slice(0, 3);
  const [address] = addresses;
  const mails = address
    ? await emails.list(context, {
        text: addresses.flatMap((each) => [`from:${each}`, `to:${each}`]).join(" OR "),
        limit: MAX_ITEMS,
      })
    : { items: [] };
  const meetings = address
    ? await events.list(context, { text: address, order: "latest", limit: MAX_ITEMS })
    : { items: [] };
  const open = await tasks.list(context, {
    text: contact.contactName,
    status: ["todo", "in_progress", "review"],
    limit: MAX_ITEMS,
  });
  const conversation = await listContactMessages(context, contact, MAX_ITEMS);
  return {
    contact,
    mails: mails.items.map((mail) => ({
      id: mail.id,
      subject: mail.subject,
      isOutgoing: mail.status !== "received",
      status: mail.status,
      at: mail.sentAt ?? mail.createdAt,
    })),
    meetings: meetings.items.map((event) => ({ id: event.id, title: event.title, at: event.startTime })),
    tasks: open.items.map((task) => ({ id: task.id, title: task.title, dueDate: task.dueDate })),
    ...conversation,
  };
}
