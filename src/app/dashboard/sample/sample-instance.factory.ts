import { afterAll } from "vitest";
import type { Services } from "#platform/capability/services.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard.ts";

/** An instance that removes files in the background, as the server does. */
export const sampleInstance = () =>
  testDatabase(async ({ connection, services }) => {
    const owner = connection("owner");
    const jobs = await startJobs({ ...services, owner, log: createLog("silent") }, [removeFiles]);
    afterAll(() => jobs.stop());
    return { jobs };
  });

export const load = (person: Person, timeZone = "Europe/Berlin") =>
  person.invoke(dashboard.loadSample, { timeZone });

export const dashboardFigures = (person: Person, timeZone = "Europe/Berlin") =>
  person.invoke(dashboard.figures, { timeZone });

/** Whether the file of a key is in storage. */
export const isStoredIn =
  ({ files }: Services) =>
  (key: string) =>
    files.get(key).then(
      (file) => Boolean(file.destroy()),
      () => false,
    );
