import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedIn } from "#platform/capability/context.ts";
import { rowsRead } from "#platform/testing/rows-read.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import type { ConversationOnWire, EmailOnWire } from "../model.ts";
import { remindOfUnanswered } from "../organizing/snooze-emails.ts";
import { ListEmails, selectEmails } from "../search/list-emails.ts";
import { emails as emailTable } from "../tables.ts";
import { joinThreads } from "./join-threads.ts";

const { aUser, as, database, owner } = await testDatabase();
type NewEmail = Partial<typeof emailTable.$inferInsert>;

async function mailboxOf(...rows: NewEmail[]): Promise<Person> {
  const person = as(await aUser());
  await person.run(({ db }) =>
    db.insert(emailTable).values(rows.map((row) => anEmail({ userId: person.userId, ...row }))),
  );
  return person;
}

const list = async (person: Person, input: object = {}) =>
  ((await person.invoke(emails.list, input)) as { items: EmailOnWire[] }).items;
const subjects = async (person: Person, input: object = {}) =>
  (await list(person, input)).map(({ subject }) => subject);
const idOf = async (person: Person, subject: string) => {
  const found = (await list(person)).find((email) => email.subject === subject);
  if (!found) throw new Error(`There is no '${subject}'`);
  return found.id;
};
const day = (date: number) => new Date(Date.UTC(2026, 2, date));

test("the thread list shows the newest email of each thread that matches the filter, and its count", async () => {
  const [lunch, board] = [randomUUID(), randomUUID()];
  const ada = await mailboxOf(
    { subject: "Lunch", threadId: lunch, createdAt: day(1) },
    { subject: "Re: Lunch", threadId: lunch, createdAt: day(3), status: "sent" },
    { subject: "Board", threadId: board, createdAt: day(2) },
    { subject: "Re: Board", threadId: board, createdAt: day(4) },
    { subject: "Old board", threadId: board, createdAt: day(5), deletedAt: new Date() },
  );
  expect(await subjects(ada, { threads: true })).toEqual(["Re: Board", "Re: Lunch"]);
  expect(await subjects(ada, { threads: true, view: "inbox" })).toEqual(["Re: Board", "Lunch"]);
  expect(await subjects(ada, { threads: true, text: "lunch" })).toEqual(["Re: Lunch"]);
  expect((await list(ada, { threads: true })).map(({ threadSize }) => threadSize)).toEqual([2, 2]);
  expect(await subjects(ada, { threads: true, limit: 1 })).toEqual(["Re: Board"]);
});

test("P22: the threads of a chunk are found by Message-ID, also in a mailbox without statistics", async () => {
  const known = Array.from({ length: 3000 }, (_, n) => ({ messageId: `<${n}@lattice.org>` }));
  const ada = await mailboxOf(...known);
  const messages = Array.from({ length: 250 }, (_, n) => ({
    ...{ messageId: `<answer-${n}@lattice.org>`, refs: [`<${n}@lattice.org>`] },
  }));
  const [joined, again] = await ada.run(async ({ db }) => {
    await joinThreads(
      db,
      ada.userId,
      known.map((each) => ({ ...each, refs: [] })),
    );
    const before = await rowsRead(db, "emails", "mail_references");
    const threads = await joinThreads(db, ada.userId, messages);
    const read = (await rowsRead(db, "emails", "mail_references")) - before;
    expect(read).toBeLessThan(2000);
    return [threads, await joinThreads(db, ada.userId, messages)];
  });
  expect(new Set(joined.values()).size).toBe(250);
  expect(again).toEqual(joined);
});

test("RFC 5256: a parent that arrives late merges the threads that refer to it", async () => {
  const parent = { messageId: "<parent@lattice.org>", refs: [] };
  const child = (name: string) => ({
    messageId: `<${name}@lattice.org>`,
    refs: [`<before-${name}@lattice.org>`],
  });
  const ada = as(await aUser());
  const receive = (...messages: { messageId: string; refs: string[] }[]) =>
    ada.run(async ({ db }) => {
      const threads = await joinThreads(db, ada.userId, messages);
      await db
        .insert(emailTable)
        .values(
          messages.map(({ messageId }) =>
            anEmail({ userId: ada.userId, messageId, threadId: threads.get(messageId), subject: messageId }),
          ),
        );
    });
  await receive(child("one"));
  await receive(child("two"));
  const threadsNow = async () => {
    const { rows } = await owner.query("select message_id, thread_id from emails where user_id = $1", [
      ada.userId,
    ]);
    return new Set(rows.map(({ thread_id }) => thread_id)).size;
  };
  expect(await threadsNow()).toBe(2);
  await receive({ ...parent, refs: ["<before-one@lattice.org>", "<before-two@lattice.org>"] });
  expect(await threadsNow()).toBe(1);
  await receive({ messageId: "<before-two@lattice.org>", refs: [] });
  await receive({ messageId: "<stranger@lattice.org>", refs: [] });
  expect(await threadsNow()).toBe(2);
});

type Opened = { items: ConversationOnWire[] };

test("several emails are opened in one call, each with its text and thread, in the given order", async () => {
  const lunch = randomUUID();
  const ada = await mailboxOf(
    { subject: "Lunch", body: "At noon?", threadId: lunch, createdAt: day(1) },
    { subject: "Re: Lunch", body: "Gladly.", threadId: lunch, createdAt: day(2), status: "sent" },
    { subject: "Advertised lunch", threadId: lunch, folder: "junk", createdAt: day(3) },
    { subject: "Board", createdAt: day(4) },
    { subject: "Gone", createdAt: day(5) },
  );
  const bob = await mailboxOf({ subject: "Bob's own" });
  const ids = await Promise.all([
    ...["Board", "Re: Lunch", "Gone"].map((subject) => idOf(ada, subject)),
    idOf(bob, "Bob's own"),
  ]);
  await ada.invoke(emails.deleteMany, { ids: [ids[2]] });
  const { items } = (await ada.invoke(emails.getMany, { ids })) as Opened;
  expect(items.map(({ email }) => [email.subject, email.body])).toEqual([
    ["Board", expect.any(String)],
    ["Re: Lunch", "Gladly."],
  ]);
  expect(items.map(({ thread }) => thread?.map(({ subject }) => subject))).toEqual([
    ["Board"],
    ["Re: Lunch", "Lunch"],
  ]);
  for (const { email } of items) expect(await ada.invoke(emails.get, { id: email.id })).toEqual(email);
});

test("getMany stays far below a megabyte: long texts and threads need their own call", async () => {
  const threadId = randomUUID();
  const long = "Long. ".repeat(60_000);
  const ada = await mailboxOf(
    { subject: "First", body: long, createdAt: day(3) },
    { subject: "Second", body: long, createdAt: day(2) },
    ...Array.from({ length: 21 }, (_, number) => ({
      subject: `Talk ${number}`,
      threadId,
      createdAt: day(1),
    })),
  );
  const ids = await Promise.all(["First", "Second", "Talk 0"].map((subject) => idOf(ada, subject)));
  const { items } = (await ada.invoke(emails.getMany, { ids })) as Opened;
  expect(items.map(({ email }) => email.subject)).toEqual(["First"]);
  const { items: conversation } = (await ada.invoke(emails.getMany, { ids: ids.slice(2) })) as Opened;
  expect(conversation.map(({ thread }) => thread)).toEqual([null]);
});

test("MAIL-33: a thread is archived and deleted as a whole, and restored with its categories", async () => {
  const threadId = randomUUID();
  const ada = await mailboxOf(
    { subject: "Offer", threadId, category: "client", createdAt: day(1) },
    { subject: "Re: Offer", threadId, createdAt: day(2) },
    { subject: "My answer", threadId, status: "sent", category: "client", createdAt: day(3) },
    { subject: "Other", createdAt: day(4) },
  );
  const ids = [await idOf(ada, "Re: Offer")];
  await ada.invoke(emails.archive, { ids, threads: true });
  expect(await subjects(ada, { view: "inbox" })).toEqual(["Other"]);
  expect((await list(ada)).find(({ subject }) => subject === "My answer")?.category).toBe("client");
  await ada.invoke(emails.unarchive, { ids, threads: true });
  expect((await list(ada)).map(({ category }) => category)).toEqual([null, "client", null, "client"]);
  const { ids: trashedIds } = (await ada.invoke(emails.deleteMany, { ids, threads: true })) as {
    ids: string[];
  };
  expect(trashedIds).toHaveLength(2);
  expect(await subjects(ada)).toEqual(["Other", "My answer"]);
  await ada.invoke(emails.restoreMany, { ids: trashedIds });
  expect(await subjects(ada)).toHaveLength(4);
});

test("MAIL-78, MAIL-79: a reply to all goes to each person once, never to oneself, and to Reply-To if there is one", async () => {
  const ada = await mailboxOf({ subject: "placeholder" });
  const { userId, email } = ada;
  await ada.run(({ db }) =>
    db.insert(emailTable).values([
      anEmail({
        userId,
        subject: "Offer",
        category: "client",
        sender: "Clara Voss <clara@x.org>",
        recipients: [email, "Ben <ben@x.org>"],
        cc: ["CLARA@x.org", "dora@x.org"],
      }),
      anEmail({ userId, subject: "List", sender: "bounce@list.org", replyTo: "list@list.org" }),
      anEmail({ userId, subject: "Mine", sender: email, recipients: ["ben@x.org"], status: "sent" }),
    ]),
  );
  const start = async (subject: string, all = false) =>
    ada.invoke(emails.startReply, { id: await idOf(ada, subject), all });
  expect(await start("Offer", true)).toMatchObject({
    subject: "Re: Offer",
    recipients: ["Clara Voss <clara@x.org>"],
    cc: ["Ben <ben@x.org>", "dora@x.org"],
    category: "client",
  });
  expect(await start("Offer")).toMatchObject({ cc: [] });
  expect(await start("List")).toMatchObject({ recipients: ["list@list.org"] });
  expect(await start("Mine")).toMatchObject({ recipients: ["ben@x.org"] });
});

test("a page of threads is read from indexes, however many follow", async () => {
  const ada = await mailboxOf({});
  await owner.query(
    `insert into emails (user_id, subject, body, sender, status, thread_id, created_at)
     select $1, 'Letter ' || n, 'text', 'a@x.org', 'received', md5((n / 3)::text)::uuid,
       now() - n * interval '1 minute' from generate_series(1, 3000) n`,
    [ada.userId],
  );
  await owner.query("analyze emails");
  for (const input of [{}, { view: "inbox" as const }]) {
    const statement = (context: SignedIn) =>
      selectEmails(context, ListEmails.parse({ ...input, threads: true })).getSQL();
    const { rows } = await ada.run((context) =>
      context.db.execute(sql`explain (format json) ${statement(context)}`),
    );
    const plan = JSON.stringify(rows);
    expect(plan).not.toMatch(/Seq Scan|"Sort"/);
    expect(plan).toContain("emails_thread");
  }
});

test("a snoozed thread leaves the inbox, and returns unread at its time with a notification", async () => {
  const threadId = randomUUID();
  const ada = await mailboxOf(
    { subject: "Offer", threadId, isRead: true, createdAt: day(1) },
    { subject: "Re: Offer", threadId, isRead: true, createdAt: day(2) },
    { subject: "Starred", createdAt: day(3) },
  );
  const ids = [await idOf(ada, "Re: Offer")];
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await ada.invoke(emails.snooze, { ids, threads: true, until });
  expect(await subjects(ada, { view: "inbox" })).toEqual(["Starred"]);
  expect(await subjects(ada, { view: "unread" })).toEqual(["Starred"]);
  expect(await subjects(ada, { view: "snoozed", threads: true })).toEqual(["Re: Offer"]);
  expect(await ada.invoke(emails.stats)).toMatchObject({ unread: 1 });
  const { rows } = await owner.query(
    "select title, scheduled_for from smart_notifications where user_id = $1",
    [ada.userId],
  );
  expect(rows).toMatchObject([{ title: "Back in your inbox: Re: Offer", scheduled_for: new Date(until) }]);
  await owner.query("update emails set snoozed_until = now() - interval '1 second' where thread_id = $1", [
    threadId,
  ]);
  expect(await subjects(ada, { view: "unread" })).toEqual(["Starred", "Re: Offer", "Offer"]);
  await expect(ada.invoke(emails.snooze, { ids, until: "2020-01-01T00:00:00Z" })).rejects.toMatchObject({
    code: "invalid",
  });
  await ada.invoke(emails.snooze, { ids, until: null });
  await ada.invoke(emails.updateMany, { changes: [{ id: await idOf(ada, "Starred"), isStarred: true }] });
  expect(await subjects(ada, { view: "starred" })).toEqual(["Starred"]);
});

test("a reminder notifies once about a sent message, unless somebody has replied", async () => {
  const [answered, open] = [randomUUID(), randomUUID()];
  const ada = await mailboxOf(
    { subject: "Answered", threadId: answered, status: "sent", createdAt: day(1) },
    { subject: "Re: Answered", threadId: answered, createdAt: day(2) },
    { subject: "Open", threadId: open, status: "sent", createdAt: day(1) },
  );
  const at = new Date(Date.now() + 60_000).toISOString();
  for (const subject of ["Answered", "Open"])
    await ada.invoke(emails.remind, { id: await idOf(ada, subject), at });
  expect((await subjects(ada, { view: "waiting" })).sort()).toEqual(["Answered", "Open"]);
  await expect(ada.invoke(emails.remind, { id: await idOf(ada, "Re: Answered"), at })).rejects.toMatchObject({
    code: "conflict",
  });
  await owner.query(
    "update emails set remind_at = now() - interval '1 second' where user_id = $1 and remind_at is not null",
    [ada.userId],
  );
  await remindOfUnanswered(database);
  await remindOfUnanswered(database);
  const { rows } = await owner.query("select title from smart_notifications where user_id = $1", [
    ada.userId,
  ]);
  expect(rows).toEqual([{ title: "No reply yet: Open" }]);
  expect(await subjects(ada, { view: "waiting" })).toEqual([]);
});
