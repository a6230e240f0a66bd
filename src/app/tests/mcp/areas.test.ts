import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { EVERYDAY_TOOLS } from "#platform/mcp/everyday/everyday-tools.ts";
import { agentTools, toolName } from "#platform/mcp/tools/agent-tools.ts";
import { aTestServer } from "../../factory.ts";
import { registry } from "../../slices.ts";
import { aClient, aKey, postMessage } from "./agents.factory.ts";

// Which tools an address and a key offer; what is not offered there cannot be called there.

const server = await aTestServer();
const { origin } = server;
const anAda = async () => server.as(await server.aUser({ fullName: "Ada Lovelace" }));

/** The names on all pages of tools/list. */
async function toolsOf(headers: Record<string, string>, query = "") {
  const client = await aClient(origin, headers, query);
  const names: string[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    names.push(...page.tools.map(({ name }) => name));
    pages += 1;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  await client.close();
  return { names, pages };
}

test("without areas an agent gets the everyday set on one page, and only what its key may do", async () => {
  const ada = await anAda();
  const set = EVERYDAY_TOOLS.map(({ name }) => toolName(name)).sort();
  const all = await toolsOf(await aKey(ada));
  expect([all.names.sort(), all.pages]).toEqual([set, 1]);
  const reading = await toolsOf(await aKey(ada, { scopes: ["read"] }));
  expect(reading.names).toContain("emails_get");
  expect(reading.names).not.toContain("tasks_create");
});

test("an address names areas: all of their tools and the result of approvals, on pages without gaps", async () => {
  const ada = await anAda();
  const headers = await aKey(ada);
  const { names } = await toolsOf(headers, "?areas=calendar,%20tasks");
  expect(names).toEqual(expect.arrayContaining(["events_trash", "tasks_move", "approvals_get"]));
  expect(names.filter((name) => /^(emails|contacts|documents)_/.test(name))).toEqual([]);
  const all = await toolsOf(headers, "?areas=all");
  const forPeople = [...agentTools(registry).values()].filter(
    ({ capability }) => capability.definition.access === "user",
  );
  expect(all.names).toEqual(forPeople.map(({ tool }) => tool.name));
  expect(all.pages).toBeGreaterThan(4);
  expect(await toolsOf(headers, "?areas=all&areas=")).toEqual(all);
});

test("a key that is limited to areas sees all tools of these areas, and an address never gives it others", async () => {
  const ada = await anAda();
  const headers = await aKey(ada, { toolGroups: ["tasks"], isAgent: true });
  const { names } = await toolsOf(headers);
  expect(names).toEqual(expect.arrayContaining(["tasks_trash", "projects_create", "approvals_get"]));
  const nouns = (all: string[]) => new Set(all.map((name) => name.split("_")[0]));
  expect(nouns(names)).toEqual(new Set(["tasks", "projects", "approvals"]));
  expect((await toolsOf(headers, "?areas=all")).names.sort()).toEqual(names.sort());
  expect((await toolsOf(headers, "?areas=email")).names).toEqual(["approvals_get"]);
});

test("what an address does not offer cannot be called there; what the key forbids is refused with the reason", async () => {
  const ada = await anAda();
  const { id } = (await ada.invoke(tasks.create, { title: "Sell the boat" })) as { id: string };
  const client = await aClient(origin, await aKey(ada, { scopes: ["read"] }));
  await expect(client.callTool({ name: "tasks_trash", arguments: {} })).rejects.toMatchObject({
    code: -32_602,
  });
  const refused = await client.callTool({ name: "tasks_create", arguments: { title: "x" } });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("'write'") }] });
  await client.close();
  const calendar = await aClient(origin, await aKey(ada), "?areas=calendar");
  await expect(calendar.callTool({ name: "tasks_delete", arguments: { id } })).rejects.toMatchObject({
    code: -32_602,
  });
  expect(await ada.invoke(tasks.get, { id })).toMatchObject({ title: "Sell the boat" });
  const limited = await aClient(origin, await aKey(ada, { toolGroups: ["calendar"] }), "?areas=all");
  const foreign = await limited.callTool({ name: "tasks_list", arguments: {} });
  expect(foreign).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("not for this area") }],
  });
  await Promise.all([calendar.close(), limited.close()]);
});

test("an area that does not exist is the answer to the request, with the areas that there are", async () => {
  const headers = await aKey(await anAda());
  await expect(aClient(origin, headers, "?areas=calender")).rejects.toThrow(
    /There is no area 'calender'. Areas are .*calendar, .*tasks.*, or all/,
  );
  const body = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect((await postMessage(origin, { headers, body, query: "?areas=no" })).status).toBe(400);
});

test("records are listed in pages, of the nouns that the address offers", async () => {
  const ada = await anAda();
  await ada.invoke(tasks.create, { title: "Sell the boat" });
  await ada.invoke(events.create, {
    ...{ title: "Lunch", startTime: "2026-03-05T12:00:00Z", endTime: "2026-03-05T13:00:00Z" },
  });
  const headers = await aKey(ada);
  const listed = async (query?: string) => {
    const client = await aClient(origin, headers, query);
    const uris: string[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? undefined : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      pages += 1;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    await client.close();
    return { nouns: [...new Set(uris.map((uri) => uri.split("/")[2]))].sort(), pages };
  };
  expect((await listed()).nouns).toEqual(["events", "tasks"]);
  expect((await listed("?areas=calendar")).nouns).not.toContain("tasks");
  const all = await listed("?areas=all");
  expect(all.nouns).toEqual(expect.arrayContaining(["events", "tasks"]));
  expect(all.pages).toBeGreaterThan(1);
});

test("an agent that signs in may name its whole address, areas included, as the resource", async () => {
  const errorFor = async (resource: string) => {
    const fields = {
      grant_type: "refresh_token",
      refresh_token: "unknown",
      client_id: crypto.randomUUID(),
      resource,
    };
    const answer = await fetch(`${origin}/agents/token`, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    return ((await answer.json()) as { error: string }).error;
  };
  expect(await errorFor(`${origin}/mcp?areas=tasks`)).toBe("invalid_grant");
  expect(await errorFor("https://other.example/mcp")).toBe("invalid_target");
});
