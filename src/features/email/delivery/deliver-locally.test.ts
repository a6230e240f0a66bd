import { expect, test } from "vitest";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { MailArrived, MailSent, mailArrived, mailSent } from "../events.ts";
import { deliverMail } from "../jobs.ts";
import type { EmailOnWire } from "../model.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";

const arrived: { userId: string; emailId: string }[] = [];
const receive: JobDefinition<typeof MailArrived> = {
  name: "test.receive-mail",
  payload: MailArrived,
  subscribesTo: mailArrived,
  run: async (_, { userId, emailId }) => void arrived.push({ userId, emailId }),
};
const sent: { userId: string; emailId: string }[] = [];
const receiveSent: JobDefinition<typeof MailSent> = {
  name: "test.receive-sent-mail",
  payload: MailSent,
  subscribesTo: mailSent,
  run: async (_, mail) => void sent.push(mail),
};
const server = await testDatabase(async ({ connection, atEnd, services }) => {
  const noopJob = { ...deliverMail, run: async () => {} };
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [noopJob, receive, receiveSent]);
  atEnd(() => jobs.stop());
  return { jobs };
});

test("a mail delivered to Bob here is published to other areas: his copy as arrived, and the original as sent", async () => {
  const ada = server.as(await server.aUser({ fullName: "Ada" }));
  const bob = server.as(await server.aUser({ fullName: "Bob" }));
  const own = await ada.invoke(emails.send, {
    ...{ subject: "Figures", body: "See below.", recipients: [bob.email] },
  });
  await server.owner.query("update mail_deliveries set due_at = now() - interval '1 second'");
  await deliverDueMail(server.services);
  const { items } = (await bob.invoke(emails.list, { status: "received" })) as { items: EmailOnWire[] };
  expect(items).toHaveLength(1);
  await expect
    .poll(() => arrived, { timeout: 40_000 })
    .toEqual([{ userId: bob.userId, emailId: items[0]?.id }]);
  await expect
    .poll(() => sent, { timeout: 40_000 })
    .toEqual([{ userId: ada.userId, emailId: (own as EmailOnWire).id }]);
});
