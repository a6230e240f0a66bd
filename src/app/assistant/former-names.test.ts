import { expect, test } from "vitest";
import { emails } from "#features/email/emails.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { notificationPolicy } from "#features/settings/notification-policy.ts";
import { inputHashOf } from "#platform/capability/input-hash.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";
import { approvals } from "./approvals.ts";
import { assistant } from "./assistant.ts";
import { chats } from "./chats.ts";
import { FORMER_CAPABILITIES, FORMER_FIELDS, FORMER_VALUES, withCurrentFields } from "./former-names.ts";
import type { ApprovalOnWire, ChatMessageOnWire } from "./model.ts";

// Calls that were stored before migration 0012 or 0014 have the names of then: they run under today's names.

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
const { aUser, as, owner } = server;

const CAPABILITY = "notificationPolicy.save";
const policyOf = async (ada: Person) =>
  (await ada.invoke(notificationPolicy.get)) as { allowsFavorites: boolean; version: number };

/** The person's policy as it is, but for who may always ring, under the names of before. */
async function storedInput(ada: Person) {
  const { allowsFavorites: _, allowsUrgent, ...rest } = (await policyOf(ada)) as Record<string, unknown>;
  return { ...rest, urgentPasses: allowsUrgent, favoritesPass: true };
}

/** An answer of the assistant, to which a stored call belongs. */
async function anAnswer(ada: Person): Promise<{ id: string; chatId: string }> {
  const asked = await ada.invoke(assistant.ask, { text: "hello" });
  const { chatId, answer } = asked as { chatId: string; answer: ChatMessageOnWire };
  return { id: answer.id, chatId };
}

test("an answer from before the upgrade can be undone", async () => {
  const ada = as(await aUser());
  const { id } = await anAnswer(ada);
  const undo = [{ capability: CAPABILITY, input: await storedInput(ada) }];
  await owner.query("update assistant_messages set undo = $2 where id = $1", [id, JSON.stringify(undo)]);
  await ada.invoke(assistant.undo, { id });
  expect(await policyOf(ada)).toMatchObject({ allowsFavorites: true });
});

test("a proposal from before the upgrade is shown and approved with the current field names", async () => {
  const ada = as({ ...(await aUser()), credentialId: "browser" });
  const { id: messageId, chatId } = await anAnswer(ada);
  const input = await storedInput(ada);
  const inputHash = inputHashOf(CAPABILITY, input);
  const { rows } = await owner.query(
    `insert into assistant_proposals (user_id, message_id, capability, input, summary, input_hash, credential_id, expires_at)
     values ($1, $2, $3, $4, 'Favorites ring', $5, 'browser', now() + interval '1 hour') returning id`,
    [ada.userId, messageId, CAPABILITY, JSON.stringify(input), inputHash],
  );
  const { items } = (await ada.invoke(chats.messages, { id: chatId })) as { items: ChatMessageOnWire[] };
  const expectedInput = { allowsFavorites: true };
  expect(items.find(({ id }) => id === messageId)?.proposal?.input).toMatchObject(expectedInput);
  const { waiting } = (await ada.invoke(approvals.list)) as { waiting: ApprovalOnWire[] };
  expect(waiting).toMatchObject([{ input: expectedInput, inputHash }]);
  await ada.invoke(assistant.approve, { id: rows[0].id, inputHash });
  expect(await policyOf(ada)).toMatchObject(expectedInput);
});

test("an agent request from before the upgrade is shown and approved with the current field names", async () => {
  const ada = as(await aUser());
  const key = { name: "Desk agent", scopes: ["read", "write"], isAgent: true };
  const { id: keyId } = (await ada.invoke(apiKeys.create, key)) as { id: string };
  const input = await storedInput(ada);
  const inputHash = inputHashOf(CAPABILITY, input);
  const { rows } = await owner.query(
    `insert into agent_requests (user_id, credential_id, agent_name, capability, input, input_hash, summary, expires_at)
     values ($1, $2, 'Desk agent', $3, $4, $5, 'Favorites ring', now() + interval '1 hour') returning id`,
    [ada.userId, keyId, CAPABILITY, JSON.stringify(input), inputHash],
  );
  const { waiting } = (await ada.invoke(approvals.list)) as { waiting: ApprovalOnWire[] };
  expect(waiting).toMatchObject([{ input: { allowsFavorites: true }, inputHash }]);
  await ada.invoke(approvals.approve, { id: rows[0].id, inputHash });
  expect(await policyOf(ada)).toMatchObject({ allowsFavorites: true });
});

test("a renamed capability from before the upgrade can be undone, with the fields that it had", async () => {
  const ada = as(await aUser());
  const { id } = await anAnswer(ada);
  const draft = { subject: "Board", body: "We meet on Friday", recipients: ["dan@lattice.org"] };
  const undo = [{ capability: "emails.keepDraft", input: draft }];
  await owner.query("update assistant_messages set undo = $2 where id = $1", [id, JSON.stringify(undo)]);
  await ada.invoke(assistant.undo, { id });
  expect(await ada.invoke(emails.list, { status: "draft" })).toMatchObject({ items: [{ subject: "Board" }] });
});

test("a proposal of a renamed capability is shown and approved under its current name", async () => {
  const ada = as({ ...(await aUser()), credentialId: "browser" });
  const { id: messageId } = await anAnswer(ada);
  const [capability, input] = [
    "emails.keepDraft",
    { subject: "Budget", body: "Here it is", recipients: ["dan@lattice.org"] },
  ];
  const inputHash = inputHashOf(capability, input);
  const { rows } = await owner.query(
    `insert into assistant_proposals (user_id, message_id, capability, input, summary, input_hash, credential_id, expires_at)
     values ($1, $2, $3, $4, 'A draft', $5, 'browser', now() + interval '1 hour') returning id`,
    [ada.userId, messageId, capability, JSON.stringify(input), inputHash],
  );
  const { waiting } = (await ada.invoke(approvals.list)) as { waiting: ApprovalOnWire[] };
  expect(waiting).toMatchObject([{ capability: "emails.saveDraft", inputHash }]);
  await ada.invoke(assistant.approve, { id: rows[0].id, inputHash });
  expect(await ada.invoke(emails.list, { status: "draft" })).toMatchObject({
    items: [{ subject: "Budget" }],
  });
});

test.each(Object.entries(FORMER_CAPABILITIES))(
  "%s is no capability any more, and %s is one",
  (former, current) => {
    expect([registry.has(former), registry.has(current)]).toEqual([false, true]);
  },
);

test.each(Object.entries(FORMER_FIELDS))("a stored call of %s has today's fields", (name, fields) => {
  const former = Object.keys(FORMER_CAPABILITIES).find((each) => FORMER_CAPABILITIES[each] === name) ?? name;
  const stored = Object.fromEntries(Object.keys(fields).map((field) => [field, 1]));
  const current = Object.keys(withCurrentFields(former, stored));
  const input =
    restRoutes(registry).find(({ capability }) => capability.name === name)?.input.properties ?? {};
  expect(current.filter((field) => field in input)).toEqual(Object.values(fields));
  expect(Object.keys(fields).filter((field) => field in input)).toEqual([]);
});

test.each(Object.entries(FORMER_VALUES))("a stored call of %s has today's values", (name, fields) => {
  for (const [field, values] of Object.entries(fields))
    for (const [former, current] of Object.entries(values))
      expect(withCurrentFields(name, { [field]: former })).toEqual({ [field]: current });
});

test("each capability with a renamed field is listed with the former field name", () => {
  const today = new Set(Object.values(FORMER_FIELDS).flatMap((names) => Object.values(names)));
  const taking = restRoutes(registry).flatMap(({ capability, input }) => {
    const fields = Object.keys(input.properties ?? {}).filter((field) => today.has(field));
    return fields.length > 0 ? [[capability.name, fields.sort()]] : [];
  });
  const listed = Object.entries(FORMER_FIELDS).map(([name, names]) => [name, Object.values(names).sort()]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(taking));
});
