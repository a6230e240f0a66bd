import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailAccounts } from "#features/email/account-tables.ts";
import { passwordPlace } from "#features/email/accounts/account-servers.ts";
import { deliverDueMail } from "#features/email/delivery/deliver-due-mail.ts";
import { emails } from "#features/email/emails.ts";
import { anAccount } from "#features/email/factory.ts";
import { runAccountSync } from "#features/email/sync/account-sync-loop.ts";
import { WakeSignal } from "#features/email/sync/wake-signal.ts";
import { limitConcurrency } from "#platform/auth/limit-concurrency.ts";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import {
  type HostileSession,
  hostileSession,
  SESSION_FAULTS,
  type SessionFault,
  type SessionProtocol,
  type SessionStage,
  STAGES,
} from "#platform/testing/hostile-session.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { IS_FULL_SIZE, sized } from "./full-size.ts";

// A mail server that accepts the sign-in and fails afterwards, at every step of a session: the result is a clear
// message, in time and within limits; and a message that may have arrived is not sent again automatically.

/** The product's own limits at full size. */
const TIMEOUT_FACTOR = sized(0.01, 1);
const MEGABYTE = 1_000_000;
const MAX_BYTES = 100 * MEGABYTE;
const MAX_MEMORY = 300 * MEGABYTE;
/** Ten minutes for one command, plus all before it; quick runs get more than their scaled share for busy machines. */
const MAX_MS = sized(40_000, 15 * 60_000);
const A_SENTENCE = /^(?!.*(undefined|\[object|\bE[A-Z]{5,}\b|\n))[\p{L}\d'"‘(].{2,500}$/u;

const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"], timeoutFactor: TIMEOUT_FACTOR });
/** Sending has limits of seconds, not minutes, so a busy machine needs a larger scale. */
const mailWithTimeoutFactor = (timeoutFactor: number) =>
  createMail({ outbound: createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"], timeoutFactor }) });
const smtp = mailWithTimeoutFactor(sized(0.05, 1));
/** For checking whether a message is sent again; the previous test checks the product's own limits. */
const hurried = mailWithTimeoutFactor(0.05);
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const mail = createMail({ outbound });
const app = await testDatabase(async () => ({ outbound, mail, jobs }));
const { services } = app;

const unhandled: unknown[] = [];
const recordUnhandled = (reason: unknown) => void unhandled.push(reason);
let peakMemory = 0;
const before = process.memoryUsage().rss;
const measuring = setInterval(() => {
  peakMemory = Math.max(peakMemory, process.memoryUsage().rss);
}, 20);
beforeAll(
  () => void process.on("unhandledRejection", recordUnhandled).on("uncaughtException", recordUnhandled),
);
afterAll(() => {
  clearInterval(measuring);
  process.off("unhandledRejection", recordUnhandled).off("uncaughtException", recordUnhandled);
});

/** Retries when the machine was too busy for the session to reach its fault. */
async function meet<T>(
  [protocol, stage, fault]: readonly [SessionProtocol, SessionStage, SessionFault],
  act: (peer: HostileSession) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const peer = await hostileSession(protocol, stage, fault);
    const outcome = await act(peer);
    peer.close();
    expect(peer.sent()).toBeLessThan(MAX_BYTES);
    if (peer.reached() > 0) return outcome;
    expect(tries, "the session reached its fault").toBeLessThan(10);
  }
}

/** Reading megabytes of lines takes seconds: quick runs do it only at the first stage. */
const FLOODS: readonly SessionFault[] = ["answers without end", "sends a line without end"];
/** Floods keep this process busy, which also runs the servers; sessions that wait run beside them. */
const limitFloods = limitConcurrency(2);
const limited = (fault: SessionFault, work: () => Promise<void>) =>
  FLOODS.includes(fault) ? limitFloods(work) : work();
const faultsAt = (stage: SessionStage) =>
  SESSION_FAULTS.filter((fault) => IS_FULL_SIZE || stage === "list" || !FLOODS.includes(fault));

test.concurrent.each(STAGES.imap)(
  "IMAP: any failure at %s is reported in a sentence, in time",
  {
    timeout: 5 * MAX_MS,
  },
  async (stage) => {
    await Promise.all(faultsAt(stage).map((fault) => limited(fault, () => followUntilFault(stage, fault))));
    expect(unhandled).toEqual([]);
  },
);

async function followUntilFault(stage: SessionStage, fault: SessionFault): Promise<void> {
  const ada = await app.aUser({ fullName: "Ada" });
  const asAda = <T>(work: Parameters<typeof services.database.transaction<T>>[2]) =>
    services.database.transaction(ada.userId, "write", work);
  const account = await meet(["imap", stage, fault], async ({ port }) => {
    const held = { accountId: randomUUID(), userId: ada.userId, holder: randomUUID() };
    const server = { imapHost: "127.0.0.1", imapPort: port, imapSecurity: "none" as const };
    const row = { id: held.accountId, userId: ada.userId, address: `${randomUUID()}@far.org` };
    const imapPassword = services.secrets.seal(passwordPlace(row, "imap_password"), "secret");
    // A single failure is not reported, so this is the second one.
    const broken = { ...row, ...server, imapPassword, leaseBy: held.holder, failures: 1 };
    await asAda((db) => db.insert(mailAccounts).values(anAccount(broken)));
    const [stop, wakeSignal] = [new AbortController(), new WakeSignal()];
    const waking = setInterval(() => wakeSignal.happen(), 200);
    const late = setTimeout(() => stop.abort(), MAX_MS);
    await runAccountSync(services, held, stop.signal, wakeSignal);
    clearInterval(waking);
    clearTimeout(late);
    expect(stop.signal.aborted, `${fault}: it ends by itself`).toBe(false);
    const rows = await asAda((db) => db.select().from(mailAccounts));
    return rows.find(({ id }) => id === held.accountId);
  });
  // After everything was read, a closed connection is counted but not reported.
  const isReported = stage !== "idle";
  expect(account, fault).toMatchObject({
    state: isReported ? expect.stringMatching(/^(waiting|needs_you)$/) : "ready",
    failures: isReported ? 2 : 1,
    reason: isReported ? expect.stringMatching(A_SENTENCE) : null,
    retryAt: expect.any(Date),
  });
}

/** Once the text was sent, the message may have arrived, whatever the answer was. */
const MAY_HAVE_ARRIVED: readonly SessionStage[] = ["text", "final dot"];

test.concurrent.each(STAGES.smtp)(
  "SMTP: any failure at %s is reported in a sentence, in time",
  {
    timeout: 5 * MAX_MS,
  },
  async (stage) => {
    await Promise.all(SESSION_FAULTS.map((fault) => limited(fault, () => sendUntilFault(stage, fault))));
    expect(unhandled).toEqual([]);
  },
);

async function sendUntilFault(stage: SessionStage, fault: SessionFault): Promise<void> {
  const outcome = await meet(["smtp", stage, fault], ({ port }) => {
    const signIn = { host: "127.0.0.1", port, secure: false, username: "ada", password: "secret" };
    const transport = { ...signIn, fromEmail: "ada@far.org", fromName: "Ada" };
    return smtp.send(transport, { messageId: "<1@far.org>", to: ["bob@far.org"], subject: "Hi", text: "Hi" });
  });
  expect(outcome, fault).toMatchObject({
    state: MAY_HAVE_ARRIVED.includes(stage) ? "uncertain" : "failed",
    reason: expect.stringMatching(A_SENTENCE),
  });
}

test("a message whose last response was lost says so and is not sent again automatically", {
  timeout: 5 * MAX_MS,
}, async () => {
  const admin = app.as(await app.aUser({ fullName: "Admin", roles: ["admin"] }));
  const ada = app.as(await app.aUser({ fullName: "Ada" }));
  for (const fault of SESSION_FAULTS.slice(0, sized(3, SESSION_FAULTS.length))) {
    const peer = await hostileSession("smtp", "final dot", fault);
    await services.systemSettings.save(admin, {
      version: services.systemSettings.current.version,
      fields: {
        ...{ smtpHost: "127.0.0.1", smtpPort: peer.port, smtpSecure: false },
        ...{ smtpFromEmail: "desk@house.org", smtpFromName: "The desk" },
      },
      secrets: {},
    });
    const sent = { subject: "Figures", body: "See below.", recipients: ["bob@far.org"] };
    const { id } = (await ada.invoke(emails.send, sent)) as { id: string };
    for (let round = 0; round < 3; round += 1) {
      await app.owner.query(
        "update mail_deliveries set due_at = now() - interval '1 second' - interval '1 s', lease_until = null",
      );
      await deliverDueMail({ ...services, mail: hurried });
    }
    expect(await ada.invoke(emails.get, { id }), fault).toMatchObject({ delivery: { state: "uncertain" } });
    expect(peer.reached(), fault).toBe(1);
    peer.close();
  }
});

test("no error was left unhandled, and memory stayed within bounds", () => {
  expect(unhandled).toEqual([]);
  expect(peakMemory - before).toBeLessThan(MAX_MEMORY);
});
