import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { DatabaseProxy } from "#platform/testing/servers/database-proxy.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { closePool, openPool } from "./connection.ts";
import { allPoolsAnswer } from "./pool-watch.ts";

// /readyz is as good as the worst pool, and does not wait for it.

const server = await testDatabase();
const proxy = await DatabaseProxy.to(join(inject("testCluster").host, ".s.PGSQL.5432"));
afterAll(() => proxy.close());
const connection = { ...server.connection("owner"), host: "127.0.0.1", port: proxy.port };
/** Shorter than the limit after which a dead connection is replaced, and long enough for any that works. */
const [SHORT_MS, LONG_MS] = [1_000, 10_000];

test("one pool whose connections hang is enough to be not ready; once they are replaced all pools answer", async () => {
  const pools = ["requests", "jobs"].map((name) => openPool(connection, { name, max: 1 }));
  try {
    for (const pool of pools) await pool.query("select 1");
    expect(await allPoolsAnswer(connection, LONG_MS)).toBe(true);
    // The first connection hangs from now on, the second one works.
    proxy.startFault("drop half");
    proxy.end();
    expect(proxy.working).toBe(1);
    expect(await allPoolsAnswer(connection, SHORT_MS)).toBe(false);
    await expect.poll(() => allPoolsAnswer(connection, LONG_MS), { timeout: 15_000 }).toBe(true);
  } finally {
    await Promise.all(pools.map(closePool));
  }
});
