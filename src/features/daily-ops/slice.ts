import type { Slice } from "#platform/capability/slice.ts";
import { releaseDueNotifications, sweepNotifications } from "#platform/notify/release-due.ts";
import { notifications } from "./notifications.ts";

export const dailyOps: Slice = {
  name: "daily-ops",
  resources: [notifications],
  jobs: [releaseDueNotifications, sweepNotifications],
};
