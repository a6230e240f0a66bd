import type { Slice } from "#platform/capability/slice.ts";
import { events } from "./calendar-events.ts";
import { calendarSettings } from "./calendar-settings.ts";
import { purgeTrash, renewSeries } from "./jobs.ts";

export const calendar: Slice = {
  name: "calendar",
  resources: [events, calendarSettings],
  jobs: [purgeTrash, renewSeries],
};
