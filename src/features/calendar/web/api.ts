import { resourceClient } from "#platform/client/resource-client.ts";

export const events = resourceClient<typeof import("../calendar-events.ts").events>("events");
export const calendarSettings =
  resourceClient<typeof import("../calendar-settings.ts").calendarSettings>("calendarSettings");
