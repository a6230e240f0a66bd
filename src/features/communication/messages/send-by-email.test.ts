import { beforeEach, expect, test, vi } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { aDocument } from "#features/documents/factory.ts";
import { emails } from "#features/email/emails.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { conversations } from "../conversations.ts";
import { receiveEmailReplies } from "../jobs.ts";
import { messages } from "../messages.ts";
import type { ConversationOnWire, MessageOnWire } from "../model.ts";
import { stripQuotedText } from "../public/strip-quoted-text.ts";

// Writes received mail as the account sync does; src/app/tests/messages-by-mail.test.ts tests the path with real
// servers.
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const { aUser, as, owner, services } = server;

let ada: Person;
let clara: ContactOnWire;
let conversation: ConversationOnWire;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  clara = (await ada.invoke(contacts.create, {
    contactName: "Clara Voss",
    contactEmail: "Clara@Lattice.org",
  })) as ContactOnWire;
  conversation = await open(clara);
});

const open = async ({ id }: { id: string }) =>
  (await ada.invoke(conversations.create, { type: "direct", contactId: id })) as ConversationOnWire;
const get = async () => (await ada.invoke(conversations.get, { id: conversation.id })) as ConversationOnWire;
const send = async (content: string, more: object = {}) =>
  (await ada.invoke(messages.send, { conversationId: conversation.id, content, ...more })) as MessageOnWire;
const listMessages = async () =>
  ((await ada.invoke(messages.list, { conversationId: conversation.id })) as { items: MessageOnWire[] })
    .items;
const words = async () => (await listMessages()).map(({ content }) => content);
const mailOf = async (message: MessageOnWire) => {
  const { rows } = await owner.query("select * from emails where id = $1", [message.byEmail?.emailId]);
  return rows[0];
};

/** As the account sync stores it; the published fact starts the job. */
async function receiveReply(fields: { from?: string; answers?: string; body?: string; userId?: string }) {
  const {
    from = "Clara Voss <clara@lattice.org>",
    answers,
    body = "Yes, at nine.",
    userId = ada.userId,
  } = fields;
  const { rows } = await owner.query(
    `insert into emails (user_id, subject, body, recipients, sender, status, folder, message_id, in_reply_to, refs)
     values ($1, 'Re: Message', $2, $3, $4, 'received', 'inbox', '<' || gen_random_uuid() || '@lattice.org>', $5,
       array_remove(array[$5], null)) returning id`,
    [userId, body, [ada.email], from, answers ?? null],
  );
  const emailId: string = rows[0].id;
  await receiveEmailReplies.run(services, { userId, emailId, accountId: null, hasCalendar: false });
  return emailId;
}

test("messages to a contact without an account are sent as mail, in one thread", async () => {
  expect(conversation).toMatchObject({ reach: "email", usesEmail: true });
  const first = await send("Shall we meet at nine?");
  expect(first.byEmail).toMatchObject({ direction: "out", state: "on its way" });
  const mail = await mailOf(first);
  expect(mail).toMatchObject({
    user_id: ada.userId,
    subject: "Message from Ada Lovelace",
    body: "Shall we meet at nine?",
    recipients: ["Clara@Lattice.org"],
    status: "sent",
    in_reply_to: null,
  });
  const second = await mailOf(await send("Or at ten?"));
  expect(second).toMatchObject({
    subject: "Re: Message from Ada Lovelace",
    in_reply_to: mail.message_id,
    refs: [mail.message_id],
    thread_id: mail.thread_id,
  });
});

test("a mail reply becomes an unread message of the contact, without quoted text", async () => {
  const mail = await mailOf(await send("Shall we meet at nine?"));
  await ada.invoke(conversations.archive, { id: conversation.id });
  const body = "Yes, at nine.\n\nOn Mon, 3 Aug 2026 at 09:12, Ada wrote:\n> Shall we meet at nine?\n";
  const emailId = await receiveReply({ answers: mail.message_id, body });
  const [answer] = await listMessages();
  expect(answer).toMatchObject({
    content: "Yes, at nine.",
    senderId: clara.id,
    senderName: "Clara Voss",
    byEmail: { emailId, direction: "in", state: null },
  });
  expect(await get()).toMatchObject({
    unreadCount: 1,
    isArchived: false,
    lastMessage: { senderName: "Clara Voss" },
  });
  const { rows } = await owner.query("select title, href from smart_notifications where user_id = $1", [
    ada.userId,
  ]);
  expect(rows).toEqual([
    {
      title: "Message from Clara Voss",
      href: `/communication?conversation=${conversation.id}&message=${answer?.id}`,
    },
  ]);
  await ada.invoke(conversations.markRead, { id: conversation.id });
  expect(await ada.invoke(emails.get, { id: emailId })).toMatchObject({ isRead: true });
  // The next mail continues the thread from the contact's mail.
  const { rows: received } = await owner.query("select message_id from emails where id = $1", [emailId]);
  expect(await mailOf(await send("Good"))).toMatchObject({
    in_reply_to: received[0].message_id,
    refs: [mail.message_id, received[0].message_id],
  });
});

test("only a reply, only from that contact, and each only once becomes a message", async () => {
  const mail = await mailOf(await send("Shall we meet at nine?"));
  const answers: string = mail.message_id;
  await receiveReply({ answers, from: "Clara Voss <mallory@elsewhere.org>" });
  await receiveReply({ answers, from: '"clara@lattice.org" <mallory@elsewhere.org>' });
  await receiveReply({});
  await receiveReply({ answers: "<unknown@lattice.org>" });
  expect(await words()).toEqual(["Shall we meet at nine?"]);
  const emailId = await receiveReply({ answers });
  await receiveEmailReplies.run(services, {
    userId: ada.userId,
    emailId,
    accountId: null,
    hasCalendar: false,
  });
  expect(await words()).toEqual(["Yes, at nine.", "Shall we meet at nine?"]);
  // A colleague who knows the same contact, and the same Message-ID, gets no message.
  const bob = as(await aUser({ fullName: "Bob Carter" }));
  await receiveReply({ answers, userId: bob.userId });
  expect(await words()).toHaveLength(2);
  await ada.invoke(contacts.delete, { id: clara.id });
  await receiveReply({ answers, body: "Too late" });
  expect(await words()).toHaveLength(2);
});

test("the database refuses to write in a contact's name", async () => {
  const mail = await send("Shall we meet at nine?");
  const insert = (senderId: string) =>
    ada.run(({ db }) =>
      db.execute(
        `insert into messages (conversation_id, sender_id, content) values ('${conversation.id}', '${senderId}', 'Yes') returning id`,
      ),
    );
  await expect(insert(clara.id)).rejects.toThrow();
  const receive = await ada.run(({ db }) =>
    db.execute(
      `select * from receive_message_by_mail('${conversation.id}', '${mail.byEmail?.emailId}', 'Yes')`,
    ),
  );
  expect(receive.rows).toEqual([]);
});

test("sent, held and failed states show the reason; a message sent by mail cannot be edited", async () => {
  const message = await send("Shall we meet at nine?");
  const now = async () => (await listMessages())[0]?.byEmail;
  const becomes = (state: string, reason: string | null) =>
    owner.query("update mail_deliveries set state = $2, reason = $3 where email_id = $1", [
      message.byEmail?.emailId,
      state,
      reason,
    ]);
  await becomes("held", "Not delivered: no mail account connected");
  expect(await now()).toMatchObject({ state: "held", reason: "Not delivered: no mail account connected" });
  await becomes("sent", null);
  expect(await now()).toMatchObject({ state: "sent", reason: null });
  await becomes("failed", "550 No such user");
  await owner.query("update emails set status = 'failed' where id = $1", [message.byEmail?.emailId]);
  expect(await now()).toMatchObject({ state: "failed", reason: "550 No such user" });
  const { id, version } = message;
  await expect(ada.invoke(messages.update, { id, version, content: "At ten?" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("a message deleted before it is sent is not mailed; a restored one is", async () => {
  const message = await send("Too early");
  await ada.invoke(messages.delete, { id: message.id });
  const { rows: deliveries } = await owner.query("select * from mail_deliveries where user_id = $1", [
    ada.userId,
  ]);
  expect(deliveries).toEqual([]);
  await ada.invoke(messages.restore, { id: message.id });
  const [back] = await listMessages();
  expect(back).toMatchObject({ content: "Too early", byEmail: { direction: "out", state: "on its way" } });
  await owner.query("update mail_deliveries set state = 'sent' where user_id = $1", [ada.userId]);
  await owner.query("update mail_recipients set state = 'sent' where user_id = $1", [ada.userId]);
  await ada.invoke(messages.delete, { id: message.id });
  await ada.invoke(messages.restore, { id: message.id });
  // A mail that was sent is not sent twice.
  const { rows: remaining } = await owner.query("select * from mail_deliveries where user_id = $1", [
    ada.userId,
  ]);
  expect(remaining).toHaveLength(1);
});

test("email can be switched off; without an address, and for people with an account, there is no choice", async () => {
  const choose = (id: string, usesEmail: boolean) =>
    ada.invoke(conversations.setUsesEmail, { id, usesEmail });
  expect(await choose(conversation.id, false)).toMatchObject({ reach: "no_account", usesEmail: false });
  expect((await send("Only here")).byEmail).toBeNull();
  expect(await choose(conversation.id, true)).toMatchObject({ reach: "email" });
  const nameless = (await ada.invoke(contacts.create, { contactName: "No address" })) as ContactOnWire;
  const withoutAddress = await open(nameless);
  expect(withoutAddress).toMatchObject({ reach: "no_address", usesEmail: false });
  await expect(choose(withoutAddress.id, true)).rejects.toMatchObject({ code: "conflict" });
  const bob = as(await aUser());
  const known = (await ada.invoke(contacts.create, {
    contactName: "Bob",
    contactEmail: bob.email,
  })) as ContactOnWire;
  await expect(choose((await open(known)).id, true)).rejects.toMatchObject({ code: "conflict" });
  const sample = (await ada.invoke(contacts.create, {
    contactName: "Sample",
    contactEmail: "sample@house.example",
  })) as ContactOnWire;
  expect(await open(sample)).toMatchObject({ reach: "no_account", usesEmail: false });
});

test("a file is sent as a link that expires", async () => {
  const { fileName, fileType, fileSize, storageKey, sha256 } = aDocument({
    userId: ada.userId,
    title: "Budget",
  });
  const { rows } = await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, 'Budget', $2, $3, $4, $5, $6) returning id`,
    [ada.userId, fileName, fileType, fileSize, storageKey, sha256],
  );
  const mail = await mailOf(await send("Please read", { documentIds: [rows[0].id] }));
  expect(mail.body).toMatch(new RegExp(`^Please read\\n\\n${fileName}: http\\S+/shared/\\S+$`));
});

test("an account with that address takes over the conversation, including the messages it sent", async () => {
  const mail = await mailOf(await send("Shall we meet at nine?"));
  await receiveReply({ answers: mail.message_id });
  const person = as(await aUser({ fullName: "Clara Voss", email: "clara@lattice.org" }));
  const [handed] = ((await person.invoke(conversations.list)) as { items: ConversationOnWire[] }).items;
  expect(handed).toMatchObject({ id: conversation.id, unreadCount: 1, usesEmail: false, reach: "person" });
  const [answer] = await listMessages();
  expect(answer).toMatchObject({ senderId: person.userId, content: "Yes, at nine." });
  expect((await send("Welcome")).byEmail).toBeNull();
});

test.each([
  ["plain", "Fine.", "Fine."],
  ["below", "> Nine?\n\nFine.", "Fine."],
  ["between", "> Nine?\nYes.\n> Ten?\nNo.", "Yes.\nNo."],
  ["German", "Passt.\n\nAm 03.08.26 um 09:12 schrieb Ada Lovelace:\n> Neun?", "Passt."],
  [
    "French, over two lines",
    "Oui.\n\nLe lun. 3 août 2026 à 09:12, Ada Lovelace\n<ada@x.org> a écrit :\n\n> Neuf ?",
    "Oui.",
  ],
  ["Outlook", "Fine.\r\n\r\n-----Original Message-----\r\nFrom: Ada\r\nSent: Monday\r\n\r\nNine?", "Fine."],
  ["Outlook on the web", `Fine.\n\n${"_".repeat(32)}\nFrom: Ada\nSent: Monday\nTo: Clara\n\nNine?`, "Fine."],
  [
    "its headers alone",
    "Fine.\n\nFrom: Ada <ada@x.org>\nDate: Monday\nTo: Clara\nSubject: Nine\n\nNine?",
    "Fine.",
  ],
  ["a signature", "Fine.\n-- \nClara Voss\nLattice", "Fine."],
  ["nothing new", "> Nine?", "> Nine?"],
  [
    "no quote at all",
    "On Monday I wrote to them: nobody answers.",
    "On Monday I wrote to them: nobody answers.",
  ],
])("quoted text is stripped: %s", (_name, body, expected) => {
  expect(stripQuotedText(body)).toBe(expected);
});

vi.setConfig({ testTimeout: 60_000 });
