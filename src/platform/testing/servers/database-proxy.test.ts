import { join } from "node:path";
import { expect, test } from "vitest";
import { openClient } from "#platform/database/connection.ts";
import { testDatabase } from "../test-database.ts";
import { DatabaseProxy } from "./database-proxy.ts";

const { connection, owner } = await testDatabase();

test("closing the proxy ends also connections that hung and were given up by the program", async () => {
  const proxy = await DatabaseProxy.to(join(String(connection("owner").host), ".s.PGSQL.5432"));
  const label = "given up";
  const client = openClient({
    ...connection("owner"),
    host: "127.0.0.1",
    port: proxy.port,
    application_name: label,
  });
  await client.connect();
  proxy.startFault("swallow open");
  await client.end();
  await proxy.close();
  await expect
    .poll(() => owner.query("select 1 from pg_stat_activity where application_name = $1", [label]))
    .toMatchObject({ rowCount: 0 });
});
