import { chromium, type Request } from "@playwright/test";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { launchOptions } from "../scripts/browser.ts";
import { quantile, report, timed } from "./support/compare.ts";

// The month view in Chromium on the production build with 5,000 events, 500 of them series: from the click on 'Next' to the
// paint after the first frame in which an event of that month is on screen. The floor is a bare DOM change on the same page.

const TIMES = 12;
const DAY = 86_400_000;
const RULES = [
  "FREQ=WEEKLY",
  "FREQ=DAILY;COUNT=60",
  "FREQ=MONTHLY",
  "FREQ=WEEKLY;BYDAY=MO,TH",
  "FREQ=YEARLY",
];
const today = Math.floor(Date.now() / DAY) * DAY;
const written = Array.from({ length: 5000 }, (_, number) => {
  const at = new Date(today + ((number * 37) % 730) * DAY - 365 * DAY + (number % 10) * 3_600_000);
  return [
    "BEGIN:VEVENT",
    `UID:${number}@bench.example`,
    `DTSTART;TZID=Europe/Berlin:${at
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, "")
      .slice(0, 15)}`,
    "DURATION:PT1H",
    ...(number % 10 === 0 ? [`RRULE:${RULES[(number / 10) % RULES.length]}`] : []),
    `SUMMARY:Meeting ${number}`,
    "END:VEVENT",
  ].join("\r\n");
});
const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//EN", ...written, "END:VCALENDAR", ""].join(
  "\r\n",
);

const instance = await Instance.create();
const program = await instance.start();
const ada = await Person.signUp(instance.url, "Ada Lovelace");
report("import of 5,000 events with 500 series, over HTTP", [
  await timed(() => ada.call("calendarFiles.import", { text })),
]);
const chrome = await chromium.launch(launchOptions());
const page = await (await chrome.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await ada.signInPage(page);
const CHIP = "[role=grid] [data-event]";
report("first opening of the month, to its first event", [
  await timed(async () => {
    await page.goto(`${instance.url}/calendar?view=month`);
    await page.locator(CHIP).first().waitFor();
  }),
]);
const underway = new Set<Request>();
page.on("request", (request) => {
  if (request.url().includes("/rpc/")) underway.add(request);
});
page.on("requestfinished", (request) => {
  underway.delete(request);
});
page.on("requestfailed", (request) => {
  underway.delete(request);
});
await waitUntilIdle();
await page.evaluate(installStopwatch);
const [floor, months, unread]: [number[], number[], number[]] = [[], [], []];
for (let count = 0; count < TIMES; count += 1) {
  floor.push(await clicked("[data-bench-floor-button]", "floor"));
  months.push(await next());
  // The month after the next one is not loaded yet.
  unread.push(await next());
  await waitUntilIdle();
}
report("click to the painted month of about 1,000 events", months);
report("  one month further at once, which was not read yet", unread);
report("  floor: a bare DOM change on the same page", floor);
console.log(`  ratio of p95: ${(quantile(months, 0.95) / quantile(floor, 0.95)).toFixed(2)}`);
await chrome.close();
await program.end();
await instance.remove();

async function next(): Promise<number> {
  const title = await page.getByRole("grid").getAttribute("aria-label");
  return clicked("button[aria-label='Next month']", title ?? "");
}

/** Waits for a pause in requests: 'networkidle' fires only once in the life of a page. */
async function waitUntilIdle(): Promise<void> {
  for (let still = 0; still < 6; still = underway.size === 0 ? still + 1 : 0) await page.waitForTimeout(50);
}

/** Milliseconds from the click event until the new content is painted. */
async function clicked(button: string, before: string): Promise<number> {
  await page.evaluate(
    ([month, chips]) =>
      (globalThis as typeof globalThis & Stopwatch).startStopwatch(month ?? "", chips ?? ""),
    [before, CHIP],
  );
  await page.locator(button).first().click();
  return page.evaluate(() => (globalThis as typeof globalThis & Stopwatch).stopwatch);
}

type Stopwatch = { startStopwatch(before: string, chips: string): void; stopwatch: Promise<number> };

function installStopwatch(): void {
  const watch = globalThis as typeof globalThis & Stopwatch;
  const button = document.createElement("button");
  button.dataset.benchFloorButton = "";
  button.textContent = "Floor";
  Object.assign(button.style, { position: "fixed", zIndex: "1000", insetBlockEnd: "0", insetInlineEnd: "0" });
  const mark = document.createElement("div");
  button.onclick = () => document.body.append(mark);
  document.body.append(button);
  watch.startStopwatch = (before, chips) => {
    mark.remove();
    const grid = () => document.querySelector("[role=grid]");
    const isSeen = () =>
      before === "floor"
        ? mark.isConnected
        : grid()?.getAttribute("aria-label") !== before && document.querySelector(chips) !== null;
    watch.stopwatch = new Promise((stop) => {
      const onEvent = ({ timeStamp }: Event) => {
        const check = () => {
          if (!isSeen()) return requestAnimationFrame(check);
          const painted = new MessageChannel();
          painted.port1.onmessage = () => stop(performance.now() - timeStamp);
          return painted.port2.postMessage(null);
        };
        requestAnimationFrame(check);
      };
      addEventListener("click", onEvent, { once: true, capture: true });
    });
  };
}
