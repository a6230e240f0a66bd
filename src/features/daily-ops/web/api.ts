import { resourceClient } from "#platform/client/resource-client.ts";

export const notifications =
  resourceClient<typeof import("../notifications.ts").notifications>("notifications");

export type Notification = Awaited<ReturnType<typeof notifications.list.call>>["items"][number];
