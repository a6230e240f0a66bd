import type pg from "pg";

/** Each wall is tried alone: from here on the queries have to ask for the owner by themselves. */
export const disableRowLevelSecurity = (owner: pg.Pool) => owner.query(forEveryTable("disable"));

/** Only for this one story; afterwards the policies bind again. */
export async function withoutRowLevelSecurity(owner: pg.Pool, act: () => Promise<void>): Promise<void> {
  await disableRowLevelSecurity(owner);
  await act().finally(() => owner.query(forEveryTable("enable")));
}

/** Also where it is off, a table says by `relforcerowsecurity` that it is meant to be on. */
const forEveryTable = (how: "enable" | "disable") => `do $$ declare t regclass; begin
  for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity loop
    execute format('alter table %s ${how} row level security', t);
  end loop; end $$`;
