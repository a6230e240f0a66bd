import { resourceClient } from "#platform/client/resource-client.ts";

type Write<I, O> = { call(input: I, options?: { idempotencyKey?: string }): Promise<O> };
type Read<I, O> = Write<I, O> & {
  query(input: I): {
    queryKey: readonly [resource: string, verb: string, input: I];
    queryFn: (scope: { signal: AbortSignal }) => Promise<O>;
  };
};
type Nothing = Record<string, never>;

export const session = resourceClient<typeof import("#features/settings/session.ts").session>("session");

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
  definitions: Record<string, string>;
};

export type Found = { kind: string; id: string; title: string; subtitle: string | null; href: string };

export const dashboard = resourceClient("dashboard") as unknown as {
  figures: Read<{ timeZone: string }, DashboardFigures>;
  loadSample: Write<Nothing, unknown>;
};

export const search = resourceClient("search") as unknown as {
  query: Read<{ text: string }, { results: Found[] }>;
};
