import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { environment } from "#platform/config/environment.ts";
import { withClient } from "#platform/database/connection.ts";
import { startEmbedded } from "#platform/database/embedded/embedded.ts";
import { migrate } from "#platform/database/migrations/migrate.ts";
import { BOOTSTRAP_USER, createRolesAndDatabase, OWNER_USER } from "#platform/database/roles.ts";
import { quickFolder } from "./quick-folder.ts";
import { CAPABILITY_RUNS_FILE } from "./record-runs.ts";
import { RECORDING_SETTINGS, saveStatements } from "./record-statements.ts";

const TEMPLATE = "adjutant_template";

declare module "vitest" {
  interface ProvidedContext {
    testCluster: { host: string; template: string };
  }
}

/** One PostgreSQL per run, without fsync, with a migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The later stages add to what the first has run.
  if (environment.TESTS === undefined || environment.TESTS === "quick")
    rmSync(CAPABILITY_RUNS_FILE, { force: true });
  const dataDir = mkdtempSync(join(quickFolder(), "adjutant-test-"));
  chmodSync(dataDir, 0o711);
  const isRecording = environment.RECORD_STATEMENTS === "1";
  const server = await startEmbedded({
    ...{ dataDir, durable: false, maxConnections: 300 },
    ...(isRecording && { settings: RECORDING_SETTINGS }),
  });
  await withClient(server.connection(BOOTSTRAP_USER, "postgres"), (client) =>
    createRolesAndDatabase(client, TEMPLATE),
  );
  await withClient(server.connection(OWNER_USER, TEMPLATE), (client) => migrate(client));
  const { host = "" } = server.connection(OWNER_USER, TEMPLATE);
  project.provide("testCluster", { host, template: TEMPLATE });
  return async () => {
    if (isRecording) await withClient(server.connection(BOOTSTRAP_USER, "postgres"), saveStatements);
    await server.stop();
    rmSync(dataDir, { recursive: true });
  };
}
