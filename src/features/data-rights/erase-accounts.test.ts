import { expect, test } from "vitest";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { eraseAccounts } from "./jobs.ts";

const { aUser, owner, services } = await testDatabase();
const worker = { ...services, log: createLog("silent") };

const isThere = async ({ userId }: { userId: string }) =>
  (await owner.query("select from users where id = $1", [userId])).rowCount === 1;

/** From now on the database refuses `times` deletions of rows of `table`, with this SQLSTATE. */
async function refuseDeletes(table: string, state: string, times: number): Promise<void> {
  await owner.query(`
    create sequence refusals;
    create function refuse_delete() returns trigger language plpgsql security definer as $$
      begin
        if nextval('refusals') <= ${times} then raise exception 'Refused' using errcode = '${state}'; end if;
        return old;
      end $$;
    create trigger refuse before delete on ${table} for each row execute function refuse_delete()`);
}

const allowDeletes = () => owner.query("drop function refuse_delete() cascade; drop sequence refusals");

test("G20: an account that somebody writes to concurrently is still erased", async () => {
  const ada = await aUser({ fullName: "Ada" });
  await owner.query("insert into tasks (user_id, title, position) values ($1, 'A task', 1)", [ada.userId]);
  await owner.query("insert into account_deletions (user_id, due_at) values ($1, now())", [ada.userId]);
  await refuseDeletes("tasks", "40P01", 2);
  await eraseAccounts.run(worker, {}).finally(allowDeletes);
  expect(await isThere(ada)).toBe(false);
});

test("G20: an account that cannot be erased fails the job, which is retried, and the others are erased", async () => {
  const [ada, bob] = [await aUser({ fullName: "Ada" }), await aUser({ fullName: "Bob" })];
  await owner.query("insert into tasks (user_id, title, position) values ($1, 'A task', 1)", [ada.userId]);
  await owner.query(
    "insert into account_deletions (user_id, due_at) values ($1, now() - interval '1 minute'), ($2, now())",
    [ada.userId, bob.userId],
  );
  await refuseDeletes("tasks", "55P03", 9);
  await expect(eraseAccounts.run(worker, {}).finally(allowDeletes)).rejects.toThrow(AggregateError);
  expect([await isThere(ada), await isThere(bob)]).toEqual([true, false]);
});
