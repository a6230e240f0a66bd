import { expect, onTestFinished, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import { AppError } from "#platform/capability/errors.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { registry } from "../slices.ts";
import { bootstrapConnection, fillStates } from "./fill-states.ts";

// Queries alone, without row-level security: figures, searches, exports and all other reads return the same to Bob
// before and after Ada fills a whole workspace. Reads are found in the registry.

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
await disableRowLevelSecurity(server.owner);
const [ada, bob] = [server.as(await server.aUser()), server.as(await server.aUser())];

/** Words that occur in the sample's mails, tasks, events, documents and conversations. */
const WORDS = ["board", "report"];
const ASKED = /^(query|search|text|q|asked|words|name|title)$/;
const reads = restRoutes(registry).filter(
  ({ capability }) => capability.definition.effect === "read" && capability.definition.access !== "admin",
);

/** Each read with its minimal input, and with the sample's words wherever it takes a search text. */
const questions = reads.flatMap(({ capability, input }) => {
  const worded = Object.keys(input.properties ?? {}).filter((name) => ASKED.test(name));
  const inputs = WORDS.map((word) =>
    sampleInput(input, Object.fromEntries(worded.map((name) => [name, word]))),
  );
  return (worded.length > 0 ? inputs : inputs.slice(0, 1)).map((asked, n) => ({
    name: `${capability.name} ${n}`,
    capability,
    asked,
  }));
});

/** Timestamps, and the position in the shared sequence of announcements, which reveals nothing about their owners. */
const CHANGES_BY_ITSELF = /\d{4}-\d\d-\d\dT[\d:.]+Z|(?<="lastEventId":)\d+/g;

/** All answers to a person, without values that change by themselves. */
async function answersTo(person: Person): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { name, capability, asked } of questions)
    answers[name] = await person.invoke(capability, asked).then(
      (answer) => JSON.stringify(answer)?.replaceAll(CHANGES_BY_ITSELF, "…") ?? "",
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
  return answers;
}

test("no read returns anything different to Bob because Ada has a whole workspace, without row-level security", async () => {
  const before = await answersTo(bob);
  await ada.invoke(dashboard.loadSample, { timeZone: "Europe/Berlin" });
  await fillStates(bootstrapConnection(server), ada.userId);
  expect(await answersTo(bob)).toEqual(before);
  const adas = Object.entries(await answersTo(ada)).filter(([name, answer]) => answer !== before[name]);
  expect(adas.length, "reads that show Ada what is hers").toBeGreaterThan(30);
}, 60_000);

test("a search without an owner filter is detected", async () => {
  const { rows } = await server.owner.query(
    "select pg_get_functiondef('search_tasks(text, integer)'::regprocedure) as body",
  );
  const before = await answersTo(bob);
  onTestFinished(async () => void (await server.owner.query(rows[0].body)));
  await server.owner.query(rows[0].body.replaceAll("t.user_id = me", "me is not null"));
  await ada.invoke(tasks.create, { title: "The report for the board" });
  expect(await answersTo(bob)).not.toEqual(before);
}, 60_000);
