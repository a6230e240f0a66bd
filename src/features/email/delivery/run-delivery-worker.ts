import type pg from "pg";
import { openDatabase } from "#platform/database/database.ts";
import type { JobQueue, Worker } from "#platform/jobs/jobs.ts";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";

// The delivery worker as a separate process that a test may kill at any moment; its setup is the only argument.

export type DeliveryWorkerSetup = { connection: pg.ClientConfig; smtpPort: number };

const { connection, smtpPort } = JSON.parse(process.argv[2] ?? "{}") as DeliveryWorkerSetup;
const database = openDatabase(connection);
const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });
const current = {
  ...{ smtpHost: "127.0.0.1", smtpPort, smtpSecure: false, smtpUsername: "" },
  ...{ smtpFromEmail: "desk@house.org", smtpFromName: "The desk" },
};
// rule: double-cast - a delivery worker reads these two of the settings; the service would want the whole program
const systemSettings = { current, secret: () => null } as unknown as SystemSettings;
/** No job here subscribes to what a delivery publishes. */
const jobs: JobQueue = { publish: async () => {}, enqueue: () => Promise.reject(new Error("No queue runs")) };
const worker = { database, outbound, mail: createMail({ outbound }), systemSettings, jobs } as Worker;
process.stdout.write("begins\n");
await deliverDueMail(worker);
await database.close();
