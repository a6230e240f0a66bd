import { chromium, type Page } from "@playwright/test";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { launchOptions } from "../scripts/browser.ts";
import { quantile, report } from "./support/compare.ts";
import { fillTasks } from "./support/fill-areas.ts";
import { openDatabase } from "./support/people.ts";

// Real key presses in Chromium on the production build with 10,000 tasks: from the input event to the paint after the
// first frame in which the change can be seen, 50 times each. The floor is a bare DOM change on the same page.

const TIMES = 50;
const TASKS = 10_000;

const instance = await Instance.create();
const program = await instance.start();
const ada = await Person.signUp(instance.url, "Ada Lovelace");
const { user } = await ada.call<{ user: { id: string } }>("session.current");
const owner = await openDatabase(instance);
await fillTasks(TASKS).fill(owner, user.id);
await owner.query("vacuum analyze tasks");
await owner.end();

const chrome = await chromium.launch(launchOptions());
const page = await (await chrome.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await ada.signInPage(page);
await page.goto(`${instance.url}/tasks?view=list`);
await page
  .getByText(/^Task \d+$/)
  .first()
  .waitFor();
await page.evaluate(installStopwatch);

const floor = await repeat(async () => press(page, "F9", "[data-bench-floor]"));
const dialog = await repeat(async () => {
  const took = await press(page, "c", "dialog[open] input, [aria-modal=true] input");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Create Task" }).waitFor({ state: "hidden" });
  return took;
});
let created = 0;
const create = await repeat(async () => {
  await page.keyboard.press("c");
  created += 1;
  await page.getByLabel("Title").fill(`Created ${created}`);
  // Due before all others, so that its row is the first of the list.
  const due = new Date(Date.UTC(2020, 0, 1) - created * 86_400_000);
  await page.getByRole("dialog").getByLabel("Due date").fill(due.toISOString().slice(0, 10));
  const took = await press(page, "Enter", `text:Created ${created}`);
  await page.getByRole("dialog", { name: "Create Task" }).waitFor({ state: "hidden" });
  return took;
});
report("open the Create Task dialog", dialog);
report("create a task, to its row among 10,000", create);
report("  floor: a bare DOM change on the same page", floor);
for (const [name, samples] of Object.entries({ dialog, create }))
  console.log(`  ratio of p95, ${name}: ${(quantile(samples, 0.95) / quantile(floor, 0.95)).toFixed(2)}`);
await chrome.close();
await program.end();
await instance.remove();

async function repeat(act: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < TIMES; count += 1) samples.push(await act());
  return samples;
}

/** Presses the key; returns the milliseconds from its event until the elements matching `seen` are painted. */
async function press(on: Page, key: string, seen: string): Promise<number> {
  await on.evaluate((target) => (globalThis as typeof globalThis & Stopwatch).startStopwatch(target), seen);
  await on.keyboard.press(key);
  return on.evaluate(() => (globalThis as typeof globalThis & Stopwatch).stopwatch);
}

type Stopwatch = { startStopwatch(seen: string): void; stopwatch: Promise<number> };

function installStopwatch(): void {
  const watch = globalThis as typeof globalThis & Stopwatch;
  const isSeen = (target: string) =>
    target.startsWith("text:")
      ? [...document.querySelectorAll("main *")].some((element) => element.textContent === target.slice(5))
      : document.querySelector(target) !== null;
  addEventListener("keydown", ({ key }) => {
    if (key !== "F9") return;
    const mark = document.createElement("div");
    mark.dataset.benchFloor = "";
    document.body.append(mark);
  });
  watch.startStopwatch = (target) => {
    document.querySelector("[data-bench-floor]")?.remove();
    watch.stopwatch = new Promise((stop) => {
      const onEvent = ({ timeStamp }: Event) => {
        const check = () => {
          if (!isSeen(target)) return requestAnimationFrame(check);
          const painted = new MessageChannel();
          painted.port1.onmessage = () => stop(performance.now() - timeStamp);
          return painted.port2.postMessage(null);
        };
        requestAnimationFrame(check);
      };
      addEventListener("keydown", onEvent, { once: true, capture: true });
    });
  };
}
