import { createServer } from "node:net";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { queueSystemMail, sendSystemMail } from "./send-system-mail.ts";

const { aUser, services, atEnd } = await testDatabase();

/** A mail server that greets every client with this line. */
async function greeting(line: string): Promise<number> {
  const server = createServer((socket) => void socket.on("error", () => {}).end(line)).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  atEnd(async () => void server.close());
  return (server.address() as { port: number }).port;
}

test("a system mail that a busy server refuses is retried, and the error names how far it came", async () => {
  const { systemSettings, secrets } = services;
  const smtp = { smtpHost: "127.0.0.1", smtpFromEmail: "adjutant@aldermoor.net", smtpSecure: false };
  await systemSettings.save(await aUser({ roles: ["admin"] }), {
    version: systemSettings.current.version,
    fields: { ...smtp, smtpPort: await greeting("421 Try again later\r\n") },
    secrets: {},
  });
  const queued: unknown[] = [];
  const enqueue = async (_job: unknown, payload: unknown) => void queued.push(payload);
  const outbox = { systemSettings, secrets, enqueue };
  await queueSystemMail(outbox, { userId: null, to: "ada@aldermoor.net", subject: "Welcome", text: "Hello" });
  const parts = services as Parameters<typeof sendSystemMail.run>[0];
  const sending = sendSystemMail.run(parts, queued[0] as Parameters<typeof sendSystemMail.run>[1]);
  await expect(sending).rejects.toThrow(/^failed \(connect/);
});
