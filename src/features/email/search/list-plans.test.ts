import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { roundTripsOf } from "#platform/testing/round-trips.ts";
import { rowsRead } from "#platform/testing/rows-read.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";

const { aUser, as, owner } = await testDatabase();
const ada = as(await aUser());
const bob = as(await aUser());
const MAILS = 4000;

// Ada has nearly all of the mail, so a plan for an average person is not one for her.
for (const [{ userId }, count] of [
  [ada, MAILS],
  [bob, 40],
] as const)
  await owner.query(
    `insert into emails (user_id, subject, body, sender, status, thread_id, created_at)
     select $1, 'Letter ' || n, 'Body', 'a@b.example', 'received', ('00000000-0000-4000-8000-' || lpad((n / 2)::text, 12, '0'))::uuid, now() - n * interval '1 minute'
       from generate_series(1, $2::int) n`,
    [userId, count],
  );
await owner.query("vacuum analyze emails");

const INPUTS = [{}, { view: "inbox" }, { view: "inbox", threads: true }, { view: "unread" }] as const;

test.each(INPUTS)(
  "a page %o is planned once for everybody, and reads no more than its rows",
  async (input) => {
    await ada.run(async (context) => {
      for (let count = 0; count < 7; count += 1) await emails.list(context, input);
      const before = await rowsRead(context.db, "emails");
      const { items } = await emails.list(context, input);
      const read = (await rowsRead(context.db, "emails")) - before;
      expect(items).toHaveLength(50);
      // Each row of the page, the rows that its conversations consist of, and those that a newer one of them hides.
      expect(read).toBeLessThan(51 * 8);
      const { rows } = await context.db.execute(sql`
      select bool_and(generic_plans > 0) as planned_once from pg_prepared_statements where name like 'emails.list %'`);
      expect(rows).toEqual([{ planned_once: true }]);
    });
  },
);

test("a page of mail is one round trip, and nothing of it is parsed again", async () => {
  for (let count = 0; count < 2; count += 1) await ada.invoke(emails.list);
  expect(await roundTripsOf(() => ada.invoke(emails.list))).toEqual({ trips: 1, parsed: 0 });
});

test("a search is planned for its words each time", async () => {
  await ada.run(async (context) => {
    for (let count = 0; count < 7; count += 1) await emails.list(context, { text: "letter" });
    const { rows } = await context.db.execute(sql`
      select name from pg_prepared_statements where statement like '%email_search_texts%'`);
    expect(rows).toEqual([]);
  });
});
