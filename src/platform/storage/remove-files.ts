import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

const Keys = z.object({ keys: z.array(z.string()) });

/**
 * Removes the files of deleted rows. Enqueued with the deletion: files are removed if, and only if, the rows are gone.
 */
export const removeFiles: JobDefinition<typeof Keys> = {
  name: "storage.remove-files",
  payload: Keys,
  run: async ({ files }, { keys }) => {
    for (const key of keys) await files.remove(key);
  },
};
