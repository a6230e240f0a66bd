import { beforeEach, expect, test } from "vitest";
import { emails } from "#features/email/emails.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { approvals } from "../approvals.ts";
import { assistant } from "../assistant.ts";
import type { ApprovalOnWire, ChatMessageOnWire } from "../model.ts";

// Issue 26, section 5: what waits for approval is changed in its card, and what is approved is what is shown.

const { aUser, as, owner } = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [deliverMail]);
  atEnd(() => jobs.stop());
  return { jobs };
});

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
});

type Shown = NonNullable<ChatMessageOnWire["proposal"]>;
async function proposedMail(): Promise<Shown> {
  const { answer } = (await ada.invoke(assistant.ask, {
    text: "send an email to bob@example.com saying the budget is approved",
  })) as { answer: ChatMessageOnWire };
  if (!answer.proposal) throw new Error("Nothing was proposed");
  return answer.proposal;
}
const edit = async ({ id, inputHash }: Shown, changes: Record<string, unknown>) =>
  ((await ada.invoke(assistant.edit, { id, inputHash, changes })) as ChatMessageOnWire).proposal;
const approve = ({ id, inputHash }: Pick<Shown, "id" | "inputHash">) =>
  ada.invoke(assistant.approve, { id, inputHash });
const reasons = async (capability: string) =>
  (
    await owner.query("select reason from audit_log where user_id = $1 and capability = $2", [
      ada.userId,
      capability,
    ])
  ).rows.map(({ reason }: { reason: string | null }) => reason);

test("an edited mail has another hash; the former cannot be approved, the new one runs, and the audit log says so", async () => {
  const before = await proposedMail();
  const after = await edit(before, { subject: "Budget", recipients: ["carol@example.com"] });
  expect(after).toMatchObject({
    input: { subject: "Budget", recipients: ["carol@example.com"] },
    description: { title: "Budget", lines: [{ label: "To", value: "carol@example.com" }] },
    warnings: ["carol@example.com is new to you"],
    editedAt: expect.any(String),
    state: "waiting",
  });
  await expect(approve(before)).rejects.toMatchObject({
    message: "This changed since it was shown. Ask for it again",
  });
  await expect(edit(before, { subject: "Other" })).rejects.toMatchObject({ code: "conflict" });
  await approve({ id: before.id, inputHash: after?.inputHash ?? "" });
  const { items } = (await ada.invoke(emails.list, {})) as { items: { subject: string }[] };
  expect(items).toMatchObject([{ subject: "Budget", recipients: ["carol@example.com"] }]);
  expect(await reasons("assistant.edit")).toEqual(["Edited before approval: subject, recipients"]);
  expect(await reasons("assistant.approve")).toEqual(["Edited by the person before approval"]);
});

test("what the capability refuses is refused in the card, and nothing changes", async () => {
  const before = await proposedMail();
  await expect(edit(before, { subject: "" })).rejects.toMatchObject({ code: "invalid" });
  await expect(edit(before, { draftId: null })).rejects.toMatchObject({ code: "invalid" });
  const later = await edit(before, { scheduledSend: "2199-12-01T08:00:00Z" });
  expect(later?.description?.lines.map(({ label }) => label)).toEqual(["To", "Goes out"]);
  const now = await edit({ ...before, inputHash: later?.inputHash ?? "" }, { scheduledSend: null });
  expect(now?.description?.lines.map(({ label }) => label)).toEqual(["To"]);
});

test("nobody else can edit it, and a decided one stays", async () => {
  const before = await proposedMail();
  const bob = as(await aUser({ fullName: "Bob" }));
  const change = { id: before.id, inputHash: before.inputHash, changes: { subject: "Mine" } };
  await expect(bob.invoke(assistant.edit, change)).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(assistant.dismiss, { id: before.id });
  await expect(ada.invoke(assistant.edit, change)).rejects.toMatchObject({ code: "conflict" });
});

test("a request of an agent is edited too; the same call again is the same request, and the agent sees that it was changed", async () => {
  const { id: keyId } = (await ada.invoke(apiKeys.create, {
    ...{ name: "Desk agent", scopes: ["read", "write", "destroy"], isAgent: true },
  })) as { id: string };
  const agent = as({ ...ada, via: "api_key", credentialId: keyId, isAgent: true, skipsApproval: false });
  const mail = { recipients: ["bob@example.com"], subject: "Hello", body: "From the desk" };
  await expect(agent.invoke(emails.send, mail)).rejects.toMatchObject({ code: "approval_needed" });
  const list = async () => ((await ada.invoke(approvals.list)) as { waiting: ApprovalOnWire[] }).waiting;
  const [request] = await list();
  if (!request) throw new Error("Nothing waits");
  expect(request.description).toMatchObject({
    kind: "mail",
    title: "Hello",
    text: "From the desk",
    verb: "Send",
  });
  const change = { id: request.id, inputHash: request.inputHash, changes: { subject: "Good day" } };
  await ada.invoke(approvals.edit, change);
  await expect(agent.invoke(emails.send, mail)).rejects.toMatchObject({ code: "approval_needed" });
  const [edited, other] = await list();
  expect(other).toBeUndefined();
  expect(edited).toMatchObject({ id: request.id, input: { subject: "Good day" } });
  await expect(
    ada.invoke(approvals.approve, { id: request.id, inputHash: request.inputHash }),
  ).rejects.toMatchObject({ code: "conflict" });
  await ada.invoke(approvals.approve, { id: request.id, inputHash: edited?.inputHash });
  expect(await agent.invoke(approvals.get, { id: request.id })).toMatchObject({
    state: "done",
    editedAt: expect.any(String),
  });
  expect(await reasons("approvals.approve")).toEqual([
    "Desk agent asked for emails.send, edited before approval",
  ]);
});

test("a deletion has nothing to edit", async () => {
  await ada.invoke(tasks.create, { title: "Sell the boat" });
  const { answer } = (await ada.invoke(assistant.ask, { text: "delete the task sell the boat" })) as {
    answer: ChatMessageOnWire;
  };
  expect(answer.proposal?.description).toMatchObject({ verb: "Delete", title: "Sell the boat", fields: [] });
});
