import { resourceClient } from "#platform/client/resource-client.ts";

export const workspaces = resourceClient<typeof import("../workspaces.ts").workspaces>("workspaces");
export const members = resourceClient<typeof import("../members.ts").members>("members");
export const invitations = resourceClient<typeof import("../invitations.ts").invitations>("invitations");
export const decisions = resourceClient<typeof import("../decisions.ts").decisions>("decisions");
export const team = resourceClient<typeof import("../team.ts").team>("team");
export const papers = resourceClient<typeof import("../papers.ts").papers>("papers");
export const proxies = resourceClient<typeof import("../proxies.ts").proxies>("proxies");
