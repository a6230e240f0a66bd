import { resourceClient } from "#platform/client/resource-client.ts";

export const dashboard = resourceClient<typeof import("../dashboard/dashboard.ts").dashboard>("dashboard");

export type DashboardFigures = Awaited<ReturnType<typeof dashboard.figures.call>>;
export type FigureName = keyof DashboardFigures["definitions"];
export type Productivity = Awaited<ReturnType<typeof dashboard.productivity.call>>;

export const search = resourceClient<typeof import("../search/search.ts").search>("search");

export type Found = Awaited<ReturnType<typeof search.query.call>>["results"][number];
