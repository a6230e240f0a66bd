import type pg from "pg";

/** Tests the queries alone: from here on they have to filter by owner themselves. */
export const disableRowLevelSecurity = (owner: pg.Pool) => alterEveryTable(owner, "disable");

/** Only for this one story; afterwards the policies bind again. */
export async function withoutRowLevelSecurity(owner: pg.Pool, act: () => Promise<void>): Promise<void> {
  await disableRowLevelSecurity(owner);
  await act().finally(() => alterEveryTable(owner, "enable"));
}

/**
 * Even while it is off, `relforcerowsecurity` marks tables on which it should be on. One table per transaction: holding
 * one lock while waiting for the next could deadlock with jobs that lock in another order.
 */
async function alterEveryTable(owner: pg.Pool, action: "enable" | "disable"): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter table %s ${action} row level security', oid::regclass) as statement
       from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  for (const { statement } of rows) await owner.query(statement);
}
