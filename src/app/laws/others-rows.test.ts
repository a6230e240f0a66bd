import { expect, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { registry } from "../slices.ts";
import { bootstrapConnection, fillStates } from "./fill-states.ts";

// Every query filters by owner, not the policies alone. The laws of ids test capabilities that take an id;
// this one tests writes that take none. Reads are tested by `nothing-of-others.test.ts`.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth, jobs }));
await disableRowLevelSecurity(server.owner);

const [ada, bob] = [server.as(await server.aUser()), server.as(await server.aUser())];
await ada.invoke(dashboard.loadSample);
await fillStates(bootstrapConnection(server), ada.userId);

const acting = [...registry.values()].filter(
  ({ definition: { effect, access, ownTransactions } }) =>
    effect !== "read" && access === "user" && !ownTransactions,
);

const { rows: tables } = await server.owner.query<{ name: string }>(
  `select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
    where attname = 'user_id' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
);
const marks = tables.map(
  ({ name }) =>
    `select '${name}' as table, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as mark
       from ${name} t where user_id = $1`,
);

/** A mark of everything that Ada has, table by table. */
async function marksOfAda(): Promise<Record<string, string>> {
  const { rows } = await server.owner.query<{ table: string; mark: string }>({
    name: "marks",
    text: marks.join(" union all "),
    values: [ada.userId],
  });
  return Object.fromEntries(rows.map(({ table, mark }) => [table, mark]));
}

let last = await marksOfAda();
test.for(acting.map((capability) => [capability.name, capability] as const))(
  "Bob's %s changes nothing of Ada's, without row-level security",
  async ([, capability]) => {
    const input = sampleInput(jsonSchema(capability.definition.input));
    // What no sample fits is refused, which changes nothing either.
    await bob.invoke(capability, input).catch(String);
    const before = last;
    last = await marksOfAda();
    expect(last).toEqual(before);
  },
);

test("the law detects violations: a change by Ada changes a digest", async () => {
  await ada.invoke(tasks.create, { title: "Slides" });
  expect(await marksOfAda()).not.toEqual(last);
});
