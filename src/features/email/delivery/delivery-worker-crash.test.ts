import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { environment } from "#platform/config/environment.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { deliverMail } from "../jobs.ts";
import type { DeliveryWorkerSetup } from "./run-delivery-worker.ts";

/** `npm run test:laws` tests with the number that a release requires, and with proportionally more kills. */
const MESSAGES = Number(environment.CRASH_MESSAGES ?? (environment.FULL_SIZE ? 2000 : 30));
const KILLS = Math.ceil(MESSAGES / 10);
/** Messages per user: below the limit of 200 an hour. */
const EACH = 100;

const { aUser, as, owner, connection, atEnd } = await testDatabase(
  async ({ services, connection, atEnd }) => {
    const noopJob = { ...deliverMail, run: async () => {} };
    const log = createLog("silent");
    const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [noopJob]);
    atEnd(() => jobs.stop());
    return { jobs };
  },
);

/** How often each message was taken whole, by its Message-ID. */
const acceptedCounts = new Map<string, number>();
let count = 0;

/**
 * Counts accepted messages. Of every ten it refuses one temporarily, closes the connection in the middle of one, and
 * without a reply after accepting one.
 */
const sink = createServer((socket) => {
  let messageId: string | null = null;
  let isInData = false;
  socket.on("error", () => {});
  socket.write("220 ready\r\n");
  const reader = createInterface({ input: socket }).on("error", () => {});
  reader.on("line", (line) => {
    if (isInData && line !== ".") {
      messageId ??= /^Message-ID: (<.*>)/i.exec(line)?.[1] ?? null;
      if (messageId && count % 10 === 5) socket.destroy();
      return;
    }
    const word = line.split(/[ :]/)[0];
    if (word === "RCPT") count += 1;
    const isRefused = word === "RCPT" && count % 10 === 3;
    isInData = word === "DATA";
    if (line !== ".")
      return void socket.write(isRefused ? "451 later\r\n" : isInData ? "354 go on\r\n" : "250 Ok\r\n");
    if (messageId) acceptedCounts.set(messageId, (acceptedCounts.get(messageId) ?? 0) + 1);
    messageId = null;
    if (count % 10 === 7) socket.destroy();
    else setTimeout(() => socket.writable && socket.write("250 Ok\r\n"), 15);
  });
}).listen(0, "127.0.0.1");
await once(sink, "listening");
atEnd(async () => void sink.close());

const program = join(import.meta.dirname, "run-delivery-worker.ts");
const setup: DeliveryWorkerSetup = {
  connection: connection("app"),
  smtpPort: (sink.address() as { port: number }).port,
};

async function runWorker({ killedAfter }: { killedAfter: number | null }): Promise<void> {
  // Leases of dead workers have expired and waiting messages are due: more than five minutes have passed.
  await owner.query(
    `update mail_deliveries set lease_until = now() - interval '1 second' where state = 'sending'`,
  );
  await owner.query(`update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'`);
  const child = spawn(process.execPath, [program, JSON.stringify(setup)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  if (killedAfter !== null) {
    await once(child.stdout, "data");
    await sleep(killedAfter);
    child.kill("SIGKILL");
  }
  await ended;
}

/** What each message's writer sees, and how often the server really took it. */
async function recordedFates() {
  const { rows } = await owner.query<{ message_id: string; status: string; state: string; notices: number }>(
    `select e.message_id, e.status, d.state,
       (select count(*)::int from smart_notifications n where n.href = '/email?email=' || e.id) as notices
     from mail_deliveries d join emails e on e.id = d.email_id`,
  );
  return rows.map((row) => ({ ...row, times: acceptedCounts.get(row.message_id) ?? 0 }));
}

test(
  "G14, D23: a repeatedly killed delivery worker loses no message, sends none twice, and reports uncertainty",
  async () => {
    let writer = as(await aUser({ fullName: "Ada" }));
    const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
    for (let each = 0; each < MESSAGES; each += 1) {
      if (each > 0 && each % EACH === 0) writer = as(await aUser({ fullName: `Ada ${each}` }));
      await writer.invoke(emails.send, {
        ...{ subject: `Note ${each}`, body: "See below.", recipients: ["bob@far.org"], scheduledSend },
      });
    }
    for (let kill = 0; kill < KILLS; kill += 1) await runWorker({ killedAfter: 60 + (kill % 10) * 70 });
    const isOpen = async () =>
      (await owner.query("select 1 from mail_deliveries where state in ('queued', 'sending')")).rowCount ?? 0;
    for (let round = 0; round < 8 && (await isOpen()) > 0; round += 1) await runWorker({ killedAfter: null });
    const seen = await recordedFates();
    expect(seen).toHaveLength(MESSAGES);
    const fates = {
      lost: seen.filter(
        ({ status, times, notices }) => times === 0 && !(status === "uncertain" && notices === 1),
      ),
      doubled: seen.filter(({ times }) => times > 1),
      wronglyTold: seen.filter(
        ({ status, state, times, notices }) =>
          status !== state ||
          notices !== (status === "uncertain" ? 1 : 0) ||
          (status === "sent" && times !== 1),
      ),
    };
    expect(fates).toEqual({ lost: [], doubled: [], wronglyTold: [] });
    expect(seen.filter(({ state }) => state !== "sent" && state !== "uncertain")).toEqual([]);
    expect(seen.filter(({ state }) => state === "uncertain").length).toBeGreaterThan(0);
  },
  300_000 + MESSAGES * 1000,
);
