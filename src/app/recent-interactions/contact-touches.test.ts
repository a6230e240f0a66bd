import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { contactInteractions } from "./contact-touches.ts";

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob Carter" }));

test("M7: a contact's card has the last mails, messages and meetings, and the open tasks that name them", async () => {
  const { id } = (await ada.invoke(contacts.create, {
    contactName: "Bob Carter",
    contactEmail: bob.email,
  })) as { id: string };
  const conversation = (await ada.invoke(conversations.openWith, { userId: bob.userId })) as { id: string };
  await bob.invoke(messages.send, { conversationId: conversation.id, content: "Are you coming?" });
  await ada.invoke(tasks.create, { title: "Call Bob Carter back" });
  await ada.invoke(events.create, {
    title: "Lunch",
    startTime: "2026-03-01T11:00:00Z",
    endTime: "2026-03-01T12:00:00Z",
    attendees: [bob.email],
  });
  await ada.invoke(emails.create, { subject: "Figures", body: "See below.", recipients: [bob.email] });
  expect(await ada.invoke(contactInteractions.recentInteractions, { id })).toMatchObject({
    contact: { contactName: "Bob Carter", accountId: bob.userId },
    mails: [{ subject: "Figures", isOutgoing: true, status: "draft" }],
    meetings: [{ title: "Lunch" }],
    tasks: [{ title: "Call Bob Carter back" }],
    conversationId: conversation.id,
    messages: [{ content: "Are you coming?", senderName: "Bob Carter" }],
  });
});
