import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rowsRead } from "#platform/testing/rows-read.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import { EMAIL_ORDERS, EmailSort } from "../list-model.ts";
import { type EmailOnWire, importanceOf } from "../model.ts";
import { markEmails, withThreads } from "../organizing/update-emails.ts";
import { emails as emailTable } from "../tables.ts";
import { ListEmails, selectEmails } from "./list-emails.ts";
import { buildSearchCondition } from "./match-query.ts";

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
  (await person.invoke(emails.list, input)) as { items: EmailOnWire[]; nextCursor: string | null };
const subjects = async (person: Person, input: object = {}) =>
  (await list(person, input)).items.map(({ subject }) => subject);
const day = (date: number) => new Date(Date.UTC(2026, 2, date));

test("MAIL-43, MAIL-74, ROLE-06: the user's own emails, newest first", async () => {
  const ada = await mailboxOf(
    { subject: "old", createdAt: day(1) },
    { subject: "new", createdAt: day(3) },
    { subject: "middle", createdAt: day(2) },
    { subject: "gone", createdAt: day(4), deletedAt: new Date() },
  );
  await mailboxOf({ subject: "of somebody else" });
  expect(await subjects(ada)).toEqual(["new", "middle", "old"]);
});

test("MAIL-06, MAIL-28: filtered by status", async () => {
  const statuses = ["draft", "sent", "scheduled", "failed", "received"] as const;
  const ada = await mailboxOf(...statuses.map((status) => ({ subject: status, status })));
  for (const status of statuses) expect(await subjects(ada, { status })).toEqual([status]);
});

test("the inbox contains received mail that is not archived; unread and archived have their own views", async () => {
  const ada = await mailboxOf(
    { subject: "unread" },
    { subject: "read", isRead: true, createdAt: day(1) },
    { subject: "archived", isRead: true, category: "archived", createdAt: day(2) },
    { subject: "written", status: "sent", createdAt: day(3) },
  );
  expect(await subjects(ada, { view: "inbox" })).toEqual(["unread", "read"]);
  expect(await subjects(ada, { view: "unread" })).toEqual(["unread"]);
  expect(await subjects(ada, { view: "archived" })).toEqual(["archived"]);
});

test("a snoozed email is hidden until its time, and then only in the inbox", async () => {
  const ada = await mailboxOf(
    { subject: "asleep", snoozedUntil: new Date(Date.now() + 3_600_000) },
    { subject: "awake", snoozedUntil: new Date(Date.now() - 1000) },
  );
  expect(await subjects(ada, { view: "snoozed" })).toEqual(["asleep"]);
  expect(await subjects(ada, { view: "inbox" })).toEqual(["awake"]);
  expect(await subjects(ada, { view: "unread" })).toEqual(["awake"]);
});

test("MAIL-07, MAIL-68, MAIL-74, MAIL-75: five orders", async () => {
  const ada = await mailboxOf(
    { subject: "beta", priority: "low", sentAt: day(9), status: "sent", createdAt: day(1) },
    { subject: "Alpha", priority: "urgent", createdAt: day(2) },
    { subject: "émile", priority: "high", sentAt: day(8), status: "sent", createdAt: day(3) },
    { subject: "Zeta", priority: "medium", createdAt: day(4) },
  );
  expect(await subjects(ada, { sort: "created" })).toEqual(["Zeta", "émile", "Alpha", "beta"]);
  expect(await subjects(ada, { sort: "sent" })).toEqual(["beta", "émile", "Zeta", "Alpha"]);
  expect(await subjects(ada, { sort: "subject" })).toEqual(["Alpha", "beta", "émile", "Zeta"]);
  expect(await subjects(ada, { sort: "priority" })).toEqual(["Alpha", "émile", "Zeta", "beta"]);
  expect(await subjects(ada, { sort: "importance" })).toEqual(["Alpha", "émile", "Zeta", "beta"]);
});

test.each<[string, NewEmail, number]>([
  ["MAIL-69: urgent", { priority: "urgent" }, 5],
  ["MAIL-69: high", { priority: "high" }, 3],
  ["MAIL-70: '@ceo'", { sender: "jane@CEO.example" }, 4],
  ["MAIL-70: '@exec'", { sender: "jane@executives.example" }, 4],
  ["MAIL-71: a meeting in the category", { category: "Meetings" }, 1],
  ["MAIL-71: a meeting in the subject, once", { subject: "Board MEETING", category: "meeting" }, 1],
  ["MAIL-72: failed", { status: "failed" }, 2],
  ["all of it", { priority: "urgent", sender: "a@ceo.example", subject: "meeting", status: "failed" }, 12],
  ["none of it", { priority: "low", sender: "ceo@example.com" }, 0],
])("importance, %s", async (_, fields, score) => {
  const ada = await mailboxOf(fields);
  const [email] = (await list(ada)).items;
  expect(email?.importance).toBe(score);
  expect(email && importanceOf(email)).toBe(score);
});

test("MAIL-76: the search finds parts of subject, body and sender, ignoring case", async () => {
  const ada = await mailboxOf(
    { subject: "Quarterly FIGURES", body: "nothing", sender: "a@x.example", createdAt: day(3) },
    { subject: "Hello", body: "the figures are here", sender: "b@x.example", createdAt: day(2) },
    { subject: "Hello again", body: "nothing", sender: "figures@y.example", createdAt: day(1) },
    { subject: "Else", body: "Ä. Straße 50 %", sender: "oskar@kestrel.example", createdAt: day(0) },
  );
  expect(await subjects(ada, { text: "figures" })).toEqual(["Quarterly FIGURES", "Hello", "Hello again"]);
  expect(await subjects(ada, { text: "IGURE" })).toHaveLength(3);
  expect(await subjects(ada, { text: "oskar@kestrel" })).toEqual(["Else"]);
  expect(await subjects(ada, { text: "figures hello" })).toEqual(["Hello", "Hello again"]);
  for (const nothing of ["xylophone", "!!!", "%", "_", "'"])
    expect(await subjects(ada, { text: nothing })).toEqual([]);
  expect(await subjects(await mailboxOf({}), { text: "quarterly" })).toEqual([]);
});

test("pages of frequent words are in order as well", async () => {
  const ada = await mailboxOf(
    ...Array.from({ length: 1100 }, (_, n) => ({ subject: `Report ${n}`, createdAt: new Date(n * 1000) })),
  );
  const first = await list(ada, { text: "report", limit: 3 });
  expect(first.items.map(({ subject }) => subject)).toEqual(["Report 1099", "Report 1098", "Report 1097"]);
  const next = await list(ada, { text: "report", limit: 2, cursor: first.nextCursor });
  expect(next.items.map(({ subject }) => subject)).toEqual(["Report 1096", "Report 1095"]);
});

test("a page has previews and no bodies; pages have no gaps or duplicates in any order", async () => {
  const ada = await mailboxOf(
    ...Array.from({ length: 23 }, (_, n) => ({
      subject: `S ${n % 7}`,
      body: `Line\n\none ${"x".repeat(2000)}`,
      priority: (["low", "medium", "high", "urgent"] as const)[n % 4] ?? "low",
      sentAt: n % 3 ? day(n) : null,
      status: n % 3 ? ("sent" as const) : ("draft" as const),
      createdAt: day(n % 5),
    })),
  );
  for (const sort of EmailSort.options) {
    const allItems = (await list(ada, { sort, limit: 100 })).items;
    const paged: EmailOnWire[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(ada, { sort, limit: 4, ...(cursor ? { cursor } : {}) });
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged.map(({ id }) => id)).toEqual(allItems.map(({ id }) => id));
    expect(allItems.toSorted(EMAIL_ORDERS[sort]).map(({ id }) => id)).toEqual(allItems.map(({ id }) => id));
  }
  const [email] = (await list(ada)).items;
  expect(email).not.toHaveProperty("body");
  expect(email?.preview).toMatch(/^Line one x+$/);
  expect(email?.preview).toHaveLength(280);
});

test("every order and status reads a page from an index", async () => {
  const ada = await mailboxOf(...Array.from({ length: 3000 }, (_, n) => ({ createdAt: new Date(n * 1000) })));
  await owner.query("analyze emails");
  for (const input of [
    ...EmailSort.options.map((sort) => ({ sort })),
    { sort: "created" as const, status: "draft" as const },
  ]) {
    const { rows } = await ada.run((context) =>
      context.db.execute(
        sql`explain (format json) ${selectEmails(context, ListEmails.parse(input)).getSQL()}`,
      ),
    );
    const nodes = JSON.stringify(rows);
    expect(nodes, input.sort).not.toContain('"Node Type": "Sort"');
    expect(nodes, input.sort).not.toContain("Seq Scan");
  }
});

test("MAIL-76, P1: a frequent word is searched in list order, page by page; marking reads few rows", async () => {
  const threads = Array.from({ length: 1000 }, () => crypto.randomUUID());
  const ada = await mailboxOf(
    ...Array.from({ length: 3000 }, (_, n) => ({
      subject: `Quarter ${n}`,
      threadId: threads[n % 1000],
      createdAt: new Date(n * 1000),
    })),
  );
  await owner.query("analyze emails");
  const { rows } = await ada.run(async (context) => {
    const input = ListEmails.parse({ text: "quarter" });
    const page = selectEmails(context, input, await buildSearchCondition(context, "quarter"));
    return context.db.execute(sql`explain (format json) ${page.getSQL()}`);
  });
  const expected = [...JSON.stringify(rows).matchAll(/"Plan Rows":(\d+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...expected)).toBeGreaterThan(1000);

  const [newest] = (await list(ada)).items;
  const read = await ada.run(async (context) => {
    const before = await rowsRead(context.db, "emails");
    const ids = await withThreads(context, [newest?.id ?? ""]);
    expect(ids).toHaveLength(3);
    const marks = ids.map((id) => ({ id, isStarred: true }));
    expect((await markEmails(context, marks)).ids).toHaveLength(3);
    return (await rowsRead(context.db, "emails")) - before;
  });
  expect(read).toBeGreaterThanOrEqual(3);
  expect(read).toBeLessThan(50);
});

test("a connection without a user finds nothing", async () => {
  await mailboxOf({ subject: "Secret" });
  for (const call of [
    "find_mail('secret', '', '', '', false, false, false, null, null, 9)",
    "search_emails('secret', 9)",
    "search_emails_fuzzy('secret', 9)",
  ]) {
    const { rows } = await database.pool.query(`select * from ${call}`);
    expect([call, rows]).toEqual([call, []]);
  }
});

test("MAIL-76: operators narrow a search, the same whether few or many emails pass", async () => {
  const many = Array.from({ length: 1100 }, (_, n) => ({
    subject: `Report ${n}`,
    createdAt: new Date(n * 1000),
  }));
  const rows = [
    { subject: "Budget", sender: "Anna Ek <anna@x.org>", recipients: ["ben@x.org"], hasAttachments: true },
    { subject: "Report for Anna", sender: "carl@x.org", cc: ["Dora <dora@x.org>"], isStarred: true },
    {
      subject: "Old budget",
      sender: "anna@x.org",
      isRead: true,
      createdAt: new Date("2020-05-01T12:00:00Z"),
    },
  ];
  for (const others of [[], many]) {
    const ada = await mailboxOf(...rows, ...others);
    const found = async (text: string) =>
      (await subjects(ada, { text, limit: 100 })).filter((s) => !/^Report \d/.test(s)).sort();
    expect(await found("from:anna")).toEqual(["Budget", "Old budget"]);
    expect(await found("from:anna is:unread")).toEqual(["Budget"]);
    expect(await found("to:dora")).toEqual(["Report for Anna"]);
    expect(await found("dora")).toEqual(["Report for Anna"]);
    expect(await found('subject:anna from:"carl"')).toEqual(["Report for Anna"]);
    expect(await found("has:attachment")).toEqual(["Budget"]);
    expect(await found("is:starred report")).toEqual(["Report for Anna"]);
    expect(await found("anna before:2021-01-01")).toEqual(["Old budget"]);
    expect(await found("budget after:2021-01-01")).toEqual(["Budget"]);
    expect(await found("from:nobody")).toEqual([]);
  }
  const ada = await mailboxOf(...rows, ...many.map((row) => ({ ...row, sender: "anna@x.org" })));
  expect(await subjects(ada, { text: "from:anna after:2021-01-01", limit: 5 })).toEqual(["Budget"]);
  expect(await subjects(ada, { text: "from:anna before:2021-01-01", limit: 2 })).toEqual([
    "Old budget",
    "Report 1099",
  ]);
});
