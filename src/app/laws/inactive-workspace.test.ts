import { expect, test } from "vitest";
import type { WorkspaceOnWire } from "#features/team/model.ts";
import { team } from "#features/team/slice.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";
import { ownedRecordOf } from "./owned-records/factory.ts";

// In an inactive workspace nobody is invited, nothing is decided and nothing is shared. Each capability of the team has
// its cell in role-matrix.test.ts; here are those of other slices that take a workspace.

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
const { aUser, as } = server;

const ofTeam = new Set(team.resources.flatMap((noun) => Object.values(noun) as AnyCapability[]));
const taking = restRoutes(registry).filter(
  ({ capability, input }) => !ofTeam.has(capability) && JSON.stringify(input).includes('"workspaceId"'),
);

/** What an owner gives to each, with an id of their own record and a workspace. */
const INPUTS: Record<string, (id: string, workspaceId: string) => Record<string, unknown>> = {
  "documents.share": (id, workspaceId) => ({ id, with: { workspaceId } }),
};

test("every capability that takes a workspace is tried", () => {
  expect(taking.map(({ capability }) => capability.name)).toEqual(Object.keys(INPUTS));
});

async function prepare(capability: AnyCapability, ada: Person) {
  const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire;
  const record = ownedRecordOf(capability.resource);
  const input = INPUTS[capability.name];
  if (!record || !input) throw new Error(`Give '${capability.name}' an input`);
  return { workspaceId, input: input(await record(ada, server, capability.verb), workspaceId) };
}

test.for(taking)("$capability.name works in an active workspace and not in an inactive one", async (each) => {
  const ada = as(await aUser({ fullName: "Ada" }));
  const { capability } = each;
  const active = await prepare(capability, ada);
  await expect(ada.invoke(capability, active.input)).resolves.toBeDefined();
  const inactive = await prepare(capability, ada);
  await ada.invoke(workspaces.deactivate, { id: inactive.workspaceId });
  await expect(ada.invoke(capability, inactive.input)).rejects.toMatchObject({ code: "not_found" });
});
