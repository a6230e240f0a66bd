import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { tasks } from "#features/tasks/tables.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { Id } from "#platform/capability/wire.ts";
import { type RestRoute, restRoutes } from "#platform/http/rest-routes.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { inputVariants } from "#platform/testing/input-variants.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { registry } from "../slices.ts";
import { copyOfId, duplicateAllUsers, moveRowsAfterCopies } from "./duplicate-all-users.ts";
import { bootstrapConnection, fillStates } from "./fill-states.ts";
import { fillEmptyTables } from "./fill-tables.ts";
import { IdsOf } from "./ids-of.ts";
import { ownedRecordOf } from "./owned-records/factory.ts";
import { type Outcome, shapeOf, trialsAs } from "./trial-runs.ts";

// Our queries alone. Whatever Bob calls, with his own ids or with those of others, he gets the same answers
// and writes the same before and after all users' data is duplicated with the same texts, times and states.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
// What an hour ends is answered otherwise after it: every request here is of one moment.
vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());
const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth, jobs }));
await disableRowLevelSecurity(server.owner);
const asBootstrap = bootstrapConnection(server);
const bob = server.as(await server.aUser({ fullName: "Bob" }));
await bob.invoke(dashboard.loadSample, { timeZone: "Europe/Berlin" });

/** No proposal is created for these: several sample tasks have the name, so the assistant asks which one is meant. */
const NO_RECORD = ["assistant.approve", "assistant.edit", "assistant.dismiss"];

/** What is answered otherwise each time, and why that says nothing about others. */
const NOT_COMPARED: Record<string, string> = {
  "agents.authorizationRequest": "a program says its name to whoever is sent to it",
  "agents.allow": "a program belongs to nobody before somebody lets it in",
  "password.change": "wrong passwords are counted",
  "secondFactor.prepare": "wrong passwords are counted",
  "secondFactor.renewCodes": "wrong passwords are counted",
  "secondFactor.remove": "wrong passwords are counted",
  "passkeys.prepare": "wrong passwords are counted",
  "passkeys.rename": "the sign-in has transactions of its own, which are not undone",
  "passkeys.remove": "the sign-in has transactions of its own, which are not undone",
};

const asked = restRoutes(registry).filter(
  ({ capability }) => capability.definition.access !== "admin" && NOT_COMPARED[capability.name] === undefined,
);

/** A record of Bob's for each capability that takes one; the previous one is reused if he cannot have a second one. */
async function makeRecords(): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  const latest = new Map<string, string>();
  for (const { capability } of asked.filter((each) => each.input.properties?.id)) {
    const { resource, verb, name } = capability;
    const id = await ownedRecordOf(resource)?.(bob, server, verb).catch(() => latest.get(resource));
    if (!id) {
      if (!NO_RECORD.includes(name)) throw new Error(`No record was made to try '${name}' on`);
      continue;
    }
    latest.set(resource, id);
    made.set(name, id);
  }
  return made;
}

const made = await makeRecords();
await fillEmptyTables(asBootstrap, bob.userId);
await fillStates(asBootstrap, bob.userId);
// A server process without heartbeats counts as dead after a while, and its people as offline.
await server.owner.query("update server_processes set heartbeat_at = now() + interval '1 hour'");
// An invitation is sent again after a minute, and this law may take longer.
await server.owner.query("update team_invitations set sent_at = now() - interval '1 hour'");
const ids = await IdsOf.person(server.owner, bob.userId, made);
const known = new Set([...ids.all].flatMap((id) => [id, copyOfId(id)]));
const tryAsBob = trialsAs(bob, server.services, (id) => known.has(id));

/** Two planted bugs of the kind that this law has to find. */
const planted = resource("planted", {
  read: read({
    summary: "Read all tasks of everybody",
    input: z.strictObject({}),
    output: z.object({ titles: z.array(z.string()) }),
    access: "user",
    run: async ({ db }) => ({ titles: (await db.select().from(tasks)).map(({ title }) => title) }),
  }),
  write: write({
    summary: "Take a task of anybody",
    input: z.strictObject({ taskId: Id }),
    output: z.object({}),
    access: "user",
    run: async ({ db }, { taskId }) => {
      await db.update(tasks).set({ title: "Taken" }).where(eq(tasks.id, taskId));
      return {};
    },
  }),
});

type Trial = { capability: AnyCapability; input: unknown; before: Outcome; isSteady: boolean };
const same = (one: Outcome, other: Outcome) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Each input variant of a capability twice before the data is duplicated: if the answers differ, only their shape is
 * compared.
 */
async function trialsBefore({
  capability,
  input,
}: Pick<RestRoute, "capability" | "input">): Promise<Trial[]> {
  const idsFor = (field: string) => {
    const id = ids.for(capability.name, field);
    return id ? [id, copyOfId(id)] : ["0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a"];
  };
  const trials: Trial[] = [];
  for (const variant of inputVariants(input, idsFor)) {
    const before = await tryAsBob(capability, variant);
    const isSteady = same(before, await tryAsBob(capability, variant));
    trials.push({ capability, input: variant, before, isSteady });
  }
  return trials;
}

const trials: (readonly [string, Trial[]])[] = [];
for (const route of asked) trials.push([route.capability.name, await trialsBefore(route)]);
const faults: Trial[][] = [];
for (const { capability, input } of restRoutes(registryOf([{ name: "planted", resources: [planted] }])))
  faults.push(await trialsBefore({ capability, input }));
await duplicateAllUsers(asBootstrap);

test("no capability fails for a reason of its own: what fails every time would hide a leak", () => {
  const failing = trials.filter(([, each]) => each.some(({ before }) => before.answer.includes('"failed":')));
  expect(failing.map(([name]) => name)).toEqual([]);
});

async function expectSame({ capability, input, before, isSteady }: Trial) {
  const after = await tryAsBob(capability, input);
  const inputText = JSON.stringify(input);
  if (isSteady) expect(after, inputText).toEqual(before);
  else expect(shapeOf(after), inputText).toEqual(shapeOf(before));
}

const SAME = "%s answers and does the same for Bob whoever else is there, by its queries alone";

test.for(trials)(SAME, async ([, each]) => {
  for (const trial of each) await expectSame(trial);
});

const NOTICED = "a capability that forgets the owner is noticed, whether it reads or writes";

async function expectNoticed() {
  expect(faults).toHaveLength(2);
  for (const each of faults)
    await expect(Promise.all(each.map(expectSame))).rejects.toThrow("to deeply equal");
}

test(NOTICED, expectNoticed);

// Some queries take the first row they find, others keep the last.
describe("if Bob's rows are stored after those of others", () => {
  beforeAll(() => moveRowsAfterCopies(asBootstrap, new Set([bob.userId, ...ids.all])));

  test.for(trials)(SAME, async ([, each]) => {
    for (const trial of each) await expectSame(trial);
  });

  test(NOTICED, expectNoticed);
});
