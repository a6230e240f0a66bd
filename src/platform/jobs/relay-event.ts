import { z } from "zod";
import type { JobDefinition } from "./jobs.ts";

const Payload = z.strictObject({ event: z.string(), payload: z.unknown() });

/**
 * An event that a process without slices has published: the program, which knows the subscribers, enqueues their jobs. In
 * one transaction, but perhaps twice after a crash, like any job.
 */
export const relayEvent: JobDefinition<typeof Payload> = {
  name: "events.relay",
  payload: Payload,
  duringMaintenance: true,
  run: async ({ database, jobs }, { event, payload }) => {
    await database.transaction(null, "write", (db) =>
      jobs.publish(db, { name: event, payload: z.unknown() }, payload),
    );
  },
};
