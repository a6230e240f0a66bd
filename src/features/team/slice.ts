import { feedOfEach, type Slice } from "#platform/capability/slice.ts";
import { decisions } from "./decisions.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { invitations } from "./invitations.ts";
import { completeDue, purgeTeamTrash, remindDue } from "./jobs.ts";
import { members } from "./members.ts";
import { papers } from "./papers.ts";
import { proxies } from "./proxies.ts";
import { teamRoutes } from "./routes.ts";
import { team as figures } from "./team.ts";
import { workspaces } from "./workspaces.ts";

export const team: Slice = {
  name: "team",
  descriptions,
  resources: [figures, workspaces, members, invitations, decisions, papers, proxies],
  feeds: { workspaces: feedOfEach(workspaces.get), decisions: feedOfEach(decisions.get) },
  routes: teamRoutes,
  jobs: [completeDue, remindDue, purgeTeamTrash],
};
