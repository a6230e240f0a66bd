import type { Slice } from "#platform/capability/slice.ts";
import { decisions } from "./decisions.ts";
import { invitations } from "./invitations.ts";
import { completeDue, purgeTeamTrash } from "./jobs.ts";
import { members } from "./members.ts";
import { team as figures } from "./team.ts";
import { workspaces } from "./workspaces.ts";

export const team: Slice = {
  name: "team",
  resources: [figures, workspaces, members, invitations, decisions],
  jobs: [completeDue, purgeTeamTrash],
};
