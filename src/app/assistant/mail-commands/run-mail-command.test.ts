import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { notifications } from "#features/daily-ops/notifications.ts";
import { emails } from "#features/email/emails.ts";
import { emails as mailRows } from "#features/email/tables.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { assistant } from "../assistant.ts";
import { chats } from "../chats.ts";
import { runMailCommands } from "../jobs.ts";
import type { ChatMessageOnWire, ChatOnWire } from "../model.ts";
import { settings } from "../settings.ts";
import {
  mailTo,
  NOTICE_TEXT,
  SYSTEM_ADDRESS,
  systemMailInstance,
  textOfMail,
} from "./system-mail.factory.ts";

const { server, aPerson, connected } = await systemMailInstance();
const { as, owner, services } = server;

type Listed<T> = { items: T[] };
let ada: Person;
let accountId = "";
/** The Message-ID of a notification mail to Ada. */
let noticeMessageId = "";

beforeEach(async () => {
  ada = await aPerson("Ada Lovelace");
  accountId = await connected(ada);
  await ada.invoke(settings.save, { acceptsReplies: true });
  noticeMessageId = await mailTo(server, ada);
});

type Sent = Partial<typeof mailRows.$inferInsert>;

/** Stores a mail that Ada sent with another program and processes it as a command. */
async function answers(
  body: string,
  fields: Sent = {},
  inReplyTo = noticeMessageId,
  person = ada,
): Promise<string> {
  const row = {
    ...{ userId: person.userId, accountId, subject: "Re: Review", body, sender: person.email },
    ...{
      recipients: [SYSTEM_ADDRESS],
      status: "sent" as const,
      messageId: `<${randomUUID()}@aldermoor.com>`,
      inReplyTo,
    },
    ...fields,
  };
  const [email] = await server.database.transaction(person.userId, "write", (db) =>
    db.insert(mailRows).values(row).returning({ id: mailRows.id }),
  );
  await processReply({ emailId: email?.id ?? "", messageId: row.messageId ?? "", inReplyTo }, person);
  return email?.id ?? "";
}

const processReply = (reply: { emailId: string; messageId: string; inReplyTo: string }, person = ada) =>
  runMailCommands.run(services, { userId: person.userId, ...reply });

const titles = async (person = ada) =>
  ((await person.invoke(tasks.list, {})) as Listed<{ title: string }>).items.map(({ title }) => title);

const listChats = async (person = ada) => ((await person.invoke(chats.list, {})) as Listed<ChatOnWire>).items;

const answerIn = async (chat: ChatOnWire | undefined) =>
  ((await ada.invoke(chats.messages, { id: chat?.id })) as Listed<ChatMessageOnWire>).items[0];

const notices = async () =>
  ((await ada.invoke(notifications.list, {})) as Listed<{ title: string; message: string; href: string }>)
    .items;

const QUOTED = [
  "",
  `On Sunday Adjutant <${SYSTEM_ADDRESS}> wrote:`,
  `> ${NOTICE_TEXT}`,
  "> --",
  "> You chose",
].join("\n");

test("A3: Ada's reply to a system mail runs once, is recorded with undo, and she is notified", async () => {
  const body = `Create a task to call Anna\ntomorrow at 3pm\n${QUOTED}`;
  const messageId = `<${randomUUID()}@aldermoor.com>`;
  const emailId = await answers(body, { messageId });
  expect(await titles()).toEqual(["call Anna"]);
  const [chat] = await listChats();
  expect(chat).toMatchObject({ title: "Create a task to call Anna tomorrow at 3pm" });
  const answer = await answerIn(chat);
  expect(answer).toMatchObject({
    intent: "tasks.create",
    engine: null,
    toolCalls: [{ capability: "tasks.quickAdd" }],
    canUndo: true,
  });
  expect((await notices())[0]).toMatchObject({
    title: "Your answer by mail: Create a task to call Anna tomorrow at 3pm",
    message: expect.stringContaining("I created the task 'call Anna'"),
    href: `/ai-assistant?chat=${chat?.id}`,
  });
  // Received again after a crash, twice at the same time, and after everything was deleted.
  const again = () => processReply({ emailId, messageId, inReplyTo: noticeMessageId });
  await Promise.all([again(), again()]);
  await ada.invoke(chats.delete, { id: chat?.id });
  await again();
  expect(await titles()).toEqual(["call Anna"]);
  await ada.invoke(assistant.undo, { id: answer?.id });
  expect(await titles()).toEqual([]);
});

test("A3: one reply processed twice at the same time runs once", async () => {
  const emailId = await answers("", {});
  const messageId = `<${randomUUID()}@aldermoor.com>`;
  await owner.query("update emails set body = 'Create a task to call Anna' where id = $1", [emailId]);
  const processSame = () => processReply({ emailId, messageId, inReplyTo: noticeMessageId });
  await Promise.all([processSame(), processSame(), processSame()]);
  expect(await titles()).toEqual(["call Anna"]);
});

test("A3: deletions, sends and invitations wait for approval on the assistant page; the mail alone does none of them", async () => {
  await ada.invoke(tasks.create, { title: "Old lease" });
  await answers("Delete the task Old lease");
  expect(await titles()).toEqual(["Old lease"]);
  const [chat] = await listChats();
  const { proposal } = (await answerIn(chat)) ?? {};
  expect(proposal).toMatchObject({ capability: "tasks.delete", state: "waiting" });
  expect((await notices())[0]).toMatchObject({
    title: "Waiting for your approval: Delete the task Old lease",
  });
  // An invitation is a guest of an event: the phrase would do it at once on the page.
  await answers("Schedule a meeting with mallory@evil.test tomorrow at 3 pm");
  const [second] = await listChats();
  const guest = await answerIn(second);
  expect(guest).toMatchObject({
    proposal: { capability: "events.addQuickly", state: "waiting" },
    toolCalls: [],
  });
  expect((await owner.query("select 1 from events where user_id = $1", [ada.userId])).rowCount).toBe(0);
  // Ada may approve in any of her sessions, and nobody else may.
  const approval = { id: proposal?.id, inputHash: proposal?.inputHash };
  const bob = await aPerson("Bob Stone");
  await expect(bob.invoke(assistant.approve, approval)).rejects.toThrow("Proposal");
  await as({ ...ada, credentialId: randomUUID() }).invoke(assistant.approve, approval);
  expect(await titles()).toEqual([]);
});

test("A3: an unclear reply is answered plainly, and no language model is called", async () => {
  await answers("Zumbra the florble quite soon");
  expect((await notices())[0]?.message).toContain("I do not understand that without a language model");
  expect(await answerIn((await listChats())[0])).toMatchObject({ engine: null, intent: null });
});

test("A3: quotes, signatures, empty and endless replies and mails sent to others are not commands", async () => {
  const command = "Create a task to call Anna";
  const bodies = [
    "",
    QUOTED,
    `\n\n${QUOTED}\n${command}`,
    `> ${command}`,
    `-- \n${command}`,
    `Sent from my iPhone\n${command}`,
    `From: Bob <bob@lattice.test>\nSent: Monday\n\n${command}`,
    `________________________________\nDe : Adjutant\n${command}`,
    `Lähettäjä: Adjutant <${SYSTEM_ADDRESS}>\nAihe: Review\n\n${command}`,
    "Hello Adjutant,\n\n> quoted",
    // Quoted without a mark: text of the notification mail is not what Ada wrote.
    NOTICE_TEXT,
    NOTICE_TEXT.slice(0, 40),
    `${NOTICE_TEXT} Regards`,
    "12345 !!!",
    "x".repeat(1_000_000),
    `${command} ${"and then ".repeat(20_000)}`,
  ];
  for (const body of bodies) await answers(body);
  await answers(command, { recipients: ["bob@lattice.test"] });
  await answers(command, { recipients: [SYSTEM_ADDRESS], cc: ["bob@lattice.test"] });
  await answers(command, { recipients: [SYSTEM_ADDRESS], bcc: ["bob@lattice.test"] });
  await answers(command, { status: "received", folder: "inbox" });
  await answers(command, { status: "draft" });
  expect(await listChats()).toEqual([]);
  expect(await titles()).toEqual([]);
});

test("A3: a reply counts only from the recipient of the mail, while enabled and not suspended", async () => {
  const command = "Create a task to call Anna";
  const bob = await aPerson("Bob Stone");
  await connected(bob);
  await bob.invoke(settings.save, { acceptsReplies: true });
  // Bob sees the Message-ID of Ada's mail; and a Message-ID of another mail is not one of ours.
  await answers(command, { accountId: null }, noticeMessageId, bob);
  await answers(command, {}, "<figures@lattice.test>");
  await answers(command, {}, "");
  await ada.invoke(settings.save, { acceptsReplies: false });
  await answers(command);
  await ada.invoke(settings.save, { acceptsReplies: true });
  for (const [stop, go] of [
    [
      "update users set suspended_at = now() where id = $1",
      "update users set suspended_at = null where id = $1",
    ],
    [
      "update profiles set agents_paused_at = now() where user_id = $1",
      "update profiles set agents_paused_at = null where user_id = $1",
    ],
    [
      "update mail_accounts set deleted_at = now() where user_id = $1",
      "update mail_accounts set deleted_at = null where user_id = $1",
    ],
    [
      "update notification_deliveries set due_at = now() - interval '1 second' - interval '8 days' where user_id = $1",
      "update notification_deliveries set due_at = now() - interval '1 second' where user_id = $1",
    ],
  ] as const) {
    await owner.query(stop, [ada.userId]);
    await answers(command);
    await owner.query(go, [ada.userId]);
  }
  expect([await listChats(), await listChats(bob), await titles(), await titles(bob)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  await answers(command);
  expect(await titles()).toEqual(["call Anna"]);
});

test("A3: notification mails offer reply commands only if a reply can be received, and an API key cannot enable them", async () => {
  expect(await textOfMail(server, ada)).toContain("Answer this mail from your mail program");
  await ada.invoke(settings.save, { acceptsReplies: false });
  await mailTo(server, ada);
  expect(await textOfMail(server, ada)).not.toContain("Answer this mail");
  await ada.invoke(settings.save, { modelUse: "never" });
  expect(await ada.invoke(settings.get)).toMatchObject({ modelUse: "never", acceptsReplies: false });
  const key = as({ ...ada, via: "api_key", credentialId: randomUUID() });
  await expect(key.invoke(settings.save, { acceptsReplies: true })).rejects.toThrow("Please sign in");
  await ada.invoke(settings.save, { acceptsReplies: true });
  expect(await ada.invoke(settings.get)).toMatchObject({ modelUse: "never", acceptsReplies: true });
  await owner.query("update mail_accounts set deleted_at = now() where user_id = $1", [ada.userId]);
  await mailTo(server, ada);
  expect(await textOfMail(server, ada)).not.toContain("Answer this mail");
});

test("A3: a mail deleted before processing is no command and no error", async () => {
  await processReply({
    emailId: randomUUID(),
    messageId: "<gone@aldermoor.com>",
    inReplyTo: noticeMessageId,
  });
  expect(await listChats()).toEqual([]);
  expect((await ada.invoke(emails.list, {})) as Listed<object>).toMatchObject({ items: [] });
});
