import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { type JsonSchema, jsonSchema } from "#platform/http/rest-routes.ts";
import { EVERYDAY_PARAMETERS } from "#platform/mcp/everyday/everyday-parameters.ts";
import { EVERYDAY_TOOLS } from "#platform/mcp/everyday/everyday-tools.ts";
import { agentTools, toolName } from "#platform/mcp/tools/agent-tools.ts";
import { registry } from "../slices.ts";

// What a client shows its model if nothing else is asked for: few tools, each of them described completely and truly.

const tools = agentTools(registry);
const everyday = EVERYDAY_TOOLS.map((each) => ({ ...each, tool: tools.get(toolName(each.name))?.tool }));
const wordsOf = (names = "") => names.split(" ").filter(Boolean);

type Found = { path: string; schema: JsonSchema };

/** Every parameter of an input, at every depth. */
function parametersIn(schema: JsonSchema, path = ""): Found[] {
  const inside = [schema.items, schema.anyOf, schema.oneOf].flat() as (JsonSchema | undefined)[];
  const here = Object.entries(schema.properties ?? {}).map(([name, child]) => ({
    path: path === "" ? name : `${path}.${name}`,
    schema: child,
  }));
  return [
    ...here,
    ...here.flatMap((each) => parametersIn(each.schema, each.path)),
    ...inside.flatMap((each) => (each && typeof each === "object" ? parametersIn(each, path) : [])),
  ];
}

test("the everyday set has at most 30 tools; each exists, is visible to agents, and has a title and a reason", () => {
  expect(EVERYDAY_TOOLS.length).toBeLessThanOrEqual(30);
  expect(new Set(EVERYDAY_TOOLS.map(({ name }) => name)).size).toBe(EVERYDAY_TOOLS.length);
  expect(everyday.filter(({ tool }) => !tool).map(({ name }) => name)).toEqual([]);
  for (const { name, title, reason } of EVERYDAY_TOOLS) {
    expect(title, name).toMatch(/^[A-Z][\w' ]{5,45}$/);
    expect(reason, name).toMatch(/^[A-Z].{15,}[^.]$/);
  }
});

test("what the set names exists: shown fields, hidden parameters that are optional, described parameters", () => {
  for (const { name, shows, hides } of everyday) {
    const definition = registry.get(name)?.definition;
    if (!definition) throw new Error(name);
    const output = jsonSchema(definition.output);
    const record = (output.properties?.items?.items as JsonSchema | undefined) ?? output;
    expect(Object.keys(record.properties ?? {}), name).toEqual(expect.arrayContaining(wordsOf(shows)));
    const input = jsonSchema(definition.input);
    expect(Object.keys(input.properties ?? {}), name).toEqual(expect.arrayContaining(wordsOf(hides)));
    expect(wordsOf(hides).filter((hidden) => input.required?.includes(hidden))).toEqual([]);
    const described = Object.keys(EVERYDAY_PARAMETERS[name] ?? {});
    const paths = parametersIn(input).map(({ path }) => path);
    expect(paths, name).toEqual(expect.arrayContaining(described));
    expect(
      described.filter((path) => wordsOf(hides).includes(path)),
      name,
    ).toEqual([]);
  }
  expect(
    Object.keys(EVERYDAY_PARAMETERS).filter((name) => !everyday.some((each) => each.name === name)),
  ).toEqual([]);
});

/** The parameters of a tool, at every depth, without a description. */
const undescribed = ({ name, inputSchema }: Tool): string[] =>
  parametersIn(inputSchema as JsonSchema)
    .filter(({ schema }) => typeof schema.description !== "string" || schema.description.length < 5)
    .map(({ path }) => `${name} ${path}`);

test("every parameter of every tool has a description; without it the law reports the parameter by its path", () => {
  expect([...tools.values()].flatMap(({ tool }) => undescribed(tool))).toEqual([]);
  const nested = { type: "object", properties: { changes: { items: { properties: { isRead: {} } } } } };
  const planted = { name: "planted", inputSchema: nested } as Tool;
  expect(undescribed(planted)).toEqual(["planted changes", "planted changes.isRead"]);
});

test("a tool says what its summary leaves out, with the names of tools", () => {
  expect(tools.get("events_update")?.tool.description).toContain("before `eventInvitations_send`");
  expect(tools.get("events_delete")?.tool.description).toContain("`eventInvitations_cancel`");
  for (const { tool } of tools.values()) expect(tool.description, tool.name).toMatch(/[^.]\.$|[^.]$/);
});

/** [read-only, destructive, idempotent, open world], decided by hand from what each does. */
const HINTS: Record<string, readonly [boolean, boolean, boolean, boolean]> = {
  "emails.saveDraft": [false, true, false, false],
  "emails.send": [false, true, false, true],
  "emails.archive": [false, true, true, false],
  "emails.snooze": [false, true, true, false],
  "emails.updateMany": [false, true, true, false],
  "events.create": [false, false, false, true],
  "events.update": [false, true, true, true],
  "events.delete": [false, true, true, true],
  "eventInvitations.answer": [false, true, false, true],
  "tasks.create": [false, false, false, false],
  "tasks.update": [false, true, true, false],
  "messages.send": [false, false, false, true],
};
const READS = [true, false, true, false];

test("the hints of the everyday tools are those that were decided by hand", () => {
  for (const { name, tool } of everyday) {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool?.annotations ?? {};
    const hints = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
    expect([name, hints]).toEqual([name, HINTS[name] ?? READS]);
  }
});

test("every tool has a title, four hints, an input and an output that are objects, and no keyword without use", () => {
  for (const { tool } of tools.values()) {
    expect(tool.title, tool.name).toMatch(/^[A-Z]/);
    expect(Object.keys(tool.annotations ?? {})).toHaveLength(4);
    expect([tool.inputSchema.type, tool.outputSchema?.type], tool.name).toEqual(["object", "object"]);
    expect(JSON.stringify(tool), tool.name).not.toMatch(/"(\$schema|pattern|maxLength)":|9007199254740991/);
  }
});

test("only what adds is not destructive: what replaces something that is there is, though it is called 'create'", () => {
  const adds = (name: string) => tools.get(name)?.tool.annotations?.destructiveHint === false;
  for (const name of ["tasks_create", "documents_restore", "messages_send", "projectLinks_create"])
    expect(adds(name), name).toBe(true);
  for (const name of ["locations_create", "commitments_restore", "invitations_resend", "tasks_delete"])
    expect(adds(name), name).toBe(false);
});

test("only the person's own records, in a closed world: what sends, shares or reaches a server is open", () => {
  const closed = (name: string) => tools.get(name)?.tool.annotations?.openWorldHint === false;
  for (const name of ["tasks_delete", "notifications_delete", "assistantChats_delete"])
    expect(closed(name), name).toBe(true);
  for (const name of [
    ...["contacts_delete", "calendars_subscribe", "documents_share", "decisions_vote"],
    ...["mailAccounts_sync", "weather_refresh", "documents_summarize"],
  ])
    expect(closed(name), name).toBe(false);
});
