import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { emails } from "../emails.ts";
import { anAccount, anEmail, aTemplate } from "../factory.ts";
import type { EmailOnWire } from "../model.ts";
import { emailTemplates } from "../settings-tables.ts";
import { mailboxMessages, emails as rows } from "../tables.ts";
import { countUnread } from "./count-unread.ts";
import { buildSearchCondition, matchesQuery } from "./match-query.ts";
import { parseAlternatives } from "./parse-mail-query.ts";

// What each filter matches and excludes, with one email for each.

const { aUser, as, owner } = await testDatabase();
type NewEmail = Partial<typeof rows.$inferInsert>;
async function mailboxOf(...mails: NewEmail[]): Promise<Person> {
  const person = as(await aUser());
  const { userId } = person;
  await person.run(({ db }) => db.insert(rows).values(mails.map((mail) => anEmail({ userId, ...mail }))));
  return person;
}
const subjectsOf = (items: readonly { subject: string }[]) => items.map(({ subject }) => subject).toSorted();
const list = async (person: Person, input: object) =>
  subjectsOf(((await person.invoke(emails.list, input)) as { items: EmailOnWire[] }).items);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

test("a search by index finds the same as a scan", async () => {
  const march = (day: number) => new Date(Date.UTC(2026, 2, day, 12));
  const plain = { sender: "news@digest.org", recipients: ["x@house.org"], body: "nothing", isRead: true };
  const ada = await mailboxOf(
    { ...plain, subject: "Budget", createdAt: march(1), isRead: false },
    { ...plain, subject: "From Clara", sender: "Clara Voss <clara@budget.org>", createdAt: march(2) },
    { ...plain, subject: "To Clara", recipients: ["clara@x.org"], createdAt: march(3), isStarred: true },
    { ...plain, subject: "Copied", cc: ["Dora <dora@x.org>"], createdAt: march(4), hasAttachments: true },
    { ...plain, subject: "Own", status: "sent", createdAt: march(5), isRead: false, body: "budget of Clara" },
  );
  for (const [text, found] of [
    ["budget", ["Budget", "From Clara", "Own"]],
    ["budget clara", ["From Clara", "Own"]],
    ["from:budget", ["From Clara"]],
    ["subject:clara", ["From Clara", "To Clara"]],
    ["to:clara", ["To Clara"]],
    ["to:dora", ["Copied"]],
    ["has:attachment", ["Copied"]],
    ["is:unread", ["Budget"]],
    ["is:starred", ["To Clara"]],
    ["before:2026-03-02", ["Budget"]],
    ["after:2026-03-05", ["Own"]],
    ["after:2026-03-02 before:2026-03-03", ["From Clara"]],
    ["is:starred OR subject:copied", ["Copied", "To Clara"]],
    ["nobody", []],
  ] as const) {
    expect([text, await list(ada, { text })]).toEqual([text, found]);
    const scanned = await ada.run(({ db, actor }) =>
      db
        .select({ subject: rows.subject })
        .from(rows)
        .where(and(eq(rows.userId, actor.userId), matchesQuery(rows, parseAlternatives(text)))),
    );
    expect([text, subjectsOf(scanned)]).toEqual([text, found]);
  }
});

test("more results than one index query are complete, and tabs count the newest thousand", async () => {
  const ada = as(await aUser());
  await owner.query(
    `insert into emails (user_id, subject, body, sender, status, created_at)
     select $1, case when n between 201 and 1300 then 'needle' else 'hay' end, 'x', 'a@x.org', 'received',
       now() - n * interval '1 minute' from generate_series(1, 1500) n`,
    [ada.userId],
  );
  const found = await ada.run(async (context) => {
    const isFound = await buildSearchCondition(context, "needle");
    return context.db.$count(rows, and(eq(rows.userId, ada.userId), isFound(rows)));
  });
  expect(found).toBe(1100);
  expect(await ada.run((context) => countUnread(context, ["needle"]))).toEqual({ unread: [800], rest: 200 });
});

test("unread is received, in the inbox, not read, not archived, not deleted and not snoozed", async () => {
  const ada = await mailboxOf(
    { subject: "Here", snoozedUntil: inHours(-1), category: "board" },
    { subject: "Asleep", snoozedUntil: inHours(1) },
    { subject: "Sent", status: "sent" },
    { subject: "Read", isRead: true },
    { subject: "Gone", deletedAt: new Date() },
    { subject: "Elsewhere", folder: "other" },
    { subject: "Archived", category: "archived" },
  );
  expect(await ada.run((context) => countUnread(context, ["here", "x OR figures", "nothing"]))).toEqual({
    unread: [1, 1, 0],
    rest: 0,
  });
  expect(await ada.run((context) => countUnread(context, ["nothing"]))).toEqual({ unread: [0], rest: 1 });
});

test("each view shows its own emails; junk is shown in the junk view only", async () => {
  const ada = await mailboxOf(
    { subject: "Inbox" },
    { subject: "Other", folder: "other" },
    { subject: "Asleep", snoozedUntil: inHours(1) },
    { subject: "Sent", status: "sent" },
    { subject: "Awake", snoozedUntil: inHours(-1), isRead: true },
    { subject: "Waiting", status: "sent", remindAt: inHours(1) },
    { subject: "Later", status: "scheduled", remindAt: inHours(1) },
    { subject: "Junk", folder: "junk" },
    { subject: "Archived", category: "archived", isRead: true },
    { subject: "Drafted", status: "draft", folder: "drafts" },
  );
  const { userId } = ada;
  expect(await list(ada, { view: "inbox" })).toEqual(["Awake", "Inbox"]);
  expect(await list(ada, { view: "unread" })).toEqual(["Inbox", "Other"]);
  expect(await list(ada, { view: "snoozed" })).toEqual(["Asleep"]);
  expect(await list(ada, { view: "waiting" })).toEqual(["Waiting"]);
  expect(await list(ada, { view: "archived" })).toEqual(["Archived"]);
  expect(await list(ada, { view: "junk" })).toEqual(["Junk"]);
  expect(await list(ada, { status: "draft" })).toEqual(["Drafted"]);
  expect(await list(ada, {})).not.toContain("Junk");
  expect(await list(ada, { isUnmatched: true })).toHaveLength(9);
  const [junk] = await ada.run(({ db }) => db.select().from(rows).where(eq(rows.folder, "junk")));
  expect(await list(ada, { ids: [junk?.id] })).toEqual(["Junk"]);
  const mailboxId = await ada.run(async ({ db }) => {
    const [account] = await db.insert(mailAccounts).values(anAccount({ userId })).returning();
    const accountId = account?.id ?? "";
    const [box] = await db
      .insert(mailboxes)
      .values({ userId, accountId, path: "Junk", name: "Junk" })
      .returning();
    await db
      .insert(mailboxMessages)
      .values({ mailboxId: box?.id ?? "", uid: 1, userId, emailId: junk?.id ?? "" });
    return box?.id;
  });
  expect(await list(ada, { mailboxId })).toEqual(["Junk"]);
});

test("the trash lists emails deleted in the last thirty days, by page; stats count the others", async () => {
  const ada = await mailboxOf(
    { subject: "Here" },
    { subject: "First", deletedAt: inHours(-3) },
    { subject: "Second", deletedAt: inHours(-2) },
    { subject: "Old", deletedAt: inHours(-24 * 31) },
    { subject: "Junk", folder: "junk" },
    { subject: "Asleep", snoozedUntil: inHours(1) },
  );
  const { userId } = ada;
  await ada.run(({ db }) =>
    db.insert(emailTemplates).values([aTemplate({ userId }), aTemplate({ userId, deletedAt: new Date() })]),
  );
  type Page = { items: EmailOnWire[]; nextCursor: string | null };
  const first = (await ada.invoke(emails.trash, { limit: 1 })) as Page;
  expect(subjectsOf(first.items)).toEqual(["Second"]);
  const second = (await ada.invoke(emails.trash, { limit: 1, cursor: first.nextCursor })) as Page;
  expect(subjectsOf(second.items)).toEqual(["First"]);
  expect(second.nextCursor).toBeNull();
  expect(await ada.invoke(emails.stats)).toMatchObject({ total: 2, trash: 2, templates: 1, unread: 1 });
});

test("eight people are suggested, each once, as lines that fit into a recipient field", async () => {
  const mails = Array.from({ length: 9 }, (_, at) => ({ sender: `Zoe ${at} <zoe${at}@x.org>` }));
  const ada = await mailboxOf(
    ...mails,
    { sender: "Zoe, Yan <yan@x.org>" },
    { sender: "Zoe without address" },
    { status: "sent", recipients: ["ZOE0@x.org"], cc: ["zoe.copy@x.org"] },
  );
  await ada.invoke(contacts.create, { contactName: "Zoe, Writer", contactEmail: "zoe1@x.org" });
  await ada.invoke(contacts.create, { contactName: "Zoe X", contactEmail: "x@zoe.org" });
  await ada.invoke(contacts.create, { contactName: "Zoe Nobody" });
  const lines = async (text: string) =>
    ((await ada.invoke(emails.people, { text })) as { items: { line: string }[] }).items.map(
      ({ line }) => line,
    );
  const zoe = await lines("zoe");
  expect(zoe.slice(0, 2).toSorted()).toEqual(['"Zoe, Writer" <zoe1@x.org>', "Zoe X <x@zoe.org>"]);
  expect(zoe[2]).toBe("Zoe 0 <zoe0@x.org>");
  expect(zoe).toHaveLength(8);
  expect(zoe.filter((line) => /zoe1@|zoe0@/i.test(line))).toHaveLength(2);
  expect(await lines("yan")).toEqual([]);
  expect(await lines("without")).toEqual([]);
  expect(await lines("copy")).toEqual(["zoe.copy@x.org"]);
});
