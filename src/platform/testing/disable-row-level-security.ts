import type pg from "pg";

/** Each wall is tried alone: from here on the queries have to ask for the owner by themselves. */
export const disableRowLevelSecurity = (owner: pg.Pool) => alterEveryTable(owner, "disable");

/** Only for this one story; afterwards the policies bind again. */
export async function withoutRowLevelSecurity(owner: pg.Pool, act: () => Promise<void>): Promise<void> {
  await disableRowLevelSecurity(owner);
  await act().finally(() => alterEveryTable(owner, "enable"));
}

/**
 * Also where it is off, a table says by `relforcerowsecurity` that it is meant to be on. One table for each transaction: who
 * locks one and waits for the next meets jobs that do the same in another order.
 */
async function alterEveryTable(owner: pg.Pool, how: "enable" | "disable"): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter table %s ${how} row level security', oid::regclass) as statement
       from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
  for (const { statement } of rows) await owner.query(statement);
}
