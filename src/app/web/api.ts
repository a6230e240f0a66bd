import { resourceClient } from "#platform/client/resource-client.ts";

type Write<I, O> = { call(input: I, options?: { idempotencyKey?: string }): Promise<O> };
type Read<I, O> = Write<I, O> & {
  query(input: I): {
    queryKey: readonly [resource: string, verb: string, input: I];
    queryFn: (scope: { signal: AbortSignal }) => Promise<O>;
  };
};

export const dashboard = resourceClient<typeof import("../dashboard/dashboard.ts").dashboard>("dashboard");

export type DashboardFigures = Awaited<ReturnType<typeof dashboard.figures.call>>;
export type FigureName = keyof DashboardFigures["definitions"];
export type Productivity = Awaited<ReturnType<typeof dashboard.productivity.call>>;

export type Found = { kind: string; id: string; title: string; subtitle: string | null; href: string };

export const search = resourceClient("search") as unknown as {
  query: Read<{ text: string }, { results: Found[] }>;
};
