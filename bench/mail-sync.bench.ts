import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { debianPackages, libraryPath } from "../src/platform/testing/servers/debian-packages.ts";
import { environment } from "./environment.ts";
import { fetchAndParseOnly, fetchOnly } from "./support/bare-mail.ts";
import { ADDRESS, eventLoopDelays, openBenchMailInstance, PASSWORD } from "./support/bench-mail-instance.ts";
import { quantile, report, timed } from "./support/compare.ts";

// A mailbox of 10,000 in a real Dovecot, connected in the production build by one user: first page, all envelopes, all
// bodies, the memory of the process (also with the first 5,000), and how long other requests take meanwhile. Compared,
// in the same run, with mbsync (isync), which copies the same mailbox to files, and with the IMAP library alone, which
// fetches the envelopes, then fetches and parses all messages.

const MAILS = Number(environment.BENCH_MAILS ?? 10_000);
const SOME = Math.min(MAILS, 5000);
/** What the receiving server calls itself in Authentication-Results. */
const RECEIVER = "mx.aldermoor.net";
const run = promisify(execFile);
const perSecond = (took: number) => Math.round((MAILS * 1000) / took);

const instance = await openBenchMailInstance();
const { server, ada } = instance;
await measure().finally(() => instance.close());

async function measure(): Promise<void> {
  await server.fill("ada", mailTexts());
  const peer = await timed(copyByMbsync);
  console.log(`mbsync: ${MAILS} messages in ${(peer / 1000).toFixed(1)} s`);
  const bareFetch = await timed(() => all(fetchOnly(server)));
  const bareParse = await timed(() => all(fetchAndParseOnly(server)));
  const before = await instance.memory("VmRSS");
  // Before a person signs in at the mail server, the process for mail starts.
  await instance.discover();
  await sleep(2000);
  await instance.resetPeak();
  await instance.eventLoop();
  const atStart = await instance.processor();
  await instance.connect();
  await instance.trust(RECEIVER);
  const startedAt = performance.now();
  const others = eventLoopDelays(ada);
  // Polling costs the program time too: short intervals only for what takes part of a second, else as often as a page
  // would poll.
  const since = async (name: string, isDone: () => Promise<boolean>, pause = 100) => {
    while (!(await isDone())) await sleep(pause);
    const took = performance.now() - startedAt;
    report(name, [took]);
    return took;
  };
  await since(
    "first page of 50 is on the page",
    async () => {
      const { items } = await ada.call<{ items: unknown[] }>("emails.list", { limit: 50 });
      return items.length >= Math.min(50, MAILS);
    },
    20,
  );
  await since(`${SOME} envelopes are here`, async () => (await instance.account()).syncedCount >= SOME);
  const withSome = await instance.mailMemory("VmHWM");
  const envelopes = await since(
    "all envelopes are here",
    async () => (await instance.account()).syncedCount >= MAILS,
  );
  const withEnvelopes = await instance.mailMemory("VmHWM");
  const atEnvelopes = await instance.processor();
  const texts = await since("all texts are here", async () => (await instance.account()).state === "ready");
  const atTexts = await instance.processor();
  const waits = await others.end();
  printRates(envelopes, texts, { peer, bareFetch, bareParse });
  printProcessor("the envelopes", atStart, atEnvelopes);
  printProcessor("the texts", atEnvelopes, atTexts);
  console.log(
    `memory of the process for mail: at most ${withSome} MB with ${SOME} envelopes,` +
      ` ${withEnvelopes} MB with all of them, ${await instance.mailMemory("VmHWM")} MB with all texts;` +
      ` of the program: ${before} MB before, at most ${await instance.memory("VmHWM")} MB`,
  );
  report("somebody else's question meanwhile", waits);
  const { worst } = await instance.eventLoop();
  console.log(
    `  worst ${quantile(waits, 1).toFixed(0)} ms, event loop held up at most ${worst.toFixed(0)} ms`,
  );
}

type Floors = { peer: number; bareFetch: number; bareParse: number };

function printRates(envelopes: number, texts: number, { peer, bareFetch, bareParse }: Floors): void {
  const compareRates = (name: string, measuredMs: number, floorMs: number) =>
    console.log(`  ${name}: ${perSecond(floorMs)} a second, ratio ${(measuredMs / floorMs).toFixed(2)}`);
  console.log(`envelopes ${perSecond(envelopes)} a second`);
  compareRates("floor: imapflow's fetch alone", envelopes, bareFetch);
  console.log(`with texts ${perSecond(texts)} a second`);
  compareRates("floor: fetch and parse alone", texts, bareParse);
  compareRates("peer: mbsync", texts, peer);
}

type Used = Awaited<ReturnType<typeof instance.processor>>;

function printProcessor(name: string, from: Used, to: Used): void {
  const ofEach = (milliseconds: number) => (milliseconds / MAILS).toFixed(2);
  console.log(
    `  processor, ms for each of ${name}: ${ofEach(to.mail - from.mail)} process for mail,` +
      ` ${ofEach(to.program - from.program)} program, ${ofEach(to.workers - from.workers)} workers, ${ofEach(to.database - from.database)} PostgreSQL`,
  );
}

async function all(count: Promise<number>): Promise<void> {
  if ((await count) !== MAILS) throw new Error(`Only ${await count} of ${MAILS} were read`);
}

/**
 * As they come: the receiving server's claim about the sender, threads of three, texts of a few KB, every fifth in HTML
 * too, every twentieth with a file.
 */
function* mailTexts(): Generator<string> {
  const words = "The figures of the quarter are ready, and the board meets on Thursday at nine. ";
  for (let number = 1; number <= MAILS; number += 1) {
    const first = number - (number % 3);
    const text = words.repeat(10 + (number % 40));
    yield [
      `Authentication-Results: ${RECEIVER}; dkim=pass header.d=lattice.org; dmarc=pass header.from=lattice.org`,
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
  // Without bundled libraries the program uses those of the system.
  const env = { ...environment, LD_LIBRARY_PATH: await libraryPath(programs).catch(() => ""), HOME: folder };
  await run(join(programs, "usr/bin/mbsync"), ["-c", config, "-a"], { env, maxBuffer: 10_000_000 });
  const [cur, fresh] = await Promise.all(
    ["cur", "new"].map((part) => readdir(join(folder, "mail/INBOX", part))),
  );
  const copied = (cur?.length ?? 0) + (fresh?.length ?? 0);
  if (copied !== MAILS) throw new Error(`mbsync copied ${copied} of ${MAILS}`);
  await rm(folder, { recursive: true });
}
