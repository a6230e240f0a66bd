import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { passwordPlace } from "#features/email/account-lines.ts";
import { anAccount } from "#features/email/factory.ts";
import { keepMailAccounts } from "#features/email/keep-accounts.ts";
import { mailAccounts } from "#features/email/tables.ts";
import type { Services } from "#platform/capability/execute.ts";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { debianPackages, libraryPath } from "#platform/testing/debian-packages.ts";
import { runMailServer } from "#platform/testing/run-mail-server.ts";
import { report, timed } from "./compare.ts";
import { aLargeHouse } from "./large-house.ts";

// A mailbox of 10,000 from a real Dovecot: first page, all envelopes, all texts, with the memory of this process and the
// worst delay of its event loop; the peer is mbsync (isync), which copies the same mailbox to files in the same run.

const MAILS = Number(process.env.BENCH_MAILS ?? 10_000);
const ADDRESS = "ada@aldermoor.net";
const PASSWORD = "correct horse";
const run = promisify(execFile);

const server = await runMailServer({ mailboxes: [ADDRESS], users: { ada: PASSWORD }, imap: {} });
await measure().finally(() => server.close());

async function measure(): Promise<void> {
  await server.fill("ada", letters());
  const peer = await timed(copyByMbsync);
  console.log(`mbsync: ${MAILS} messages in ${(peer / 1000).toFixed(1)} s`);

  const house = await aLargeHouse([]);
  const { ada, bare } = house;
  const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });
  const mail = createMail({ outbound, certificates: [server.certificate] });
  const services = { ...house.services, outbound, mail };
  await connectAccount(services, ada.userId);

  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begin = performance.now();
  const keeper = keepMailAccounts.start(services);
  const since = async (what: string, wanted: number, condition = "true") => {
    const count = `select count(*)::int as count from emails where ${condition}`;
    while ((await bare.query(count)).rows[0].count < wanted) await sleep(20);
    const took = performance.now() - begin;
    report(what, [took]);
    return took;
  };
  await since("first page of 50 is here", Math.min(50, MAILS));
  const envelopes = await since("all envelopes are here", MAILS);
  const texts = await since("all texts are here", MAILS, "body_state = 'full'");
  clearInterval(watch);
  delay.disable();
  await keeper.close();
  const perSecond = (took: number) => Math.round((MAILS * 1000) / took);
  console.log(`envelopes ${perSecond(envelopes)} a second, with texts ${perSecond(texts)} a second`);
  console.log(`  peer: mbsync ${perSecond(peer)} a second\n  ratio ${(texts / peer).toFixed(2)}`);
  console.log(`memory of the process at most ${Math.round(peak / 1e6)} MB`);
  console.log(
    `event loop: worst delay ${(delay.max / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  );
  await services.workers.close();
  await house.remove();
}

/** As they come: threads of three, texts of a few KB, every fifth in HTML too, every twentieth with a file. */
function* letters(): Generator<string> {
  const words = "The figures of the quarter are ready, and the board meets on Thursday at nine. ";
  for (let number = 1; number <= MAILS; number += 1) {
    const first = number - (number % 3);
    const text = words.repeat(10 + (number % 40));
    yield [
      ...[`From: Person ${number % 200} <person${number % 200}@lattice.org>`, `To: ${ADDRESS}`],
      ...[`Subject: Letter ${number}`, `Message-ID: <${number}@lattice.org>`, "MIME-Version: 1.0"],
      ...(number === first ? [] : [`References: <${first}@lattice.org>`]),
      `Date: ${new Date(1_700_000_000_000 + number * 60_000).toUTCString()}`,
      ...['Content-Type: multipart/mixed; boundary="m"', "", "--m", "Content-Type: text/plain", "", text],
      ...(number % 5 === 0 ? ["--m", "Content-Type: text/html", "", `<p>${text}</p>`] : []),
      ...(number % 20 === 0
        ? ["--m", 'Content-Type: application/pdf; name="a.pdf"', "", "%PDF".repeat(2000)]
        : []),
      ...["--m--", ""],
    ].join("\r\n");
  }
}

async function copyByMbsync(): Promise<void> {
  const programs = await debianPackages("isync");
  const folder = await mkdtemp(join(tmpdir(), "adjutant-mbsync-"));
  await mkdir(join(folder, "mail"));
  const config = join(folder, "rc");
  await writeFile(
    config,
    `IMAPAccount far\nHost 127.0.0.1\nPort ${server.plainImapPort}\nUser ada\nPass "${PASSWORD}"\nSSLType None\nAuthMechs LOGIN
IMAPStore far\nAccount far
MaildirStore near\nPath ${folder}/mail/\nInbox ${folder}/mail/INBOX\nSubFolders Verbatim
Channel all\nFar :far:\nNear :near:\nPatterns INBOX\nCreate Near\nSyncState *\n`.replaceAll(
      /\n(IMAPStore|MaildirStore|Channel)/g,
      "\n\n$1",
    ),
  );
  const env = { ...process.env, LD_LIBRARY_PATH: await libraryPath(programs).catch(() => ""), HOME: folder };
  await run(join(programs, "usr/bin/mbsync"), ["-c", config, "-a"], { env, maxBuffer: 10_000_000 });
  const [cur, fresh] = await Promise.all(
    ["cur", "new"].map((part) => readdir(join(folder, "mail/INBOX", part))),
  );
  const copied = (cur?.length ?? 0) + (fresh?.length ?? 0);
  if (copied !== MAILS) throw new Error(`mbsync copied ${copied} of ${MAILS}`);
  await rm(folder, { recursive: true });
}

async function connectAccount({ secrets, database }: Services, userId: string): Promise<void> {
  const id = crypto.randomUUID();
  const place = { id, userId };
  const lines = { address: ADDRESS, imapHost: "localhost", imapPort: server.imapPort, imapUser: "ada" };
  const account = anAccount({ ...place, ...lines, state: "connecting" });
  const imapPassword = secrets.seal(passwordPlace(place, "imap_password"), PASSWORD);
  await database.transaction(userId, "write", (db) =>
    db.insert(mailAccounts).values({ ...account, imapPassword }),
  );
}
