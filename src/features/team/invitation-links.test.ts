import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { invitations } from "./invitations.ts";
import type { WorkspaceOnWire } from "./model.ts";
import { workspaces } from "./workspaces.ts";

const { aUser, as, owner } = await testDatabase();

/** Ada invites Bob into 'Leadership', which is then renamed to something that he was never told. */
async function invitationOfBob() {
  const [ada, bob] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Bob" }))];
  const { id, version } = (await ada.invoke(workspaces.create, { name: "Leadership" })) as WorkspaceOnWire;
  const sent = (await ada.invoke(invitations.create, { workspaceId: id, email: bob.email })) as {
    id: string;
    link: string;
  };
  await ada.invoke(workspaces.update, { id, version, name: "Layoffs in March" });
  const find = () => bob.invoke(invitations.find, { token: sent.link.split("#")[1] });
  return { ada, bob, workspaceId: id, invitationId: sent.id, find };
}

test("a link shows the present name of the workspace only while it can be accepted: expired", async () => {
  const { invitationId, find } = await invitationOfBob();
  expect(await find()).toMatchObject({ state: "open", invitation: { workspaceName: "Layoffs in March" } });
  await owner.query("update team_invitations set expires_at = now() - interval '1 second' - interval '1 second' where id = $1", [
    invitationId,
  ]);
  expect(await find()).toEqual({ state: "expired", invitation: null });
});

test("a link shows the present name of the workspace only while it can be accepted: inactive", async () => {
  const { ada, workspaceId, find } = await invitationOfBob();
  await ada.invoke(workspaces.deactivate, { id: workspaceId });
  expect(await find()).toEqual({ state: "inactive", invitation: null });
});

test("a link shows the present name of the workspace only while it can be accepted: unproven", async () => {
  const { bob, find } = await invitationOfBob();
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  expect(await find()).toEqual({ state: "unconfirmed", invitation: null });
});
