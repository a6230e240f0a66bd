import { expect, test } from "vitest";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { openApiDocument } from "#platform/http/openapi.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { agentTools } from "#platform/mcp/tools/agent-tools.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { slices } from "./slices.ts";

// 'Add a verb' of docs/architecture.md: the verb is in its resource, and nothing else names it.

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace" }));

const greetings = resource("greetings", {
  list: read({
    summary: "List greetings",
    input: z.strictObject({}),
    output: z.object({ items: z.array(z.string()) }),
    access: "user",
    run: async () => ({ items: ["Good morning"] }),
  }),
  translate: write({
    summary: "Translate a greeting",
    input: z.strictObject({ language: z.string() }),
    output: z.object({ text: z.string() }),
    access: "user",
    run: async (_context, { language }) => ({ text: `Good morning in ${language}` }),
  }),
});
const registry = registryOf([...slices, { name: "greetings", resources: [greetings] }]);

test("a new verb of a new slice is a call, a REST path with its description, and a tool", async () => {
  expect(await ada.invoke(greetings.translate, { language: "French" })).toEqual({
    text: "Good morning in French",
  });
  expect(registry.get("greetings.translate")).toBe(greetings.translate);
  const { paths } = openApiDocument(restRoutes(registry), "https://adjutant.example");
  expect(paths["/api/v1/greetings"]).toMatchObject({ get: { operationId: "greetings.list" } });
  expect(paths["/api/v1/greetings/translate"]).toMatchObject({
    post: { operationId: "greetings.translate", summary: "Translate a greeting" },
  });
  const tools = agentTools(registry);
  expect(tools.get("greetings_list")?.tool.annotations?.readOnlyHint).toBe(true);
  expect(tools.get("greetings_translate")?.tool.annotations?.readOnlyHint).toBe(false);
});
