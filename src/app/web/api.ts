import { resourceClient } from "#platform/client/resource-client.ts";

type Write<I, O> = { call(input: I, options?: { idempotencyKey?: string }): Promise<O> };
type Read<I, O> = Write<I, O> & {
  query(input: I): {
    queryKey: readonly [resource: string, verb: string, input: I];
    queryFn: (scope: { signal: AbortSignal }) => Promise<O>;
  };
};

export const session = resourceClient<typeof import("#features/settings/session.ts").session>("session");

export const password = resourceClient<typeof import("#features/settings/password.ts").password>("password");

export const emailConfirmation =
  resourceClient<typeof import("#features/settings/email-confirmation.ts").emailConfirmation>(
    "emailConfirmation",
  );

/** The names of the figures that the server explains. */
export type FigureName =
  | "efficiency"
  | "tasksDone"
  | "hoursSaved"
  | "unreadEmails"
  | "meetings"
  | "activeTasks"
  | "productivity"
  | "teamMembers"
  | "documents"
  | "activeChats"
  | "briefing";

export type DashboardFigures = {
  sample: boolean;
  efficiency: number | null;
  tasksDone: number;
  hoursSaved: number;
  cards: {
    unreadEmails: number;
    meetings: number;
    activeTasks: number;
    productivity: number | null;
    teamMembers: number;
    documents: number;
    activeChats: number;
    briefing: "Ready" | "Pending";
  };
  definitions: Record<FigureName, string>;
};

export type Productivity = {
  days: { date: string; created: number; completed: number }[];
  byPriority: { priority: "urgent" | "high" | "medium" | "low"; open: number; completed: number }[];
  byProject: { projectId: string | null; projectName: string | null; open: number; completed: number }[];
};

export type Found = { kind: string; id: string; title: string; subtitle: string | null; href: string };

type CountedRow = { id: string; title: string; at: string; weight: number };
type Rows = { items: CountedRow[]; nextCursor: string | null };

export const dashboard = resourceClient("dashboard") as unknown as {
  figures: Read<{ timeZone: string }, DashboardFigures>;
  rows: Read<{ figure: Exclude<FigureName, "briefing">; timeZone: string; limit: number }, Rows>;
  productivity: Read<{ timeZone: string; days?: number }, Productivity>;
  loadSample: Write<{ timeZone?: string }, unknown>;
};

export const search = resourceClient("search") as unknown as {
  query: Read<{ text: string }, { results: Found[] }>;
};
