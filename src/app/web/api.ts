import { resourceClient } from "#platform/client/resource-client.ts";

export const dashboard = resourceClient<typeof import("../dashboard/dashboard.ts").dashboard>("dashboard");

export type DashboardFigures = Awaited<ReturnType<typeof dashboard.figures.call>>;
export type FigureName = keyof DashboardFigures["definitions"];
export type Work = Awaited<ReturnType<typeof dashboard.work.call>>;
export type Productivity = Awaited<ReturnType<typeof dashboard.productivity.call>>;

export const search = resourceClient<typeof import("../search/search.ts").search>("search");

export const projectLinks =
  resourceClient<typeof import("../project-links/project-links.ts").projectLinks>("projectLinks");

export type ProjectLinks = Awaited<ReturnType<typeof projectLinks.list.call>>;

export type Found = Awaited<ReturnType<typeof search.query.call>>["results"][number];

export const assistant = resourceClient<typeof import("../assistant/assistant.ts").assistant>("assistant");
export const chats = resourceClient<typeof import("../assistant/chats.ts").chats>("assistantChats");
export const memories =
  resourceClient<typeof import("../assistant/memories.ts").memories>("assistantMemories");

export const approvals = resourceClient<typeof import("../assistant/approvals.ts").approvals>("approvals");

export type Approval = Awaited<ReturnType<typeof approvals.list.call>>["waiting"][number];

export const assistantSettings =
  resourceClient<typeof import("../assistant/settings.ts").settings>("assistantSettings");

export type Memory = Awaited<ReturnType<typeof memories.create.call>>;
export type ChatMessage = Awaited<ReturnType<typeof assistant.undo.call>>;
export type CallDescription = NonNullable<ChatMessage["proposals"][number]["description"]>;
export type Chat = Awaited<ReturnType<typeof chats.rename.call>>;
