import { expect, test } from "vitest";
import { decisions } from "#features/team/decisions.ts";
import type { DecisionOnWire, WorkspaceOnWire } from "#features/team/model.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const { aUser, as, owner } = await testDatabase();

test("one transaction writes into more logs than there are locks, as an instance update does", async () => {
  const ada = as(await aUser({ fullName: "Ada" }));
  const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire;
  const first = { workspaceId, title: "Open the office" };
  const { id } = (await ada.invoke(decisions.create, first)) as DecisionOnWire;
  const { rowCount } = await owner.query(
    `insert into team_decisions (workspace_id, title, created_by)
       select d.workspace_id, 'Decision ' || number, d.created_by from team_decisions d, generate_series(1, 22000) number
        where d.id = $1`,
    [id],
  );
  expect(rowCount).toBe(22_000);
  // Enough time for a busy machine, which writes a thousand rows a second.
}, 90_000);
