import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { deliverMail } from "../jobs.ts";
import type { EmailOnWire } from "../model.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";

/** An instance whose job queue wakes no delivery worker: the tests run it when they choose. */
export async function deliveryInstance() {
  const server = await testDatabase(async ({ connection, atEnd, services }) => {
    const noopJob = { ...deliverMail, run: async () => {} };
    const log = createLog("silent");
    const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [noopJob]);
    atEnd(() => jobs.stop());
    return { jobs };
  });
  const { owner, services } = server;
  /** Makes everything in the outbox due. */
  const makeDeliveriesDue = (late = "1 second") =>
    owner.query(
      "update mail_deliveries set due_at = now() - interval '1 second' - $1::interval where state = 'queued'",
      [late],
    );
  async function runDueDeliveries(late?: string): Promise<void> {
    await makeDeliveriesDue(late);
    await deliverDueMail(services);
  }
  return { server, makeDeliveriesDue, runDueDeliveries };
}

export const messageTo = (...recipients: string[]) => ({
  subject: "Figures",
  body: "See below.",
  recipients,
});

export const mailbox = async (person: Person) =>
  ((await person.invoke(emails.list, { status: "received" })) as { items: EmailOnWire[] }).items;
