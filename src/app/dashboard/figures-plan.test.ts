import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { figuresQuery } from "./figures.ts";

vi.setConfig({ testTimeout: 90_000 });
const { aUser, as, owner } = await testDatabase();

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test("DASH: among 50,000 tasks and 20,000 emails the figures read the rows of one person by index", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, (_, n) => aUser({ fullName: `Person ${n}` })));
  const ids = people.map(({ userId }) => userId);
  await owner.query(
    `insert into tasks (user_id, title, status, due_date, completed_at, created_at, position)
     select ($1::uuid[])[1 + n % 20], 'Task ' || n, case when n % 3 = 0 then 'todo' else 'completed' end,
            now() - n % 400 * interval '1 day', case when n % 3 > 0 then now() - n % 400 * interval '1 day' end,
            now() - n % 500 * interval '1 day', 'a' || n
       from generate_series(1, 50000) n`,
    [ids],
  );
  await owner.query(
    `insert into emails (user_id, subject, body, sender, status, is_read)
     select ($1::uuid[])[1 + n % 20], 'Mail ' || n, 'Text', 'clara@lattice.example', 'received', n % 9 > 0
       from generate_series(1, 20000) n`,
    [ids],
  );
  await owner.query("analyze tasks, emails");
  const ada = as(people[0] ?? (await aUser()));
  const scope = { userId: ada.userId, now: new Date(), timeZone: "Europe/Berlin" };
  const { rows } = await ada.run(({ db }) =>
    db.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(sql`explain (format json) ${figuresQuery(scope)}`),
  );
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("No plan");
  const nodes = nodesOf(plan);
  const scans = nodes.filter((node) => ["tasks", "emails"].includes(node["Relation Name"] ?? ""));
  expect(scans.length).toBeGreaterThan(4);
  expect(scans.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
  const conditions = new Map(nodes.map((node) => [node["Index Name"], node["Index Cond"]]));
  expect(conditions.get("tasks_due_day")).toMatch(/user_id.*due_date >=.*due_date </);
  expect(conditions.get("tasks_completed")).toContain("user_id");
});
