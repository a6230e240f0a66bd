import { expect, test } from "vitest";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { MailArrived, mailArrived } from "../events.ts";
import { deliverMail } from "../jobs.ts";
import type { EmailOnWire } from "../model.ts";
import { deliverDueMail } from "./deliver-mail.ts";

const arrived: { userId: string; emailId: string }[] = [];
const receive: JobDefinition<typeof MailArrived> = {
  name: "test.receive-mail",
  payload: MailArrived,
  subscribesTo: mailArrived,
  run: async (_, { userId, emailId }) => void arrived.push({ userId, emailId }),
};
const house = await testDatabase(async ({ connection, atEnd, services }) => {
  const asleep = { ...deliverMail, run: async () => {} };
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [asleep, receive]);
  atEnd(() => jobs.stop());
  return { jobs };
});

test("a mail that reaches Bob here is published to other areas, as his and with the id of his copy", async () => {
  const ada = house.as(await house.aUser({ fullName: "Ada" }));
  const bob = house.as(await house.aUser({ fullName: "Bob" }));
  await ada.invoke(emails.send, { subject: "Figures", body: "See below.", recipients: [bob.email] });
  await house.owner.query("update mail_deliveries set due_at = now() - interval '1 second'");
  await deliverDueMail(house.services);
  const { items } = (await bob.invoke(emails.list, { status: "received" })) as { items: EmailOnWire[] };
  expect(items).toHaveLength(1);
  await expect
    .poll(() => arrived, { timeout: 10_000 })
    .toEqual([{ userId: bob.userId, emailId: items[0]?.id }]);
});
