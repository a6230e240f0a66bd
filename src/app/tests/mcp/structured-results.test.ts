import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { deliverMail } from "#features/email/jobs.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { EVERYDAY_TOOLS } from "#platform/mcp/everyday/everyday-tools.ts";
import { toolName } from "#platform/mcp/tools/agent-tools.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { dashboard } from "../../dashboard/dashboard.ts";
import { aTestServer } from "../../factory.ts";
import { registry } from "../../slices.ts";
import { aClient, aKey } from "./agents.factory.ts";

// The official client validates structured content against the output schema that tools/list gave it: it throws if one of
// them is not true.

const server = await aTestServer([deliverMail]);
const { origin } = server;

type Call = (name: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;
type Rows = { items: Record<string, unknown>[] };

async function aFilledAccount(): Promise<Person> {
  const ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
  await ada.invoke(dashboard.loadSample, { timeZone: "Europe/Berlin" });
  return ada;
}

/** Calls a tool, and checks that the text is the same as the structured content. */
const callerOf =
  (client: Client, called: Set<string>): Call =>
  async (name, input = {}) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
    const [{ text }] = content as [{ text: string }];
    expect(isError, `${name}: ${text}`).toBeFalsy();
    expect(JSON.parse(text), name).toEqual(structuredContent);
    called.add(name);
    return structuredContent as Record<string, unknown>;
  };

const firstOf = ({ items }: Rows) => {
  const [first] = items;
  if (!first) throw new Error("The sample workspace has none");
  return first;
};

const inAnHour = (hours = 1) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** The tools that read, in the order in which an agent would call them; returns what the others need. */
async function readAll(call: Call) {
  await call("profile_get");
  await call("today_get");
  await call("attention_list", { timeZone: "Europe/Berlin" });
  await call("search_query", { text: "board" });
  const mail = firstOf((await call("emails_list", { view: "inbox" })) as Rows);
  await call("emails_get", { id: mail.id });
  const event = firstOf((await call("events_list")) as Rows);
  const task = firstOf((await call("tasks_list", { sort: "due" })) as Rows);
  const contact = firstOf((await call("contacts_list")) as Rows);
  await call("contacts_recentInteractions", { id: contact.id });
  await call("documents_list");
  const conversation = firstOf((await call("conversations_list")) as Rows);
  await call("messages_list", { conversationId: conversation.id });
  await call("commitments_list");
  const { items: people } = (await call("freeTimes_people")) as Rows;
  await call("freeTimes_find", {
    ...{ userIds: [people[0]?.userId], minutes: 30, from: inAnHour(), to: inAnHour(72) },
  });
  return { mail, event, task, conversation };
}

async function changeAll(call: Call, { mail, task, conversation }: Awaited<ReturnType<typeof readAll>>) {
  const reply = await call("emails_startReply", { id: mail.id });
  const { subject, recipients, inReplyTo } = reply;
  const draft = await call("emails_saveDraft", { subject, recipients, inReplyTo, body: "Thank you" });
  await call("emails_send", {
    subject: "Hello",
    recipients: ["ada@example.com"],
    body: "Thanks",
    draftId: draft.id,
    scheduledSend: inAnHour(5),
  });
  await call("emails_updateMany", { changes: [{ id: mail.id, isRead: true, isStarred: true }] });
  await call("emails_snooze", { ids: [mail.id], until: inAnHour(5) });
  await call("emails_archive", { ids: [mail.id], threads: true });
  const made = await call("events_create", {
    title: "Focus",
    startTime: inAnHour(30),
    endTime: inAnHour(31),
  });
  const moved = await call("events_update", {
    id: made.id,
    version: made.version,
    startTime: inAnHour(32),
    endTime: inAnHour(33),
  });
  await call("events_delete", { id: moved.id });
  await call("tasks_update", { id: task.id, version: task.version, status: "completed" });
  await call("tasks_create", { title: "Order flowers", dueDate: inAnHour(30), tags: ["home"] });
  await call("messages_send", { conversationId: conversation.id, content: "On my way" });
}

/** Invitations and approvals need a second person, or an agent: other tests have their results. */
const ELSEWHERE = ["eventInvitations_answer", "approvals_get"];

test("the results of the everyday tools are as their output schemas say, on a filled workspace", async () => {
  const called = new Set<string>();
  const client = await aClient(origin, await aKey(await aFilledAccount()));
  const { tools, nextCursor } = await client.listTools();
  expect(nextCursor).toBeUndefined();
  expect(tools.map(({ name }) => name).sort()).toEqual(
    EVERYDAY_TOOLS.map(({ name }) => toolName(name)).sort(),
  );
  const call = callerOf(client, called);
  await changeAll(call, await readAll(call));
  const missed = tools.map(({ name }) => name).filter((name) => !called.has(name));
  expect(missed.sort()).toEqual([...ELSEWHERE].sort());
  await client.close();
});

test("what waits for approval is as the output schema says, and so is its result", async () => {
  const ada = await aFilledAccount();
  const client = await aClient(origin, await aKey(ada, { isAgent: true }));
  await client.listTools();
  const call = callerOf(client, new Set());
  const event = firstOf((await call("events_list", { limit: 1 })) as Rows);
  const waiting = await call("events_delete", { id: event.id });
  expect(waiting).toMatchObject({ status: "waiting_for_approval", approval: { state: "waiting" } });
  const { id } = waiting.approval as { id: string };
  expect(await call("approvals_get", { id })).toMatchObject({ state: "waiting" });
  for (const [name, input] of [
    ["emails_send", { subject: "Hello", body: "Hello", recipients: ["bob@example.com"] }],
    ["eventInvitations_answer", { eventId: event.id, answer: "declined" }],
    [
      "events_create",
      { title: "Tea", startTime: inAnHour(), endTime: inAnHour(2), attendees: ["bob@example.com"] },
    ],
  ] as const)
    expect(await call(name, input)).toMatchObject({ status: "waiting_for_approval" });
  await client.close();
});

/** What a tool that reads needs: nothing, or the id of a record that the list of its noun has; null if it is more. */
async function inputFor(person: Person, capability: AnyCapability): Promise<Record<string, unknown> | null> {
  const needs = jsonSchema(capability.definition.input).required ?? [];
  if (needs.length === 0) return {};
  const list = registry.get(`${capability.resource}.list`);
  if (needs.join() !== "id" || !list || jsonSchema(list.definition.input).required?.length) return null;
  const { items = [] } = (await person.invoke(list, {})) as Partial<Rows>;
  return items[0] ? { id: items[0].id } : null;
}

test("every other tool that reads, with nothing or with an id, answers as its output schema says", async () => {
  const ada = await aFilledAccount();
  await ada.invoke(contacts.create, { contactName: "Bob", contactEmail: "bob@example.com" });
  const client = await aClient(origin, await aKey(ada), "?areas=all");
  const called = new Set<string>();
  const call = callerOf(client, called);
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor });
    for (const { name, annotations } of page.tools) {
      const capability = registry.get(name.replace("_", "."));
      if (!capability || !annotations?.readOnlyHint || capability.definition.ownTransactions) continue;
      const input = await inputFor(ada, capability);
      if (input) await call(name, input);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(called.size).toBeGreaterThan(100);
  await client.close();
}, 60_000);
