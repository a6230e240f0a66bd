import { expect, test } from "vitest";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { registry } from "../slices.ts";

// Issue 20: ownership is in every query, not in the policies alone. The laws of ids and lists try what names a record; this
// one tries what counts, sums up, searches and suggests, and what writes without naming a record.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const house = await testDatabase(async (database) => ({ auth: testAuth(database).auth, jobs }));
await house.owner.query(`do $$ declare t regclass; begin
  for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('alter table %s disable row level security', t);
  end loop; end $$`);

const asked = [...registry.values()]
  .filter(({ definition }) => definition.effect === "read" && definition.access === "user")
  .filter(({ definition }) => !definition.ownTransactions)
  .map((capability) => ({ capability, schema: jsonSchema(capability.definition.input) }));

/** Words that the sample workspace is full of, for what searches. */
const WORDS = ["a", "board"];

/** Instants are those of the asking. */
const timeless = (answer: unknown) =>
  (JSON.stringify(answer) ?? "").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");

/** The answer of each capability, or how it was refused. */
async function answersOf(person: Person): Promise<Map<string, string[]>> {
  const answers = new Map<string, string[]>();
  for (const { capability, schema } of asked) {
    const words = ["text", "search", "query", "words"].filter((name) => schema.properties?.[name]);
    const given: string[] = [];
    for (const word of words.length > 0 ? WORDS : [""]) {
      const input = sampleInput(schema, Object.fromEntries(words.map((name) => [name, word])));
      given.push(await person.invoke(capability, input).then(timeless, String));
    }
    answers.set(capability.name, given);
  }
  return answers;
}

const [ada, bob] = [house.as(await house.aUser()), house.as(await house.aUser())];
const answersBefore = await answersOf(bob);
await ada.invoke(dashboard.loadSample);
const after = await answersOf(bob);

test.for([...answersBefore])(
  "%s answers Bob as if Ada had nothing, by its queries alone",
  ([name, answers]) => {
    expect(after.get(name)).toEqual(answers);
  },
);

const acting = [...registry.values()].filter(
  ({ definition: { effect, access, ownTransactions } }) =>
    effect !== "read" && access === "user" && !ownTransactions,
);

/** A mark of everything that Ada has, table by table. */
async function marksOfHers(): Promise<Record<string, string>> {
  const { rows } = await house.owner.query<{ table: string; mark: string }>(
    `select table_name as table, (xpath('/row/mark/text()', query_to_xml(format(
       'select coalesce(md5(string_agg(t::text, E''\\n'' order by t::text)), ''none'') as mark from %I t where user_id = %L',
       table_name, $1::uuid), false, true, '')))[1]::text as mark
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'user_id' and table_type = 'BASE TABLE'`,
    [ada.userId],
  );
  return Object.fromEntries(rows.map(({ table, mark }) => [table, mark]));
}

let marks = await marksOfHers();
test.for(acting.map((capability) => [capability.name, capability] as const))(
  "%s of Bob's changes nothing of Ada's, by its queries alone",
  async ([, capability]) => {
    const input = sampleInput(jsonSchema(capability.definition.input));
    // What no sample fits is refused, which changes nothing either.
    await bob.invoke(capability, input).catch(String);
    const before = marks;
    marks = await marksOfHers();
    expect(marks).toEqual(before);
  },
);

test("the law bites: to Ada herself they show what she has", async () => {
  const hers = await answersOf(ada);
  const shown = [...hers].filter(([name, answers]) => String(answers) !== String(after.get(name)));
  expect(shown.length).toBeGreaterThan(35);
});
