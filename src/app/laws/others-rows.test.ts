import { expect, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { registry } from "../slices.ts";

// Issue 20: every query filters by owner, not the policies alone. The laws of ids test capabilities that take an id;
// this one tests writes that take none. Reads are tested by `nothing-of-others.test.ts`.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth, jobs }));
await disableRowLevelSecurity(server.owner);

const [ada, bob] = [server.as(await server.aUser()), server.as(await server.aUser())];
await ada.invoke(dashboard.loadSample);

const acting = [...registry.values()].filter(
  ({ definition: { effect, access, ownTransactions } }) =>
    effect !== "read" && access === "user" && !ownTransactions,
);

/** A mark of everything that Ada has, table by table. */
async function digestsOfAda(): Promise<Record<string, string>> {
  const { rows } = await server.owner.query<{ table: string; mark: string }>(
    `select table_name as table, (xpath('/row/mark/text()', query_to_xml(format(
       'select coalesce(md5(string_agg(t::text, E''\\n'' order by t::text)), ''none'') as mark from %I t where user_id = %L',
       table_name, $1::uuid), false, true, '')))[1]::text as mark
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'user_id' and table_type = 'BASE TABLE'`,
    [ada.userId],
  );
  return Object.fromEntries(rows.map(({ table, mark }) => [table, mark]));
}

let marks = await digestsOfAda();
test.for(acting.map((capability) => [capability.name, capability] as const))(
  "Bob's %s changes nothing of Ada's, without row-level security",
  async ([, capability]) => {
    const input = sampleInput(jsonSchema(capability.definition.input));
    // What no sample fits is refused, which changes nothing either.
    await bob.invoke(capability, input).catch(String);
    const before = marks;
    marks = await digestsOfAda();
    expect(marks).toEqual(before);
  },
);

test("the law detects violations: a change by Ada changes a digest", async () => {
  await ada.invoke(tasks.create, { title: "Slides" });
  expect(await digestsOfAda()).not.toEqual(marks);
});
