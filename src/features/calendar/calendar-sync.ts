import { z } from "zod";
import type { JobSignature } from "#platform/jobs/jobs.ts";

const Due = z.strictObject({ calendarId: z.uuid().optional() });

/** The signature of the job `syncCalendars`, in its own file so that code that the job imports can enqueue it. */
export const calendarSync: JobSignature<typeof Due> = { name: "calendar.sync-calendars", payload: Due };
