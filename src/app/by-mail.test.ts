import { expect, test, vi } from "vitest";
import { contacts } from "#features/communication/contacts.ts";
import { conversations } from "#features/communication/conversations.ts";
import { hearAnswers } from "#features/communication/jobs.ts";
import { messages } from "#features/communication/messages.ts";
import type { ConversationOnWire, MessageOnWire } from "#features/communication/model.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { keepMailAccounts } from "#features/email/keep-accounts.ts";
import { mailAccounts } from "#features/email/mail-accounts.ts";
import { mailPreferences } from "#features/email/mail-preferences.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/mail-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

// Through a real Postfix and Dovecot, with the jobs and the keeper that the product runs.
const users = ["ada", "clara"];
const server = await mailServer({
  mailboxes: users.map((user) => `${user}@aldermoor.net`),
  users: Object.fromEntries(users.map((user) => [user, "correct horse"])),
  imap: {},
});
const house = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, mail, owner: connection("owner"), log }, [
    deliverMail,
    hearAnswers,
  ]);
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const { aUser, as, services } = house;
const keeper = keepMailAccounts.start(services);
house.atEnd(() => keeper.close());
const PATIENCE = { timeout: 30_000, interval: 50 };

test("issue 8: a message leaves as mail, and its answer comes back into the conversation", async () => {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  await ada.invoke(mailAccounts.connect, {
    address: "ada@aldermoor.net",
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: "ada" },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: "ada" },
    password: "correct horse",
  });
  await ada.invoke(mailPreferences.update, { undoSeconds: 0 });
  const contact = await ada.invoke(contacts.create, {
    contactName: "Clara Voss",
    contactEmail: "clara@aldermoor.net",
  });
  const { id: contactId } = contact as { id: string };
  const talk = (await ada.invoke(conversations.create, { type: "direct", contactId })) as ConversationOnWire;
  await ada.invoke(messages.send, { conversationId: talk.id, content: "Shall we meet at nine?" });
  const said = async () =>
    ((await ada.invoke(messages.list, { conversationId: talk.id })) as { items: MessageOnWire[] }).items;
  await vi.waitUntil(async () => (await said())[0]?.byEmail?.state === "sent", PATIENCE);
  const [mail = ""] = await vi.waitUntil(async () => {
    const found = await server.messagesOf("clara");
    return found.length > 0 ? found : undefined;
  }, PATIENCE);
  expect(mail).toMatch(/^Subject: Message from Ada Lovelace\r?$/m);
  const [, messageId] = /^Message-ID: (<.*>)\r?$/im.exec(mail) ?? [];
  await server.save(
    "ada",
    "INBOX",
    [
      "From: Clara Voss <clara@aldermoor.net>",
      "To: ada@aldermoor.net",
      "Subject: Re: Message from Ada Lovelace",
      "Message-ID: <answer@aldermoor.net>",
      `In-Reply-To: ${messageId}`,
      `References: ${messageId}`,
      "",
      "At nine, gladly.",
      "",
      "On Monday Ada Lovelace wrote:",
      "> Shall we meet at nine?",
      "",
    ].join("\n"),
  );
  await vi.waitUntil(async () => (await said()).length === 2, PATIENCE);
  expect((await said())[0]).toMatchObject({
    content: "At nine, gladly.",
    senderName: "Clara Voss",
    byEmail: { direction: "in" },
  });
  await ada.invoke(messages.send, { conversationId: talk.id, content: "Good" });
  await vi.waitUntil(async () => (await server.messagesOf("clara")).length === 2, PATIENCE);
  const answer = (await server.messagesOf("clara")).find((each) => each.includes("Good")) ?? "";
  expect(answer).toContain("In-Reply-To: <answer@aldermoor.net>");
  expect(answer.replaceAll(/\r?\n\s+/g, " ")).toContain(`References: ${messageId} <answer@aldermoor.net>`);
}, 90_000);
