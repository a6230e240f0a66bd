import { expect, test } from "vitest";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { aTestServer } from "../factory.ts";

// The examples of the OpenAPI document are answers of real calls: `npx vitest run --project unit -u <this file>` writes
// them again, and the test fails where they are no longer true.

const server = await aTestServer();
const { address } = server;
const ada = server.as(await server.aUser({ fullName: "Ada Lovelace", email: "ada@example.com" }));
const bob = server.as(await server.aUser({ fullName: "Bob Marsh", email: "bob@example.com" }));
const { key } = (await ada.invoke(apiKeys.create, {
  ...{ name: "Examples", scopes: ["read", "write", "destroy"] },
})) as { key: string };
const authorization = `Bearer ${key}`;

const began = Date.now();
type Answer = { id: string; version: number };
type Example = { request?: unknown; response: unknown };
const examples: Record<string, Example> = {};

/** Calls as a program does, and notes the call as the example of its operation. */
async function call(name: string, method: string, path: string, request?: object): Promise<Answer> {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(request && { body: JSON.stringify(request) }),
  });
  const response = (await answer.json()) as Answer;
  expect(answer.status, `${name}: ${JSON.stringify(response)}`).toBe(200);
  examples[name] = { ...(request && { request }), response };
  return response;
}

/** The four usual calls of a resource. */
async function usual(resource: string, path: string, created: object, change: object): Promise<Answer> {
  const { id, version } = await call(`${resource}.create`, "POST", path, created);
  await call(`${resource}.update`, "PATCH", `${path}/${id}`, { version, ...change });
  await call(`${resource}.get`, "GET", `${path}/${id}`);
  await call(`${resource}.list`, "GET", `${path}?limit=2`);
  return { id, version };
}

async function callWork(): Promise<void> {
  const project = { name: "Launch", description: "The new product", endDate: "2027-04-30T22:00:00.000Z" };
  const { id: projectId } = await usual("projects", "/projects", project, { status: "in_progress" });
  const task = { title: "Write the offer", priority: "high", dueDate: "2027-03-01T17:00:00.000Z", projectId };
  await usual("tasks", "/tasks", { ...task, tags: ["sales"] }, { status: "in_progress" });
  const event = { title: "Board", location: "Room 4", attendees: ["bob@example.com"] };
  const times = { startTime: "2027-03-01T09:00:00.000Z", endTime: "2027-03-01T10:00:00.000Z" };
  await usual("events", "/events", { ...event, ...times }, { location: "Room 5" });
  const contact = { contactName: "Clara Voss", contactEmail: "clara@example.com", relationship: "client" };
  await usual("contacts", "/contacts", contact, { isFavorite: true });
}

async function callMail(): Promise<void> {
  const draft = { subject: "The offer", body: "Dear Clara, here it is.", recipients: ["clara@example.com"] };
  await usual("emails", "/emails", draft, { priority: "high" });
  const received = anEmail({
    userId: ada.userId,
    sender: "Clara Voss <clara@example.com>",
    subject: "Thank you",
  });
  await ada.run(({ db }) => db.insert(emails).values(received));
}

async function callDocuments(): Promise<void> {
  const form = new FormData();
  form.set("file", new File(["Minutes of the board"], "minutes.txt", { type: "text/plain" }));
  form.set("title", "Minutes");
  const headers = { authorization };
  const made = await fetch(`${address}/files/documents`, { method: "POST", headers, body: form });
  const { id, version } = (await made.json()) as Answer;
  await call("documents.update", "PATCH", `/documents/${id}`, { version, category: "meeting-notes" });
  await call("documents.get", "GET", `/documents/${id}`);
  await call("documents.list", "GET", "/documents?limit=2");
}

async function callConversations(): Promise<void> {
  const { id: workspaceId } = await call("workspaces.create", "POST", "/workspaces", { name: "Founders" });
  await server.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
    ...[workspaceId, bob.userId],
  ]);
  const group = { type: "group", title: "Launch", userIds: [bob.userId] };
  const { id: conversationId } = await call("conversations.create", "POST", "/conversations", group);
  await call("conversations.update", "PATCH", `/conversations/${conversationId}`, { title: "Launch team" });
  const { id, version } = await call("messages.send", "POST", "/messages/send", {
    conversationId,
    content: "Is the offer ready?",
  });
  await call("messages.update", "PATCH", `/messages/${id}`, { version, content: "Is the offer ready, Bob?" });
  await call("messages.get", "GET", `/messages/${id}`);
  await call("messages.list", "GET", `/messages?conversationId=${conversationId}&limit=2`);
  await call("conversations.get", "GET", `/conversations/${conversationId}`);
  await call("conversations.list", "GET", "/conversations?limit=2");
  const question = { workspaceId, title: "Do we launch in May?", deadline: "2035-04-01T16:00:00.000Z" };
  const { id: decisionId } = await call("decisions.create", "POST", "/decisions", question);
  await call("decisions.vote", "POST", `/decisions/${decisionId}/vote`, {
    vote: "approve",
    comment: "We are ready.",
  });
  await call("decisions.get", "GET", `/decisions/${decisionId}`);
  await call("decisions.list", "GET", "/decisions?limit=2");
}

/** Ids in the order of their first use, instants of the calls as one instant, and what depends on ids or the clock fixed. */
function stable(value: unknown): string {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `01950000-0000-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  };
  const now = Date.now();
  const isOfNow = (text: string) => Date.parse(text) >= began && Date.parse(text) <= now;
  const text = JSON.stringify(value)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, idOf)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (text) =>
      isOfNow(text) ? "2027-02-22T08:00:00.000Z" : text,
    )
    .replace(/"nextCursor":"[^"]+"/g, '"nextCursor":"eyJhdCI6Ii4uLiJ9"')
    .replace(/"position":"[^"]+"/g, '"position":"zd2ws1v62"');
  const sorted = (name: string, part: unknown) =>
    name === "participants" && Array.isArray(part) ? part.toSorted() : part;
  return JSON.stringify(JSON.parse(text), sorted, 2);
}

test("the examples of the document are what the calls answer", async () => {
  await callWork();
  await callMail();
  await callDocuments();
  await callConversations();
  const sorted = Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await expect(`${stable(sorted)}\n`).toMatchFileSnapshot("../api-examples.json");
});
