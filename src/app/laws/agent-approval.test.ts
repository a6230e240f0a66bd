import { expect, test } from "vitest";
import { z } from "zod";
import { contacts } from "#features/contacts/contacts.ts";
import { emails } from "#features/email/emails.ts";
import { agents } from "#features/settings/agents.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { tasks as tasksTable } from "#features/tasks/tables.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { resource, write } from "#platform/capability/capability.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { hasExternalEffect, INTERNAL_ONLY } from "#platform/capability/external-effects.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { agentTools } from "#platform/mcp/tools/agent-tools.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { approvals } from "../assistant/approvals.ts";
import type { ApprovalOnWire } from "../assistant/model.ts";
import { registry } from "../slices.ts";

// What an agent sends, changes for others or destroys waits for its person.

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
const { aUser, as, owner } = server;

/** Ada, and an agent of hers that holds a key of its own. */
async function adaAndAgent(): Promise<{ ada: Person; agent: Person; keyId: string }> {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const key = { name: "Desk agent", scopes: ["read", "write", "destroy"], isAgent: true };
  const { id: keyId } = (await ada.invoke(apiKeys.create, key)) as { id: string };
  return {
    ada,
    agent: as({ ...ada, via: "api_key", credentialId: keyId, isAgent: true, skipsApproval: false }),
    keyId,
  };
}

const listed = async (person: Person) =>
  ((await person.invoke(approvals.list)) as { waiting: ApprovalOnWire[] }).waiting;

const idOf = (record: unknown) => (record as { id: string }).id;

/** Expects the call to be refused for approval; returns the id of the request. */
async function waits(act: Promise<unknown>): Promise<string> {
  const refused = await act.then(
    () => null,
    (error: unknown) => error as { code: string; details: { approval: { id: string } } },
  );
  expect(refused).toMatchObject({ code: "approval_needed", details: { approval: { state: "waiting" } } });
  return refused?.details.approval.id ?? "";
}

const acting = [...agentTools(registry).values()]
  .map(({ capability }) => capability)
  .filter(
    ({ definition: { effect, access, peopleOnly } }) => effect !== "read" && access === "user" && !peopleOnly,
  );

/** Which of these an agent did without asking, or at least was let into: the law wants none. */
async function donePastApproval(agent: Person, capabilities: readonly AnyCapability[]): Promise<string[]> {
  const past: string[] = [];
  for (const capability of capabilities) {
    await owner.query("delete from agent_requests");
    const input = sampleInput(jsonSchema(capability.definition.input));
    const error = await agent.invoke(capability, input).catch((refused: { code?: string }) => refused);
    // If the sample does not fit the input, validation fails before approval is requested.
    const { code } = (error ?? {}) as { code?: string };
    if (code !== "approval_needed" && code !== "invalid") past.push(capability.name);
  }
  return past;
}

test("an agent may not call what is for people only, and nothing waits for approval", async () => {
  const { agent } = await adaAndAgent();
  const forPeople = [...registry.values()].filter(({ definition }) => definition.peopleOnly);
  expect(forPeople.map(({ name }) => name)).toContain("assistant.ask");
  for (const skipsApproval of [false, true])
    for (const capability of forPeople)
      await expect(
        as({ ...agent, skipsApproval }).invoke(
          capability,
          sampleInput(jsonSchema(capability.definition.input)),
        ),
      ).rejects.toMatchObject({ code: "forbidden" });
  const { rowCount } = await owner.query("select 1 from agent_requests where user_id = $1", [agent.userId]);
  expect(rowCount).toBe(0);
});

test("every agent action that is not listed as internal waits for approval, whatever its name", async () => {
  const { ada, agent } = await adaAndAgent();
  const outward = acting.filter(({ name }) => !INTERNAL_ONLY.has(name));
  expect(outward.length).toBeGreaterThan(90);
  const before = await rowsBut("agent_requests");
  expect(await donePastApproval(agent, outward)).toEqual([]);
  expect(await rowsBut("agent_requests")).toEqual(before);
  expect(await listed(ada)).not.toBeNull();
});

/** Invented: a capability added later whose author did not think of any list. */
const pigeons = resource("pigeons", {
  release: write({
    summary: "Send a pigeon to somebody",
    input: z.strictObject({ to: z.string() }),
    output: z.object({ id: z.string() }),
    access: "user",
    run: async ({ db, actor }, { to }) => {
      await db.insert(tasksTable).values({ userId: actor.userId, title: `Flown to ${to}`, position: "a" });
      return { id: to };
    },
  }),
});

test("the law detects violations: a new outward action waits; without approval it is reported with its effect", async () => {
  const { agent } = await adaAndAgent();
  const planted = [...registryOf([{ name: "planted", resources: [pigeons] }]).values()];
  const before = await rowsBut("agent_requests");
  expect(await donePastApproval(agent, planted)).toEqual([]);
  expect(await rowsBut("agent_requests")).toEqual(before);
  // An agent without approval checks, as if the kernel did not check this capability.
  expect(await donePastApproval(as({ ...agent, skipsApproval: true }), planted)).toEqual(["pigeons.release"]);
  expect(await rowsBut("agent_requests")).not.toEqual(before);
});

const OUTWARD =
  /\.(send|share|connect|subscribe|vote|save|delete\w*|erase\w*|accept|setRole)$|^(assistantMemories|webhooks|mailPreferences|profile|invitations|members)\./;

/** The entries of INTERNAL_ONLY that are unknown, do not write, or whose name says that they act outside. */
const misplaced = (list: Iterable<string>) =>
  [...list].filter((name) => registry.get(name)?.definition.effect !== "write" || OUTWARD.test(name));

test("internal actions are listed, write, and neither send, share, delete nor configure anything", () => {
  expect(misplaced(INTERNAL_ONLY)).toEqual([]);
  const planted = [
    "emails.send",
    "documents.share",
    "mailPreferences.update",
    "tasks.delete",
    "tasks.list",
    "no.such",
  ];
  expect(misplaced([...INTERNAL_ONLY, ...planted])).toEqual(planted);
});

test("tools declare an open world: sending tools do, tools on own rows do not", () => {
  const hint = (name: string) => agentTools(registry).get(name)?.tool.annotations?.openWorldHint;
  for (const name of [
    "emails_send",
    "messages_send",
    "invitations_create",
    "documents_share",
    "eventInvitations_send",
  ])
    expect([name, hint(name)]).toEqual([name, true]);
  for (const name of ["tasks_create", "tasks_list", "emails_create"])
    expect([name, hint(name)]).toEqual([name, false]);
  for (const capability of acting) {
    const isInternal =
      INTERNAL_ONLY.has(capability.name) && capability.definition.reachesOutside === undefined;
    expect(hasExternalEffect(capability)).toBe(!isInternal);
  }
});

test("the person sees the exact call and approves it once; the agent polls for the result", async () => {
  const { ada, agent } = await adaAndAgent();
  const task = idOf(await ada.invoke(tasks.create, { title: "Sell the boat" }));
  const id = await waits(agent.invoke(tasks.delete, { id: task }));
  expect(await waits(agent.invoke(tasks.delete, { id: task }))).toBe(id);
  expect(await agent.invoke(approvals.get, { id })).toMatchObject({ state: "waiting", answer: null });
  const [request] = await listed(ada);
  expect(request).toMatchObject({
    ...{ id, source: "agent", requester: "Desk agent", capability: "tasks.delete", input: { id: task } },
    state: "waiting",
    summary: expect.stringMatching(/: task 'Sell the boat'$/),
  });
  const inputHash = request?.inputHash;
  const stranger = await adaAndAgent();
  await expect(stranger.ada.invoke(approvals.approve, { id, inputHash })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(stranger.agent.invoke(approvals.get, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(agent.invoke(approvals.approve, { id, inputHash })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(ada.invoke(approvals.approve, { id, inputHash: "0" })).rejects.toMatchObject({
    code: "conflict",
  });
  const attempts = [1, 2].map(() => ada.invoke(approvals.approve, { id, inputHash }));
  expect(await Promise.all(attempts)).toEqual([{ id }, { id }]);
  const { rows: deletions } = await owner.query(
    "select from audit_log where user_id = $1 and capability = 'tasks.delete' and outcome = 'done'",
    [ada.userId],
  );
  expect(deletions).toHaveLength(1);
  expect(await agent.invoke(approvals.get, { id })).toMatchObject({ state: "done", answer: { ids: [task] } });
  await expect(ada.invoke(tasks.get, { id: task })).rejects.toMatchObject({ code: "not_found" });
});

test("dismissed, expired and changed requests do nothing, and an agent's requests end with the agent", async () => {
  const { ada, agent, keyId } = await adaAndAgent();
  const ids = [];
  for (const title of ["One", "Two", "Three", "Four"])
    ids.push(
      await waits(agent.invoke(tasks.delete, { id: idOf(await ada.invoke(tasks.create, { title })) })),
    );
  const [dismissed = "", expired = "", changed = "", remaining = ""] = ids;
  const hashes = new Map((await listed(ada)).map(({ id, inputHash }) => [id, inputHash]));
  const approve = (id: string) => ada.invoke(approvals.approve, { id, inputHash: hashes.get(id) });
  await ada.invoke(approvals.dismiss, { id: dismissed });
  await owner.query("update agent_requests set expires_at = now() - interval '1 second' where id = $1", [
    expired,
  ]);
  await owner.query("update agent_requests set input = $2 where id = $1", [
    changed,
    { id: crypto.randomUUID() },
  ]);
  for (const id of [dismissed, expired, changed])
    await expect(approve(id)).rejects.toMatchObject({ code: "conflict" });
  expect(await agent.invoke(approvals.get, { id: dismissed })).toMatchObject({ state: "dismissed" });
  expect(await agent.invoke(approvals.get, { id: expired })).toMatchObject({ state: "expired" });
  await ada.invoke(apiKeys.revoke, { id: keyId });
  await expect(approve(remaining)).rejects.toMatchObject({ code: "conflict" });
  expect(((await ada.invoke(tasks.list)) as { items: unknown[] }).items).toHaveLength(4);
});

test("the switch lets one agent act without approval; a key for a script acts as the person, as before", async () => {
  const { ada, agent, keyId } = await adaAndAgent();
  const aTask = async () => idOf(await ada.invoke(tasks.create, { title: "Old" }));
  await expect(agent.invoke(agents.setApproval, { keyId, skipsApproval: true })).rejects.toMatchObject({
    code: "forbidden",
  });
  await ada.invoke(agents.setApproval, { keyId, skipsApproval: true });
  const { rows } = await owner.query("select skips_approval from api_keys where id = $1", [keyId]);
  expect(rows).toEqual([{ skips_approval: true }]);
  await as({ ...agent, skipsApproval: true }).invoke(tasks.delete, { id: await aTask() });
  const script = as({ ...ada, via: "api_key", credentialId: crypto.randomUUID() });
  await script.invoke(tasks.delete, { id: await aTask() });
  expect(await listed(ada)).toEqual([]);
});

test("text written by an agent is external text to a run, and its addresses are not known", async () => {
  const { ada, agent } = await adaAndAgent();
  const made = await agent.invoke(tasks.create, { title: "From the agent" });
  expect(made).toMatchObject({ provenance: "agent" });
  expect(
    await agent.invoke(contacts.create, { contactName: "M", contactEmail: "m@evil.example" }),
  ).toMatchObject({
    ...{ provenance: "agent", isConfirmed: false },
  });
  await waits(agent.invoke(emails.send, { recipients: ["m@evil.example"], subject: "S", body: "B" }));
  const [request] = await listed(ada);
  expect(request?.warnings).toEqual(["m@evil.example is new to you"]);
  const [contact] = ((await ada.invoke(contacts.list)) as { items: { id: string }[] }).items;
  expect(await ada.invoke(contacts.confirm, { id: contact?.id })).toMatchObject({ isConfirmed: true });
  expect((await listed(ada))[0]?.warnings).toEqual([]);
});

/** Row counts of all tables, except the given one and those that every call writes to. */
async function rowsBut(table: string): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    if (name === table || /^(audit|announcements|idempotency|smart_notifications|notice_)/.test(name))
      continue;
    counts[name] = (await owner.query(`select count(*)::int as n from "${name}"`)).rows[0].n;
  }
  return counts;
}
