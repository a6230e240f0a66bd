import { expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { deliverMail } from "../jobs.ts";
import type { OpenEmailOnWire } from "../model.ts";
import { messageTo } from "./deliver-mail.factory.ts";
import { takeOverMail } from "./take-over-mail.ts";

// Jobs run as in the program; its minutely run is not what these tests wait for.
const { aUser, as, owner, services } = await testDatabase(async ({ connection, atEnd, services }) => {
  const log = createLog("silent");
  const { cron: _, ...job } = deliverMail;
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [job]);
  atEnd(() => jobs.stop());
  return { jobs };
});

/** A message that a process had claimed when it was killed: `left` is what is left of its claim. */
async function claimedByDead(left: string) {
  const [ada, bob] = [as(await aUser()), as(await aUser())];
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = (await ada.invoke(emails.send, {
    ...messageTo(bob.email),
    scheduledSend,
  })) as OpenEmailOnWire;
  await owner.query(
    `update mail_deliveries set state = 'sending', lease_by = gen_random_uuid(), lease_until = now() + $2::interval,
       due_at = now() - interval '1 second' where email_id = $1`,
    [id, left],
  );
  return async () => ((await ada.invoke(emails.get, { id })) as OpenEmailOnWire).delivery?.state;
}

test("mail claimed by a process that is gone is delivered by another; that of a living one is left to it", async () => {
  const [abandoned, claimed] = [await claimedByDead("-1 second"), await claimedByDead("20 seconds")];
  const service = takeOverMail.start(services);
  await expect.poll(abandoned, { timeout: 40_000 }).toBe("sent");
  await service.close();
  expect(await claimed()).toBe("sending");
});

test("a claim lasts for half a minute at most and is renewed only for its own process", async () => {
  const [ada, bob] = [as(await aUser()), as(await aUser())];
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  await ada.invoke(emails.send, { ...messageTo(bob.email), scheduledSend });
  await owner.query("update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'");
  const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const { rows } = await owner.query("select delivery_id from claim_due_mail($1, 10, '{}')", [mine]);
  const ids = rows.map((row) => row.delivery_id);
  expect(ids).toHaveLength(1);
  const secondsLeft = async () =>
    (
      await owner.query(
        "select extract(epoch from lease_until - now()) as left from mail_deliveries where lease_by = $1",
        [mine],
      )
    ).rows[0].left;
  expect(Number(await secondsLeft())).toBeLessThanOrEqual(30);
  await owner.query(
    "update mail_deliveries set lease_until = now() + interval '5 seconds' where lease_by = $1",
    [mine],
  );
  await owner.query("select renew_mail_claims(array[$1::uuid], $2::uuid[])", [other, ids]);
  expect(Number(await secondsLeft())).toBeLessThanOrEqual(5);
  await owner.query("select renew_mail_claims(array[$1::uuid], $2::uuid[])", [mine, ids]);
  expect(Number(await secondsLeft())).toBeGreaterThan(20);
  expect((await owner.query("select claim_due_mail($1, 10, '{}')", [other])).rows).toEqual([]);
});
