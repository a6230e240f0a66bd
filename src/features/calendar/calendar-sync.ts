import { z } from "zod";
import type { JobSignature } from "#platform/jobs/jobs.ts";

const Due = z.strictObject({ calendarId: z.uuid().optional() });

/** The job `syncCalendars` by name, apart from what it does, so that whatever it runs can enqueue it. */
export const calendarSync: JobSignature<typeof Due> = { name: "calendar.sync-calendars", payload: Due };
