import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Request } from "@playwright/test";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { launchOptions } from "../scripts/browser.ts";
import { environment } from "./environment.ts";
import { quantile, report, timed } from "./support/compare.ts";
import { endWithParent } from "./support/end-with-me.ts";
import { fillMailbox } from "./support/fill-areas.ts";
import { openDatabase } from "./support/people.ts";
import { installStopwatch, untilPainted } from "./support/stopwatch.ts";

// The mail page in Chromium on the production build, with a mailbox of 100,000 among twenty mailboxes: from the click
// or key press to the paint after the first frame that shows the result. The floor is a bare DOM change on that page.

const MAILS = Number(environment.BENCH_MAILS ?? 100_000);
const TIMES = Number(environment.TIMES ?? 60);
/** Milliseconds without a request after which the page counts as idle. */
const REST = 150;
/** Milliseconds that a pointer rests on a row before the click, at least. */
const HOVER = 200;

const instance = await Instance.create();
const program = await instance.start();
endWithParent(instance.dataDir, program.process.pid);
const ada = await Person.signUp(instance.url, "Ada Lovelace");
const { user } = await ada.call<{ user: { id: string } }>("session.current");
await fill(user.id);

const chrome = await chromium.launch(launchOptions());
const page = await (await chrome.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await ada.signInPage(page);
await page.addInitScript(() => localStorage.setItem("email look", "split"));

const LIST = "[role=list][aria-label=Conversations]";
const ROW = `${LIST} [role=listitem]`;
const BODY = "[data-reader] article[data-open]";
const ROW_HEIGHT = 42;
const SOME_TEXT = "The figures of the quarter are ready.";
const rows = page.locator(ROW);
let underWay = 0;
let lastChange = 0;
let requestCount = 0;
const isStream = (request: Request) => request.url().includes("/events");
for (const [event, by] of [
  ["request", 1],
  ["requestfinished", -1],
  ["requestfailed", -1],
] as const)
  page.on(event as "request", (request) => {
    if (isStream(request)) return;
    underWay += by;
    if (event === "request") requestCount += 1;
    lastChange = performance.now();
  });
const waitUntilIdle = async () => {
  do await sleep(REST);
  while (underWay > 0 || performance.now() - lastChange < REST);
};
const samples: Record<string, number[]> = {};
/** The most that one act caused until the page was idle again. */
const requests: Record<string, number> = {};
const measure = async (name: string, measureOnce: () => Promise<number>, times = TIMES) => {
  const durations: number[] = [];
  let most = 0;
  for (let count = 0; count < times; count += 1) {
    const before = requestCount;
    durations.push(await measureOnce());
    await waitUntilIdle();
    most = Math.max(most, requestCount - before);
  }
  samples[name] = durations;
  requests[name] = most;
};

const dashboard = async () => {
  await page.goto(`${instance.url}/`);
  await page.getByRole("link", { name: "Email", exact: true }).first().waitFor();
  await waitUntilIdle();
  await installStopwatch(page);
};
const openList = () =>
  untilPainted(page, "click", () => page.getByRole("link", { name: "Email", exact: true }).first().click(), {
    selector: ROW,
  });
await measure(
  "list page, from another page, nothing of it known yet",
  async () => {
    await dashboard();
    return openList();
  },
  10,
);

const FLOOR = "data-bench-floor";
await page.evaluate((name) => {
  addEventListener("keydown", ({ key }) => {
    if (key === "F9") document.body.toggleAttribute(name);
  });
}, FLOOR);
await measure("  floor: a bare DOM change on the same page", async () => {
  const isMarked = await page.evaluate((name) => document.body.hasAttribute(name), FLOOR);
  return untilPainted(page, "keydown", () => page.keyboard.press("F9"), {
    selector: `body[${FLOOR}]`,
    isAbsent: isMarked,
  });
});

const opened = (subject: string) =>
  [
    { selector: "[data-reader] h2", text: subject },
    { selector: BODY, text: SOME_TEXT },
  ] as const;
await measure(
  "list page, from another page, once it was open",
  async () => {
    await page.getByRole("link", { name: "Tasks", exact: true }).first().click();
    await page.locator(ROW).first().waitFor({ state: "detached" });
    await waitUntilIdle();
    return openList();
  },
  10,
);
let place = 1;
const openAt = async (rest: number) => {
  // Far enough from the previous one that nothing is prefetched.
  place += 6;
  await page.locator(LIST).evaluate((list, top) => list.scrollTo({ top }), (place - 3) * ROW_HEIGHT);
  const row = page.locator(`${ROW}[aria-posinset="${place}"]`);
  const subject = (await row.getAttribute("aria-label")) ?? "";
  if (rest > 0) {
    await row.hover();
    await sleep(rest);
  }
  return untilPainted(page, "click", () => row.click(), ...opened(subject));
};
await measure("open a message that the pointer rested on", () => openAt(HOVER), TIMES / 2);
await measure("open a message that nothing is held of", () => openAt(0), TIMES / 2);

await page.goto(`${instance.url}/email`);
await rows.first().click();
await page.locator(BODY).first().waitFor();
await waitUntilIdle();
await installStopwatch(page);
await measure("next message, by its key", async () => {
  const next = await page.evaluate((row) => {
    const all = [...document.querySelectorAll<HTMLElement>(row)];
    const open = all.findIndex((each) => each.hasAttribute("data-open"));
    return all[open + 1]?.getAttribute("aria-label") ?? "";
  }, ROW);
  return untilPainted(page, "keydown", () => page.keyboard.press("j"), ...opened(next));
});
await measure("archive the open conversation, by its key", async () => {
  const id = await page.locator(`${ROW}[data-open]`).getAttribute("data-email");
  return untilPainted(page, "keydown", () => page.keyboard.press("e"), {
    selector: `[data-email="${id}"]`,
    isAbsent: true,
  });
});

await page.goto(`${instance.url}/email?view=all`);
await rows.first().waitFor();
await installStopwatch(page);
const field = page.getByPlaceholder("Search emails...");
const first = `${ROW}[aria-posinset="1"]`;
/** A different search each time, because earlier results are cached. */
const search = (next: (index: number) => { words: string; number: number }) => {
  let index = 0;
  return async () => {
    const { words, number } = next(index++);
    const found = `Letter ${number}`;
    await field.fill("");
    await page.locator(first, { hasNotText: found }).waitFor();
    await waitUntilIdle();
    await field.fill(words.slice(0, -1));
    return untilPainted(page, "keydown", () => field.press(words.slice(-1)), {
      selector: first,
      text: found,
    });
  };
};
const numbered = (index: number) => 1000 + ((index * 7 + 1) % (MAILS - 1000));
const withZeppelin = (index: number) => 1000 * (1 + (index % Math.floor(MAILS / 1000)));
await measure(
  "search a word of one subject, from its last letter",
  search((index) => ({ words: `${numbered(index)}`, number: numbered(index) })),
);
await measure(
  "search a word of one body, from its last letter",
  search((index) => ({ words: `${withZeppelin(index)} zeppelin`, number: withZeppelin(index) })),
);

for (const [name, durations] of Object.entries(samples)) report(name, durations, requests[name]);
const floor = quantile(samples["  floor: a bare DOM change on the same page"] ?? [], 0.95);
for (const [name, durations] of Object.entries(samples))
  if (!name.startsWith(" "))
    console.log(`  ratio of p95, ${name}: ${(quantile(durations, 0.95) / floor).toFixed(2)}`);
await chrome.close();
await program.end();
await instance.remove();

async function fill(ada: string): Promise<void> {
  const owner = await openDatabase(instance);
  const took = await timed(() => fillMailbox(MAILS).fill(owner, ada));
  await owner.query("vacuum analyze emails");
  await owner.end();
  console.log(`${2 * MAILS} messages of twenty people written in ${(took / 1000).toFixed(0)} s`);
}
