import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, idempotencyKeys } from "#platform/capability/tables.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const { database, owner, aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));

test("D2: Bob sees none of Ada's rows, changes none and deletes none", async () => {
  await ada.run(({ db, actor }) =>
    db.insert(idempotencyKeys).values({ userId: actor.userId, key: "k1", requestHash: "h" }),
  );
  const seen = await bob.run(({ db }) => db.select().from(idempotencyKeys));
  const changed = await bob.run(({ db }) => db.update(idempotencyKeys).set({ requestHash: "x" }).returning());
  const deleted = await bob.run(({ db }) => db.delete(idempotencyKeys).returning());
  expect([seen, changed, deleted]).toEqual([[], [], []]);
  const own = await ada.run(({ db }) =>
    db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, "k1")),
  );
  expect(own).toHaveLength(1);
});

test("D2: a connection without a user sees nothing", async () => {
  const { rows } = await database.pool.query("select * from idempotency_keys");
  expect(rows).toEqual([]);
});

test("D2: requests run as a role that is neither owner nor superuser nor exempt from the policies", async () => {
  const { rows } = await database.pool.query(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
            (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned,
            (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
       from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    {
      rolname: "adjutant_app",
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owned: 0,
      memberships: 0,
    },
  ]);
});

test("D2: every table has row-level security, forced, with a policy for requests and one for the owner", async () => {
  const { rows } = await owner.query(
    `select relname, relrowsecurity, relforcerowsecurity,
            exists (select from pg_policy where polrelid = pg_class.oid
                       and polroles && array(select oid from pg_roles where rolname in ('adjutant_app', 'adjutant_auth'))) as app_policy,
            exists (select from pg_policy where polrelid = pg_class.oid and polname = 'owner_all') as owner_policy
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  expect(rows.length).toBeGreaterThan(2);
  const open = rows.filter(
    (table) => !(table.relrowsecurity && table.relforcerowsecurity && table.app_policy && table.owner_policy),
  );
  expect(open).toEqual([]);
});

test("D2: security definer functions fix their search path; views run with the caller's rights", async () => {
  const { rows: functions } = await owner.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and not exists (select from unnest(proconfig) setting where setting like 'search_path=%')`,
  );
  const { rows: views } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
        and not coalesce(reloptions && '{security_invoker=true,security_invoker=on}', false)`,
  );
  expect([...functions, ...views]).toEqual([]);
});

test("the audit log can be written and read, and changed by nobody, not even its owner", async () => {
  const row = {
    userId: ada.userId,
    capability: "a.b",
    effect: "write",
    outcome: "done",
    requestId: "r",
  } as const;
  await ada.run(({ db }) => db.insert(auditLog).values(row));
  expect(await ada.run(({ db }) => db.select().from(auditLog))).toHaveLength(1);
  for (const statement of [
    "update audit_log set effect = 'x'",
    "delete from audit_log",
    "truncate audit_log",
  ]) {
    await expect(owner.query(statement)).rejects.toThrow("The audit log is append-only");
    await expect(database.pool.query(statement)).rejects.toThrow("permission denied for table audit_log");
  }
});
