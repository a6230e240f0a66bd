// A separate program for tests that kill programs: starts the embedded server of a folder and writes row after row,
// printing each one once it is acknowledged. Arguments: data folder.
import pg from "pg";
import { startEmbedded } from "#platform/database/embedded/embedded.ts";
import { BOOTSTRAP_USER } from "#platform/database/roles.ts";
import { StartError } from "#platform/database/start-error.ts";

const dataDir = process.argv[2] ?? "";
const line = (fact: object) => process.stdout.write(`${JSON.stringify(fact)}\n`);

try {
  const server = await startEmbedded({ dataDir });
  process.on("SIGTERM", () => void server.stop().then(() => process.exit(0)));
  const pool = new pg.Pool({ max: 1, ...server.connection(BOOTSTRAP_USER, "postgres") });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  await pool.query("create table if not exists writes (id uuid primary key default gen_random_uuid())");
  line({ serverPid: server.pid() });
  for (;;) {
    try {
      const { rows } = await pool.query("insert into writes default values returning id");
      line({ written: rows[0].id, serverPid: server.pid() });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  line({ refused: error.message });
  process.exit(1);
}
