import { sql } from "drizzle-orm";
import type pg from "pg";
import { expect, test } from "vitest";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { recount } from "#platform/counts/recount.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { figuresQuery } from "../dashboard/figures.ts";

// Counts are maintained by the statements that change the records; whatever is done, they are what counting would find.

const reported: unknown[] = [];
const drop = () => undefined;
const { aUser, as, owner, services } = await testDatabase(async () => ({
  log: {
    ...{ debug: drop, info: drop, warn: drop, fatal: drop },
    error: (message, about) => void reported.push([message, about]),
  },
}));
const RESOURCES = ["emails", "tasks", "documents"];

/** What counting finds, less what is stored: nothing, if the counts are right. */
async function differences(client: pg.Pool | pg.PoolClient = owner): Promise<unknown[]> {
  const counted = RESOURCES.map(
    (resource) =>
      `select '${resource}' as resource, user_id, name, change from users u, recounted_${resource}(u.id)`,
  );
  const { rows } = await client.query(
    `select resource, name, sum(change)::int as missing from (
       ${counted.join(" union all ")} union all
       select resource, user_id, counted, -change from record_counts) each
     group by resource, user_id, name having sum(change) <> 0`,
  );
  return rows;
}

/** Changes of every column that a group depends on, of several rows at once; `$1`: the person. */
const CHANGES = [
  `insert into emails (user_id, subject, body, sender, status, is_read, folder)
   select $1, 'Mail ' || n, 'Text', 'clara@lattice.example', (array['received', 'sent', 'draft', 'scheduled'])[1 + n % 4],
          n % 3 = 0, case when n % 5 = 0 then 'junk' else 'inbox' end from generate_series(1, 12) n`,
  "update emails set is_read = not is_read where user_id = $1",
  "update emails set deleted_at = now() where user_id = $1 and folder = 'junk'",
  "update emails set folder = 'junk' where user_id = $1 and subject like '%1'",
  "update emails set ai_summary = 'Short' where user_id = $1 and status = 'sent'",
  "update emails set snoozed_until = now() + interval '1 day' where user_id = $1 and subject like '%2'",
  "update emails set deleted_at = null where user_id = $1",
  "update emails set status = 'held' where user_id = $1 and status = 'scheduled'",
  "delete from emails where user_id = $1 and subject like '%3'",
  `insert into tasks (user_id, title, status, priority, due_date, position)
   select $1, 'Task ' || n, (array['todo', 'in_progress', 'completed', 'review'])[1 + n % 4],
          (array['low', 'medium', 'high', 'urgent'])[1 + n % 4], now() - n * interval '9 hours', 'a' || n
     from generate_series(1, 12) n`,
  "update tasks set status = 'completed' where user_id = $1 and title like '%1'",
  "update tasks set due_date = due_date + interval '3 days' where user_id = $1 and title like '%2'",
  "update tasks set due_date = null, priority = 'urgent' where user_id = $1 and title like '%3'",
  "update tasks set parent_id = (select max(id::text)::uuid from tasks where user_id = $1 and title = 'Task 4') where user_id = $1 and title like '%5'",
  "update tasks set deleted_at = now() where user_id = $1 and title like '%6'",
  "delete from tasks where user_id = $1 and title like '%7'",
];

test("after every kind of change the counts are what counting finds", async () => {
  const { userId } = await aUser();
  for (const change of CHANGES) {
    const { rowCount } = await owner.query(change, [userId]);
    expect(rowCount, change).toBeGreaterThan(0);
    expect(await differences(), change).toEqual([]);
  }
  const { rows } = await owner.query("select counted from record_counts where user_id = $1", [userId]);
  expect(rows.length, "one row for each group, because changes are merged").toBe(
    new Set(rows.map(({ counted }) => counted)).size,
  );
});

test("transactions of one person do not wait for each other's counts, and none is lost", async () => {
  const { userId } = await aUser();
  const [one, other] = [await owner.connect(), await owner.connect()];
  try {
    await one.query("begin");
    await one.query(CHANGES[0] ?? "", [userId]);
    await other.query("set lock_timeout = '5s'");
    await other.query("begin");
    await other.query(CHANGES[0] ?? "", [userId]);
    expect(await differences(one), "a transaction reads its own counts").toEqual([]);
    await one.query("commit");
    await other.query("rollback");
    expect(await differences()).toEqual([]);
    await other.query(CHANGES[1] ?? "", [userId]);
    expect(await differences()).toEqual([]);
  } finally {
    one.release();
    other.release();
  }
});

test("many writers at once: the sum is right", async () => {
  const { userId } = await aUser();
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => owner.query(CHANGES[n % 3 === 0 ? 9 : 0] ?? "", [userId])),
  );
  expect(await differences()).toEqual([]);
});

test("a wrong count is corrected at night; a person may not correct or write counts", async () => {
  const person = as(await aUser());
  await owner.query(CHANGES[0] ?? "", [person.userId]);
  const planted =
    "insert into record_counts (user_id, resource, counted, change) values ($1, 'emails', 'unread', 5)";
  await owner.query(planted, [person.userId]);
  await owner.query("delete from record_counts where user_id = $1 and counted = 'sent'", [person.userId]);
  expect(await differences()).toHaveLength(2);
  const { rows } = await person.run(({ db }) =>
    db.execute<{ wrong: number }>(`select recount_records('emails', '${person.userId}') as wrong`),
  );
  expect(rows).toEqual([{ wrong: 0 }]);
  await expect(
    person.run(({ db }) => db.execute(planted.replace("$1", `'${person.userId}'`))),
  ).rejects.toThrow();
  await recount.run(services, {});
  expect(reported).toEqual([["Wrong counts of records were corrected", { resource: "emails", count: 2 }]]);
  expect(await differences()).toEqual([]);
});

test("an erased account has no counts", async () => {
  const { userId } = await aUser();
  await owner.query(CHANGES[0] ?? "", [userId]);
  await owner.query("insert into account_deletions (user_id, due_at) values ($1, now())", [userId]);
  await owner.query("select erase_account($1)", [userId]);
  const { rows } = await owner.query("select from record_counts where user_id = $1", [userId]);
  expect(rows).toEqual([]);
});

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
};
const rowsRead = (plan: Plan): number =>
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0) +
  (["emails", "tasks", "documents"].includes(plan["Relation Name"] ?? "")
    ? plan["Actual Rows"] * plan["Actual Loops"]
    : 0);

test("figures cost the same with 300 and with 30,000 emails", async () => {
  const person = as(await aUser());
  const scope = { userId: person.userId, now: new Date(), timeZone: "Europe/Berlin" };
  const read = async () => {
    const stats = await person.run((context) => emails.stats(context, {}));
    const counts = await person.run((context) => tasks.counts(context, { timeZone: "Europe/Berlin" }));
    const { rows } = await person.run(({ db }) =>
      db.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(
        sql`explain (analyze, format json) ${figuresQuery(scope)}`,
      ),
    );
    return { stats, counts, read: rowsRead(rows[0]?.["QUERY PLAN"][0]?.Plan ?? ({} as Plan)) };
  };
  const insert = (from: number, to: number) =>
    owner.query(
      `insert into emails (user_id, subject, body, sender, status, is_read)
       select $1, 'Mail ' || n, 'Text', 'clara@lattice.example', 'received', n % 2 = 0 from generate_series($2::int, $3::int) n`,
      [person.userId, from, to],
    );
  await insert(1, 300);
  const few = await read();
  await insert(301, 30_000);
  const many = await read();
  expect([few.stats.unread, many.stats.unread, many.stats.total]).toEqual([150, 15_000, 30_000]);
  expect(many.read).toBe(few.read);
});
