import { createServer } from "node:net";
import { expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Misbehaviour, scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { createMail } from "./mail.ts";
import { queueSystemMail, sendSystemMail } from "./send-system-mail.ts";

const { aUser, services, owner, connection, atEnd } = await testDatabase();

/** A mail server that greets every client with this line. */
async function greeting(line: string): Promise<number> {
  const server = createServer((socket) => void socket.on("error", () => {}).end(line)).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  atEnd(async () => void server.close());
  return (server.address() as { port: number }).port;
}

async function useServer(smtpPort: number): Promise<void> {
  const { systemSettings } = services;
  const smtp = { smtpHost: "127.0.0.1", smtpFromEmail: "adjutant@aldermoor.net", smtpSecure: false };
  await systemSettings.save(await aUser({ roles: ["admin"] }), {
    version: systemSettings.current.version,
    fields: { ...smtp, smtpPort },
    secrets: {},
  });
}

type Payload = Parameters<typeof sendSystemMail.run>[1];

/** What is queued for a mail to Ada. */
async function queuedPayload(): Promise<Payload> {
  const { systemSettings, secrets } = services;
  const queued: unknown[] = [];
  const enqueue = async (_job: unknown, payload: unknown) => void queued.push(payload);
  const mail = { userId: null, to: "ada@aldermoor.net", subject: "Welcome", text: "Hello" };
  await queueSystemMail({ systemSettings, secrets, enqueue }, mail);
  return queued[0] as Payload;
}

test("a system mail that a busy server refuses is retried, and the error names how far it came", async () => {
  await useServer(await greeting("421 Try again later\r\n"));
  const parts = services as Parameters<typeof sendSystemMail.run>[0];
  const sending = sendSystemMail.run(parts, await queuedPayload());
  await expect(sending).rejects.toThrow(/^failed \(connect/);
});

test("a system mail of unknown end is not sent again by itself, nor after its program was killed while sending", async () => {
  const given: Misbehaviour = { ".": null };
  const smtp = await scriptedSmtp(given);
  await useServer(smtp.port);
  const parts = { ...services, mail: createMail({ outbound: services.outbound }) };
  const jobs = await startJobs({ ...parts, owner: connection("owner"), log: createLog("silent") }, [
    sendSystemMail,
  ]);
  atEnd(() => jobs.stop());
  const queue = async (more: Partial<Payload> = {}) => {
    const payload = { ...(await queuedPayload()), ...more };
    await services.database.transaction(null, "write", (db) => jobs.enqueue(db, sendSystemMail, payload));
    return payload.messageId;
  };
  const rowOf = async (messageId: string) =>
    (
      await owner.query(
        "select state, retry_count as retries, output ->> 'code' as code, output ->> 'message' as message, data ? 'isDataStarted' as begun from jobs.job where data ->> 'messageId' = $1",
        [messageId],
      )
    ).rows[0];
  const handedOver = () => smtp.lines.filter((line) => line === ".").length;

  const broken = await queue();
  await expect.poll(async () => (await rowOf(broken))?.state, { timeout: 60_000 }).toBe("failed");
  expect(await rowOf(broken)).toMatchObject({
    code: "uncertain",
    message: expect.stringMatching(/^Not certain whether the mail to ada@aldermoor\.net was sent: /),
  });
  expect(handedOver()).toBe(1);

  // Killed between the first byte and the answer: the queue gives the job to the next program.
  given["."] = "250 Ok";
  const killed = await queue({ isDataStarted: true });
  await expect.poll(async () => (await rowOf(killed))?.state, { timeout: 60_000 }).toBe("failed");
  expect(await rowOf(killed)).toMatchObject({ code: "uncertain", retries: 0 });
  expect(handedOver()).toBe(1);

  const delivered = await queue();
  await expect.poll(async () => (await rowOf(delivered))?.state, { timeout: 60_000 }).toBe("completed");
  expect(await rowOf(delivered)).toMatchObject({ begun: true });
  expect(handedOver()).toBe(2);
}, 200_000);
