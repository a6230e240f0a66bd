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
import { stripQuotedText } from "./strip-quoted-text.ts";

// Writes received mail as the account sync does; src/app/tests/messages-by-mail.test.ts tests the path with real
// servers.
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const house = await testDatabase(async () => ({ jobs }));
const { aUser, as, owner, services } = house;

let ada: Person;
let clara: ContactOnWire;
let talk: ConversationOnWire;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  clara = (await ada.invoke(contacts.create, {
    contactName: "Clara Voss",
    contactEmail: "Clara@Lattice.org",
  })) as ContactOnWire;
  talk = await open(clara);
});

const open = async ({ id }: { id: string }) =>
  (await ada.invoke(conversations.create, { type: "direct", contactId: id })) as ConversationOnWire;
const get = async () => (await ada.invoke(conversations.get, { id: talk.id })) as ConversationOnWire;
const say = async (content: string, more: object = {}) =>
  (await ada.invoke(messages.send, { conversationId: talk.id, content, ...more })) as MessageOnWire;
const said = async () =>
  ((await ada.invoke(messages.list, { conversationId: talk.id })) as { items: MessageOnWire[] }).items;
const words = async () => (await said()).map(({ content }) => content);
const mailOf = async (message: MessageOnWire) => {
  const { rows } = await owner.query("select * from emails where id = $1", [message.byEmail?.emailId]);
  return rows[0];
};

/** As the account sync stores it; the published fact starts the job. */
async function comes(fields: { from?: string; answers?: string; body?: string; userId?: string }) {
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

test("issue 8: what is written to a contact without an account leaves as mail, in one thread", async () => {
  expect(talk).toMatchObject({ reach: "email", goesByEmail: true });
  const first = await say("Shall we meet at nine?");
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
  const second = await mailOf(await say("Or at ten?"));
  expect(second).toMatchObject({
    subject: "Re: Message from Ada Lovelace",
    in_reply_to: mail.message_id,
    refs: [mail.message_id],
    thread_id: mail.thread_id,
  });
});

test("issue 8: an answer comes back as a message of the contact, unread, without what it quotes", async () => {
  const mail = await mailOf(await say("Shall we meet at nine?"));
  await ada.invoke(conversations.archive, { id: talk.id });
  const body = "Yes, at nine.\n\nOn Mon, 3 Aug 2026 at 09:12, Ada wrote:\n> Shall we meet at nine?\n";
  const emailId = await comes({ answers: mail.message_id, body });
  const [answer] = await said();
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
      href: `/communication?conversation=${talk.id}&message=${answer?.id}`,
    },
  ]);
  await ada.invoke(conversations.markRead, { id: talk.id });
  expect(await ada.invoke(emails.get, { id: emailId })).toMatchObject({ isRead: true });
  // The next mail continues the thread from the contact's mail.
  const { rows: came } = await owner.query("select message_id from emails where id = $1", [emailId]);
  expect(await mailOf(await say("Good"))).toMatchObject({
    in_reply_to: came[0].message_id,
    refs: [mail.message_id, came[0].message_id],
  });
});

test("issue 8: only an answer, only by that contact, and each once becomes a message", async () => {
  const mail = await mailOf(await say("Shall we meet at nine?"));
  const answers: string = mail.message_id;
  await comes({ answers, from: "Clara Voss <mallory@elsewhere.org>" });
  await comes({ answers, from: '"clara@lattice.org" <mallory@elsewhere.org>' });
  await comes({});
  await comes({ answers: "<unknown@lattice.org>" });
  expect(await words()).toEqual(["Shall we meet at nine?"]);
  const emailId = await comes({ answers });
  await receiveEmailReplies.run(services, {
    userId: ada.userId,
    emailId,
    accountId: null,
    hasCalendar: false,
  });
  expect(await words()).toEqual(["Yes, at nine.", "Shall we meet at nine?"]);
  // A colleague who knows the same contact, and the same Message-ID, gets no message.
  const bob = as(await aUser({ fullName: "Bob Carter" }));
  await comes({ answers, userId: bob.userId });
  expect(await words()).toHaveLength(2);
  await ada.invoke(contacts.delete, { id: clara.id });
  await comes({ answers, body: "Too late" });
  expect(await words()).toHaveLength(2);
});

test("issue 8: nobody writes in a contact's name, whatever the tables are asked", async () => {
  const mail = await say("Shall we meet at nine?");
  const insert = (senderId: string) =>
    ada.run(({ db }) =>
      db.execute(
        `insert into messages (conversation_id, sender_id, content) values ('${talk.id}', '${senderId}', 'Yes') returning id`,
      ),
    );
  await expect(insert(clara.id)).rejects.toThrow();
  const receive = await ada.run(({ db }) =>
    db.execute(`select * from receive_message_by_mail('${talk.id}', '${mail.byEmail?.emailId}', 'Yes')`),
  );
  expect(receive.rows).toEqual([]);
});

test("issue 8: sent, held and failed are told with the reason, and what goes by mail is not changed any more", async () => {
  const message = await say("Shall we meet at nine?");
  const now = async () => (await said())[0]?.byEmail;
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

test("issue 8: deleted before it leaves, the mail stays here; restored, it leaves", async () => {
  const message = await say("Too early");
  await ada.invoke(messages.delete, { id: message.id });
  const { rows: gone } = await owner.query("select * from mail_deliveries where user_id = $1", [ada.userId]);
  expect(gone).toEqual([]);
  await ada.invoke(messages.restore, { id: message.id });
  const [back] = await said();
  expect(back).toMatchObject({ content: "Too early", byEmail: { direction: "out", state: "on its way" } });
  await owner.query("update mail_deliveries set state = 'sent' where user_id = $1", [ada.userId]);
  await owner.query("update mail_recipients set state = 'sent' where user_id = $1", [ada.userId]);
  await ada.invoke(messages.delete, { id: message.id });
  await ada.invoke(messages.restore, { id: message.id });
  // A mail that was sent is not sent twice.
  const { rows: left } = await owner.query("select * from mail_deliveries where user_id = $1", [ada.userId]);
  expect(left).toHaveLength(1);
});

test("issue 8: kept here instead by choice; without an address, and with people of the house, there is no choice", async () => {
  const choose = (id: string, goesByEmail: boolean) =>
    ada.invoke(conversations.goByEmail, { id, goesByEmail });
  expect(await choose(talk.id, false)).toMatchObject({ reach: "no_account", goesByEmail: false });
  expect((await say("Only here")).byEmail).toBeNull();
  expect(await choose(talk.id, true)).toMatchObject({ reach: "email" });
  const nameless = (await ada.invoke(contacts.create, { contactName: "No address" })) as ContactOnWire;
  const quiet = await open(nameless);
  expect(quiet).toMatchObject({ reach: "no_address", goesByEmail: false });
  await expect(choose(quiet.id, true)).rejects.toMatchObject({ code: "conflict" });
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
  expect(await open(sample)).toMatchObject({ reach: "no_account", goesByEmail: false });
});

test("issue 8: a file goes along as a link that ends", async () => {
  const { fileName, fileType, fileSize, storageKey, sha256 } = aDocument({
    userId: ada.userId,
    title: "Budget",
  });
  const { rows } = await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, 'Budget', $2, $3, $4, $5, $6) returning id`,
    [ada.userId, fileName, fileType, fileSize, storageKey, sha256],
  );
  const mail = await mailOf(await say("Please read", { documentIds: [rows[0].id] }));
  expect(mail.body).toMatch(new RegExp(`^Please read\\n\\n${fileName}: http\\S+/shared/\\S+$`));
});

test("issue 8: an account under the address takes the conversation over, with what came from it as its own", async () => {
  const mail = await mailOf(await say("Shall we meet at nine?"));
  await comes({ answers: mail.message_id });
  const person = as(await aUser({ fullName: "Clara Voss", email: "clara@lattice.org" }));
  const [handed] = ((await person.invoke(conversations.list)) as { items: ConversationOnWire[] }).items;
  expect(handed).toMatchObject({ id: talk.id, unreadCount: 1, goesByEmail: false, reach: "person" });
  const [answer] = await said();
  expect(answer).toMatchObject({ senderId: person.userId, content: "Yes, at nine." });
  expect((await say("Welcome")).byEmail).toBeNull();
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
])("issue 8: quoted text is cut: %s", (_name, body, kept) => {
  expect(stripQuotedText(body)).toBe(kept);
});

vi.setConfig({ testTimeout: 20_000 });
