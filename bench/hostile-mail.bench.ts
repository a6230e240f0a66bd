import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import type { EmailOnWire, OpenEmailOnWire } from "#features/email/model.ts";
import { HEAVY_MAILS, importMail } from "../e2e/support/heavy-mails.ts";
import { launchOptions } from "../scripts/browser.ts";
import { ADDRESS, eventLoopDelays, openBenchMailInstance } from "./support/bench-mail-instance.ts";
import { quantile, report } from "./support/compare.ts";

// Hostile messages arrive one after the other in a connected mailbox of the production build: how long each blocks the
// event loop until it is parsed or given up, and how long other users wait meanwhile. The floors, in the same run:
// three seconds without mail, and a plain message. Then mails that are slow to render are opened in Chromium: the
// longest time for which the page could not respond to a key, compared with a plain message.

const MEGABYTE = 1_000_000;
const head = (subject: string, ...more: string[]) =>
  [
    ...["From: Mallory <mallory@lattice.org>", `To: ${ADDRESS}`, `Subject: ${subject}`],
    ...[`Message-ID: <${subject.replaceAll(" ", "-")}@lattice.org>`, "MIME-Version: 1.0", ...more, ""],
  ].join("\r\n");
const html = (subject: string, text: string) => `${head(subject, "Content-Type: text/html")}\r\n${text}\r\n`;
const plain = (subject: string, text: string) => `${head(subject)}\r\n${text}\r\n`;
const times = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, number) => make(number));

const HOSTILE: readonly [subject: string, letter: () => string][] = [
  ["24 MB of text", () => plain("24 MB of text", "The figures are ready.\r\n".repeat(MEGABYTE))],
  [
    "5000 parts",
    () =>
      `${head("5000 parts", 'Content-Type: multipart/mixed; boundary="x"')}\r\n` +
      `${"--x\r\nContent-Type: text/plain\r\n\r\na\r\n".repeat(5000)}--x--\r\n`,
  ],
  [
    "nested 90 deep",
    () =>
      `${head("nested 90 deep", 'Content-Type: multipart/mixed; boundary="b0"')}\r\n` +
      times(90, (n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary="b${n + 1}"\r\n\r\n`).join(""),
  ],
  [
    "nested 5000 deep",
    () =>
      `${head("nested 5000 deep", 'Content-Type: multipart/mixed; boundary="b0"')}\r\n` +
      times(5000, (n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary="b${n + 1}"\r\n\r\n`).join(""),
  ],
  [
    "100000 recipients",
    () =>
      `${head("100000 recipients", `Cc: ${times(100_000, (n) => `p${n}@lattice.org`).join(",\r\n ")}`)}\r\nHello\r\n`,
  ],
  [
    "50000 references",
    () =>
      `${head("50000 references", `References: ${times(50_000, (n) => `<${n}@lattice.org>`).join("\r\n ")}`)}\r\nHello\r\n`,
  ],
  [
    "a subject without end",
    () =>
      plain("a subject without end", "Hello").replace(
        "Subject: a subject without end",
        `Subject: a subject without end ${times(20_000, () => "=?utf-8?q?=C3=A4=C3=A4?=").join("\r\n ")}`,
      ),
  ],
  ["2 MB of angle brackets", () => html("2 MB of angle brackets", "<".repeat(2 * MEGABYTE))],
  [
    "tags that never close",
    () => html("tags that never close", "<div><table><tr><td><font><b>".repeat(60_000)),
  ],
  [
    "an address list in an address list",
    () => `${head("an address list in an address list", `Reply-To: ${"(".repeat(100_000)}`)}\r\nHello\r\n`,
  ],
  [
    "an encoded file of 20 MB",
    () =>
      `${head("an encoded file of 20 MB", 'Content-Type: multipart/mixed; boundary="x"')}\r\n--x\r\n` +
      `Content-Type: application/pdf; name="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
      `${`${"A".repeat(76)}\r\n`.repeat(256_000)}--x--\r\n`,
  ],
];

const instance = await openBenchMailInstance();
const { ada, server } = instance;
await measure().finally(() => instance.close());

async function measure(): Promise<void> {
  await server.save("ada", "INBOX", plain("the first of all", "Hello"));
  await instance.connect();
  await isRead("the first of all");
  await watched("floor: nothing at all", () => sleep(3000));
  await watched("floor: a plain letter", async () => {
    await server.save("ada", "INBOX", plain("a plain letter", "Hello"));
    await isRead("a plain letter");
  });
  for (const [subject, source] of HOSTILE) {
    const text = source();
    await watched(`${subject} (${(text.length / MEGABYTE).toFixed(1)} MB)`, async () => {
      await server.save("ada", "INBOX", text);
      const { bodyError, body } = await isRead(subject);
      console.log(`${subject}: ${bodyError ?? `read, ${body.length} letters`}`);
    });
  }
  const after = await instance.account();
  await measureReader();
  console.log(
    `the account is '${after.state}', ${after.syncedCount} of ${after.messageCount} messages are here`,
  );
}

async function watched(name: string, work: () => Promise<unknown>): Promise<void> {
  await instance.eventLoop();
  const others = eventLoopDelays(ada);
  await work();
  const waits = await others.end();
  const { worst, p99 } = await instance.eventLoop();
  report(`  somebody else meanwhile, ${name}`, waits);
  console.log(
    `    worst ${quantile(waits, 1).toFixed(0)} ms; event loop held up by ${worst.toFixed(0)} ms at most,` +
      ` ${p99.toFixed(0)} ms at the 99th percentile`,
  );
}

/** Resolves when its body is parsed or marked as unreadable. */
async function isRead(subject: string): Promise<OpenEmailOnWire> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 120_000) {
    const { items } = await ada.call<{ items: EmailOnWire[] }>("emails.list", { limit: 3 });
    const found = items.find((each) => each.subject.startsWith(subject));
    const email = found && (await ada.call<OpenEmailOnWire>("emails.get", { id: found.id }));
    if (email?.bodyState === "full") return email;
    await sleep(100);
  }
  throw new Error(`'${subject}' was not read within two minutes`);
}

async function measureReader(): Promise<void> {
  const chrome = await chromium.launch(launchOptions());
  const page = await (await chrome.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await ada.signInPage(page);
  const mails = { "floor: a plain letter": "<p>The plan begins here.</p>", ...HEAVY_MAILS };
  for (const [subject, text] of Object.entries(mails)) {
    const id = await importMail(ada, subject, text);
    await page.goto(`${ada.url}/email?email=${id}`);
    await page.getByText("Show ").first().waitFor();
    console.log(`longest block of the page, ${subject}: ${await longestBlock(page)} ms as it opens`);
    const button = page.getByRole("button", { name: "Show the beginning with formatting" });
    if ((await button.count()) === 0) continue;
    await button.click();
    await page.getByText("Only the beginning is shown").waitFor();
    console.log(`  with its beginning formatted: ${await longestBlock(page)} ms`);
  }
  await chrome.close();
}

/** The longest task since the page was opened (https://www.w3.org/TR/longtasks-1), once it is idle. */
async function longestBlock(page: Page): Promise<number> {
  await sleep(2000);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(Math.round(Math.max(...list.getEntries().map(({ duration }) => duration)))),
        );
        observer.observe({ type: "longtask", buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
}
