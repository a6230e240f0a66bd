import { expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { readThreads, receiveMail } from "./jobs.ts";

const server = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [readThreads]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, owner, services } = server;

test("a hundred messages at once are read by at most two jobs, and all of them are read", async () => {
  const { userId, email } = await aUser({ fullName: "Ada" });
  const { rows } = await owner.query(
    `insert into emails (user_id, subject, body, sender, recipients, status, thread_id)
     select $1, 'Figures', 'I will send you the figures of branch ' || n || ' by Friday.', 'Clara <clara@lattice.example>',
            array[$2::text], 'received', md5('thread ' || n % 50)::uuid
       from generate_series(1, 100) n returning id`,
    [userId, email],
  );
  const receive = (emailId: string) =>
    receiveMail.run(services, { userId, emailId, accountId: null, hasCalendar: false });
  for (let n = 0; n < rows.length; n += 10)
    await Promise.all(rows.slice(n, n + 10).map(({ id }) => receive(id)));
  const unread = async () =>
    (
      await owner.query("select 1 from commitment_threads where user_id = $1 and waiting_since is not null", [
        userId,
      ])
    ).rowCount;
  await expect.poll(unread, { timeout: 60_000 }).toBe(0);
  const threads = await owner.query("select 1 from commitment_threads where user_id = $1", [userId]);
  expect(threads.rowCount).toBe(50);
  const jobs = await owner.query("select 1 from jobs.job where name = $1", [readThreads.name]);
  expect(jobs.rowCount).toBeLessThanOrEqual(2);
});
