import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { tableScansOf } from "#platform/testing/plan-of.ts";
import { rowsRead } from "#platform/testing/rows-read.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import { emails as rows } from "../tables.ts";
import { ListEmails, selectEmails } from "./list-emails.ts";
import { buildSearchCondition } from "./match-query.ts";
import { emailSearchTexts } from "./search-tables.ts";

// The searched text of each email is in a row of its own, which only a change of that text writes.

const { aUser, as, owner } = await testDatabase();

type Fields = Partial<typeof rows.$inferInsert>;

async function mailOf(person: Person, fields: Fields = {}): Promise<string> {
  const [made] = await person.run(({ db }) =>
    db
      .insert(rows)
      .values(anEmail({ userId: person.userId, ...fields }))
      .returning(),
  );
  return made?.id ?? "";
}
/** `version`: another one for each write of the row. */
const textOf = async (id: string) =>
  (
    await owner.query(
      "select user_id, content, recipients, xmin::text || ctid::text as version from email_search_texts where email_id = $1",
      [id],
    )
  ).rows[0];

test("what search does not see writes no search text; what it sees writes one", async () => {
  const ada = as(await aUser());
  const id = await mailOf(ada, {
    ...{ subject: "Bögen", body: "Of oak", sender: "Clara <clara@x.org>" },
    ...{ recipients: ["Ada <ada@x.org>"], cc: ["dora@x.org"], bcc: ["eve@x.org"] },
  });
  const made = await textOf(id);
  expect(made).toMatchObject({
    user_id: ada.userId,
    content: "bogen clara clara x org  of oak",
    recipients: "ada ada x org  dora x org eve x org",
  });
  for (const set of [
    { isStarred: true },
    { isRead: true },
    { category: "archived", archivedAt: new Date() },
    { snoozedUntil: new Date() },
    { html: "<p>Of oak</p>", bodyState: "full" as const },
    { deletedAt: new Date() },
    { subject: "Bögen", body: "Of oak" },
  ]) {
    await ada.run(({ db }) => db.update(rows).set(set).where(eq(rows.id, id)));
    expect([set, await textOf(id)]).toEqual([set, made]);
  }
  const changes: [Fields, { content?: string; recipients?: string }][] = [
    [{ subject: "Bows" }, { content: "bows clara clara x org  of oak" }],
    [{ sender: "fay@x.org" }, { content: "bows fay x org of oak" }],
    [{ body: "Of yew" }, { content: "bows fay x org of yew" }],
    [{ recipients: ["b@x.org"] }, { recipients: "b x org dora x org eve x org" }],
    [{ cc: [] }, { recipients: "b x org  eve x org" }],
    [{ bcc: [] }, { recipients: "b x org  " }],
  ];
  for (const [set, text] of changes) {
    await ada.run(({ db }) => db.update(rows).set(set).where(eq(rows.id, id)));
    expect(await textOf(id)).toMatchObject(text);
  }
  await owner.query("delete from emails where id = $1", [id]);
  expect(await textOf(id)).toBeUndefined();
});

test("a preview has the words of the body with single spaces, whatever the spaces are, and is not written by hand", async () => {
  const ada = as(await aUser());
  const spaces = await owner.query<{ text: string }>(
    "select string_agg('w' || chr(c) || ' x' || chr(c) || chr(c) || 'y ' || chr(c) || 'z', '') as text from generate_series(1, 12400) c",
  );
  const bodies = [
    "",
    " a  b \r\n c",
    "\u00a0\u2003x\u3000",
    "x".repeat(1300),
    ...(spaces.rows[0]?.text.match(/.{1,900}/gsu) ?? []),
  ];
  const ids = await Promise.all(bodies.map((body) => mailOf(ada, { body, preview: "Other" })));
  const first = ids[0] ?? "";
  await ada.run(({ db }) => db.update(rows).set({ preview: "Other" }).where(eq(rows.id, first)));
  const wrong = `select body from emails where id = any ($1) and preview is distinct from
    left(regexp_replace(left(body, 1200), '\\s+', ' ', 'g'), 280)`;
  expect((await owner.query(wrong, [ids])).rows).toEqual([]);
  await ada.run(({ db }) => db.update(rows).set({ body: "Of\n\nyew" }).where(eq(rows.id, first)));
  const [{ preview } = { preview: "" }] = await ada.run(({ db }) =>
    db.select().from(rows).where(eq(rows.id, first)),
  );
  expect(preview).toBe("Of yew");
});

test("the searched text of a long body ends with the longest body that people can write", async () => {
  const ada = as(await aUser());
  const id = await mailOf(ada, { body: `${"x".repeat(100_000)} beyond` });
  expect((await textOf(id)).content).toMatch(/ x{100000}$/);
});

test("people read the search texts of their own mail, and write none", async () => {
  const [ada, bob] = [as(await aUser()), as(await aUser())];
  const id = await mailOf(ada, { subject: "Secret" });
  const read = (person: Person) =>
    person.run(({ db }) => db.select({ id: emailSearchTexts.emailId }).from(emailSearchTexts));
  expect(await read(ada)).toEqual([{ id }]);
  expect(await read(bob)).toEqual([]);
  for (const person of [ada, bob]) {
    const { rowCount } = await person.run(({ db }) =>
      db.execute(sql`update email_search_texts set content = 'other' where email_id = ${id}`),
    );
    expect(rowCount).toBe(0);
    expect((await person.run(({ db }) => db.execute(sql`delete from email_search_texts`))).rowCount).toBe(0);
    const values = { emailId: crypto.randomUUID(), userId: person.userId, content: "x", recipients: "x" };
    await expect(person.run(({ db }) => db.insert(emailSearchTexts).values(values))).rejects.toThrow();
  }
});

test("a rare word reads the emails that have it, a frequent one those of a page, whoever has much mail", async () => {
  const ada = as(await aUser());
  await owner.query(
    `insert into emails (user_id, subject, body, sender, status, created_at)
     select $1, case when n % 1000 = 7 then 'Zeppelin' else 'Letter ' || n end, repeat('Figures of the quarter. ', 40),
       'a@x.org', 'received', now() - n * interval '1 minute' from generate_series(1, 6000) n`,
    [ada.userId],
  );
  await owner.query("vacuum analyze emails, email_search_texts");
  const readBy = (work: (context: Parameters<Parameters<Person["run"]>[0]>[0]) => Promise<unknown>) =>
    ada.run(async (context) => {
      const before = await rowsRead(context.db, "emails", "email_search_texts");
      await work(context);
      return (await rowsRead(context.db, "emails", "email_search_texts")) - before;
    });
  const find = (words: string) =>
    readBy(({ db }) =>
      db.execute(sql`
    select id from find_mail(${words}, '', '', '', false, false, false, null, null, 1001) as found(id)`),
    );
  expect(await find("zeppelin")).toBeLessThan(6 * 4);
  // The newest thousand, then what the index finds.
  expect(await readBy(({ db }) => db.execute(sql`select * from search_emails('zeppelin', 9)`))).toBeLessThan(
    2200,
  );
  expect(await readBy(({ db }) => db.execute(sql`select * from search_emails('quarter', 9)`))).toBeLessThan(
    3200,
  );
  const condition = await ada.run((context) => buildSearchCondition(context, "quarter"));
  const scans = await tableScansOf(ada, (context) =>
    selectEmails(context, ListEmails.parse({ text: "quarter" }), condition).getSQL(),
  );
  expect(scans.map(({ table }) => table)).toContain("email_search_texts");
  for (const { table, rows: read } of scans) expect([table, read < 120]).toEqual([table, true]);
  const { items } = await ada.run((context) => emails.list(context, { text: "zeppelin" }));
  expect(items).toHaveLength(6);
});
