import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { launchOptions } from "../scripts/browser.ts";
import { environment } from "./environment.ts";
import { quantile, report } from "./support/compare.ts";
import { endWithParent } from "./support/end-with-me.ts";

// Two Chromium pages on the production build: from pressing Enter on one to the message painted on the other. The
// floor, in the same run: two bare pages and a bare server that forwards posts. The stages are reported too, by the
// browsers' own clocks.

const TIMES = Number(environment.TIMES ?? 100);

const instance = await Instance.create();
const program = await instance.start();
endWithParent(instance.dataDir, program.process.pid);
const chrome = await chromium.launch(launchOptions());
const [ada, bob] = [await arrive("Ada Lovelace"), await arrive("Bob Carter")];
await ada.person.call("contacts.create", { contactName: "Bob", contactEmail: bob.person.email });
const { user } = await bob.person.call<{ user: { id: string } }>("session.current");
const { id } = await ada.person.call<{ id: string }>("conversations.openWith", { userId: user.id });
for (const { page } of [ada, bob]) {
  await page.goto(`${instance.url}/communication?conversation=${id}`);
  await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
}

const bare = fork(join(import.meta.dirname, "support/bare-streams.ts"));
const [{ port }] = (await once(bare, "message")) as [AddressInfo];
const [writer, reader] = [await ada.page.context().newPage(), await bob.page.context().newPage()];
for (const page of [writer, reader]) await page.goto(`http://127.0.0.1:${port}/`);
await writer.evaluate(() => {
  const field = document.body.appendChild(document.createElement("textarea"));
  field.setAttribute("aria-label", "Message");
  field.onkeydown = ({ key }) => {
    if (key === "Enter") void fetch("/say", { method: "POST", body: field.value });
  };
});

const measured: number[] = [];
const floor: number[] = [];
const stages: Stages[] = [];
for (let count = 0; count < TIMES; count += 1) {
  const sent = await sendMessage(ada.page, bob.page, `Message ${count} of many`);
  measured.push(sent.took);
  stages.push(await stagesOf(sent));
  floor.push((await sendMessage(writer, reader, `Bare ${count} of many`)).took);
}
report("a message, from Enter to painted at the other side", measured);
for (const stage of Object.keys(stages[0] ?? {}) as (keyof Stages)[])
  report(
    `  of it: ${stage}`,
    stages.map((each) => each[stage]),
  );
report("  floor: a bare server between two bare pages", floor);
console.log(`  ratio of p95 ${(quantile(measured, 0.95) / quantile(floor, 0.95)).toFixed(2)}`);
await chrome.close();
bare.kill();
await program.end();
await instance.remove();

async function arrive(fullName: string): Promise<{ person: Person; page: Page }> {
  const person = await Person.signUp(instance.url, fullName);
  const page = await (await chrome.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await person.signInPage(page);
  await page.addInitScript(recordAnnouncements);
  return { person, page };
}

type Watch = { pressed: Promise<number>; painted: Promise<number>; rendered: number; announced: number };
type MessageTiming = { took: number; pressed: number; painted: number };
type Stages = Record<"asked" | "accepted" | "told" | "there" | "painted", number>;

/** Records when messages were last announced to the page. */
function recordAnnouncements(): void {
  const Real = EventSource;
  globalThis.EventSource = class extends Real {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener("message", ({ data }) => {
        if (String(data).includes('"messages"'))
          (globalThis as typeof globalThis & Watch).announced = performance.timeOrigin + performance.now();
      });
    }
  };
}

/** The time from each stage to the next, by the clock of the page where it happened. */
async function stagesOf({ pressed, painted }: MessageTiming): Promise<Stages> {
  const sent = await ada.page.evaluate(lastRequest, "messages.send");
  const { announced, there } = await bob.page.evaluate(() => {
    const { announced, rendered: there } = globalThis as typeof globalThis & Watch;
    return { announced, there };
  });
  return {
    asked: sent.startedAt - pressed,
    accepted: sent.endedAt - sent.startedAt,
    told: announced - sent.startedAt,
    // The announcement carries the message: nothing is read for it.
    there: there - announced,
    painted: painted - there,
  };
}

function lastRequest(name: string): { startedAt: number; endedAt: number } {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const last = entries.filter((each) => each.name.endsWith(name)).at(-1);
  performance.clearResourceTimings();
  const at = (time = 0) => performance.timeOrigin + time;
  return { startedAt: at(last?.startTime), endedAt: at(last?.responseEnd) };
}

/** Both pages are on this machine and share one clock. */
async function sendMessage(from: Page, to: Page, words: string): Promise<MessageTiming> {
  await to.evaluate(watchFor, words);
  await from.bringToFront();
  await from.getByRole("textbox", { name: "Message", exact: true }).fill(words);
  await from.evaluate(() => {
    const watch = globalThis as typeof globalThis & Watch;
    watch.pressed = new Promise((resolve) => {
      const onKeyDown = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp);
      addEventListener("keydown", onKeyDown, { once: true, capture: true });
    });
  });
  await from.keyboard.press("Enter");
  const pressed = await from.evaluate(() => (globalThis as typeof globalThis & Watch).pressed);
  const painted = await to.evaluate(() => (globalThis as typeof globalThis & Watch).painted);
  return { took: painted - pressed, pressed, painted };
}

/** The text is painted by the frame after the one that contains it. */
function watchFor(words: string): void {
  const watch = globalThis as typeof globalThis & Watch;
  watch.painted = new Promise((resolve) => {
    const isThere = () => [...document.querySelectorAll("p")].some((each) => each.textContent === words);
    const check = () => {
      if (!isThere()) return;
      observer.disconnect();
      watch.rendered = performance.timeOrigin + performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
