import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { z } from "zod";
import { messages } from "#features/communication/messages.ts";
import { projects } from "#features/tasks/projects.ts";
import { decisions } from "#features/team/decisions.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import { openApiDocument } from "#platform/http/openapi.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { agentTools } from "#platform/mcp/tools/agent-tools.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";
import { idOf, ownedRecordOf } from "./owned-records/factory.ts";

// The laws of docs/architecture-reference.md: they find every capability by themselves.

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
const { aUser, as, services } = server;
/** Each protection is tested alone: here the queries themselves have to filter by owner. */
const withoutPolicies = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
await disableRowLevelSecurity(withoutPolicies.owner);
const walls = [
  { wall: "with row-level security", where: server },
  { wall: "by its queries alone", where: withoutPolicies },
];
const atEachWall = <T>(cases: readonly T[]) =>
  walls.flatMap(({ wall, where }) => cases.map((each) => ({ ...each, wall, where })));

const routes = restRoutes(registry);
const capabilities = routes.map(({ capability, input }) => ({ name: capability.name, capability, input }));
const forPeople = capabilities.filter(({ capability }) => capability.definition.access !== "admin");
const takingId = forPeople.filter(({ input }) => input.properties?.id);
const adminsTakingId = capabilities.filter((each) => each.input.properties?.id && !forPeople.includes(each));
const signedOut = { actor: null, requestId: "law", address: null };

/** Lists of records inside another record take its id: how to get that id from the listed record. */
const parentInput: Record<string, (owner: Person, id: string) => Promise<Record<string, unknown>>> = {
  papers: async (owner) => {
    const { items } = (await owner.invoke(decisions.list)) as { items: { id: string }[] };
    return { decisionId: idOf(items[0]) };
  },
  projectLinks: async (owner) => {
    const { items } = (await owner.invoke(projects.list)) as { items: { id: string }[] };
    return { projectId: idOf(items[0]) };
  },
  messages: async (owner, id) => {
    const { conversationId } = (await owner.invoke(messages.get, { id })) as { conversationId: string };
    return { conversationId };
  },
};

test.for(capabilities.filter(({ capability }) => capability.definition.access !== "anyone"))(
  "$name refuses signed-out callers",
  async ({ capability, input }) => {
    await expect(invoke(services, capability, sampleInput(input), signedOut)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  },
);

test.for(capabilities.filter(({ capability }) => capability.definition.access === "admin"))(
  "$name is forbidden to everyone but administrators",
  async ({ capability, input }) => {
    const bob = as(await aUser());
    await expect(bob.invoke(capability, sampleInput(input))).rejects.toMatchObject({ code: "forbidden" });
  },
);

test.for(capabilities)("$name refuses unknown fields", ({ capability }) => {
  const schema = capability.definition.input as z.ZodType;
  expect(schema.safeParse({ userId: randomUUID(), thisFieldIsUnknown: 1 }).success).toBe(false);
});

test.for(atEachWall(takingId))(
  "$name returns not_found for Ada's id when Bob calls it, $wall",
  async ({ capability, input, where }) => {
    const [ada, bob] = [where.as(await where.aUser()), where.as(await where.aUser())];
    const record = ownedRecordOf(capability.resource);
    if (!record) throw new Error(`Give '${capability.resource}.create' an example`);
    const id = await record(ada, where, capability.verb);
    await expect(bob.invoke(capability, sampleInput(input, { id }))).rejects.toMatchObject({
      code: "not_found",
    });
  },
);

test.for(takingId)("$name returns not_found for an unknown id", async ({ capability, input }) => {
  const bob = as(await aUser());
  const id = randomUUID();
  await expect(bob.invoke(capability, sampleInput(input, { id }))).rejects.toMatchObject({
    code: "not_found",
  });
});

test.for(adminsTakingId)("$name returns not_found to an administrator for an unknown id", async (each) => {
  const boss = await aUser({ roles: ["admin"] });
  const credentialId = (await ownedRecordOf("sessions")?.(as(boss), server, "")) ?? null;
  const input = sampleInput(each.input, { id: randomUUID() });
  await expect(as({ ...boss, credentialId }).invoke(each.capability, input)).rejects.toMatchObject({
    code: "not_found",
  });
});

const withExample = routes.filter(({ capability }) => capability.definition.example !== undefined);

test.for(withExample)("the example of $path succeeds and is in the OpenAPI document", async (route) => {
  const { example } = route.capability.definition;
  await expect(as(await aUser()).invoke(route.capability, example)).resolves.toBeDefined();
  const { paths } = openApiDocument([route], "https://adjutant.example");
  expect(paths[`/api/v1${route.path}`]).toMatchObject({
    [route.method.toLowerCase()]: { requestBody: { content: { "application/json": { example } } } },
  });
});

const lists = forPeople.filter(({ capability }) => ["list", "trash"].includes(capability.verb));

test.for(atEachWall(lists))(
  "$name never shows Ada's data to Bob, $wall",
  async ({ capability, input, where }) => {
    const [ada, bob] = [where.as(await where.aUser()), where.as(await where.aUser())];
    const id = await ownedRecordOf(capability.resource)?.(ada, where, capability.verb);
    const place = id && (await parentInput[capability.resource]?.(ada, id));
    const asked = sampleInput(input, place || {});
    const mine = JSON.stringify(await ada.invoke(capability, asked));
    if (id) expect(mine).toContain(id);
    if (place)
      return expect(bob.invoke(capability, asked)).rejects.toMatchObject({
        code: "not_found",
      });
    const othersAnswer = JSON.stringify(await bob.invoke(capability, asked));
    expect(othersAnswer).not.toContain(id ?? ada.userId);
  },
);

test("tool names fit 64 characters of the allowed alphabet", () => {
  for (const name of agentTools(registry).keys()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
});

test("every capability has a summary: one sentence in the imperative, without a dot at its end", () => {
  for (const { definition, name } of registry.values() as Iterable<AnyCapability>) {
    expect(definition.summary, name).toMatch(/^[A-Z].{9,}[^.]$/);
    expect(definition.summary, name).not.toMatch(/\. |^\w*[^s\W]s\b/);
  }
});
