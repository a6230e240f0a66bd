import "./require-node-24.mjs";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type APIResponse, type BrowserContext, chromium, type Page, type Route } from "@playwright/test";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { ROUTES } from "../e2e/support/routes.ts";
import { launchOptions } from "./browser.ts";

// `node scripts/take-sheets.ts FOLDER [PART …]`: photographs each page of the build (or those with a PART in their address) in
// four states, both themes, on a phone and a desktop, and puts eight pictures on each sheet (docs/design.md).

const [folder = ".cache/sheets", ...parts] = process.argv.slice(2);
const FOLDER = resolve(folder);
const PICTURES = join(FOLDER, "pictures");

const STATES = ["full", "empty", "loading", "failing"] as const;
type State = (typeof STATES)[number];
const THEMES = ["dark", "light"] as const;
type Device = { name: string; width: number; height: number; isPhone: boolean; scale: number };
/** `scale` is that of a picture on its sheet. */
const DEVICES: readonly Device[] = [
  { name: "desk", width: 1280, height: 900, isPhone: false, scale: 0.43 },
  { name: "phone", width: 390, height: 844, isPhone: true, scale: 0.9 },
];
/** Milliseconds after which a page has loaded what it can, and after which what it waits for will not come. */
const WAIT_MS = { full: 700, empty: 700, loading: 900, failing: 3_000 };

const LONGEST_MS = 8_000;

/** What the server answers when something unexpected has failed. */
const FAILURE = {
  error: {
    code: "internal",
    message: "Something went wrong on our side. Nothing was changed.",
    requestId: "-",
  },
};
const FAILED = { status: 500, contentType: "application/json", body: JSON.stringify(FAILURE) };
/** Without these there is no page that could load or fail. */
const IS_FRAME = /^(session|system|mailPreferences|profile)\./;

const instance = await Instance.blank();
const program = await instance.start();
const chrome = await chromium.launch(launchOptions());
try {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(PICTURES, { recursive: true });
  const full = await administrator("Ada Lovelace");
  const empty = await administrator("Bob Carter");
  await full.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  const addresses = (await addressesOf(full)).filter(
    (address) => parts.length === 0 || parts.some((part) => address.includes(part)),
  );
  await Promise.all(DEVICES.map((device) => takeAll(device, addresses, { full, empty })));
  console.log(`${addresses.length} pages, sheets in ${FOLDER}`);
} finally {
  await chrome.close();
  await program.end();
  await instance.remove();
}

async function administrator(fullName: string): Promise<Person> {
  const person = await Person.signUp(instance.url, fullName);
  await instance.command(["set-role", person.email, "admin"]);
  await person.call("profile.setFirstSteps", { isDone: true });
  return person;
}

async function addressesOf(person: Person): Promise<string[]> {
  const [document] = (await person.call<{ items: { id: string }[] }>("documents.list")).items;
  const [project] = (await person.call<{ items: { id: string }[] }>("projects.list")).items;
  const lists = Object.values(ROUTES).flatMap((routes) => routes.map(([address]) => address));
  return [...lists, `/documents/${document?.id}`, `/tasks/projects/${project?.id}`];
}

async function takeAll(
  device: Device,
  addresses: readonly string[],
  people: Record<"full" | "empty", Person>,
): Promise<void> {
  const pages = new Map<State, Page>();
  for (const state of STATES) pages.set(state, await openPage(device, state, people));
  const sheets = await chrome.newPage();
  for (const address of addresses) {
    const name =
      address
        .replaceAll(/[0-9a-f-]{36}/g, "one")
        .replaceAll(/\W+/g, "-")
        .replace(/^-|-$/g, "") || "dashboard";
    for (const [state, page] of pages) {
      await page.goto(instance.url + address);
      await page.locator("main").first().waitFor({ state: "attached" });
      await page.waitForTimeout(WAIT_MS[state]);
      if (state === "full" || state === "empty") await untilLoaded(page);
      for (const theme of THEMES) await takePicture(page, theme, `${name}-${device.name}-${state}-${theme}`);
    }
    await takeSheet(sheets, device, `${name}-${device.name}`);
  }
}

async function openPage(
  { width, height, isPhone }: Device,
  state: State,
  people: Record<"full" | "empty", Person>,
): Promise<Page> {
  const context = await chrome.newContext({
    viewport: { width, height },
    ...(isPhone && { hasTouch: true, isMobile: true }),
    ...{ reducedMotion: "reduce", locale: "en-US", timezoneId: "Europe/Vienna" },
  });
  const page = await context.newPage();
  await people[state === "empty" ? "empty" : "full"].signInPage(page);
  if (state === "loading" || state === "failing") await interrupt(context, state);
  return page;
}

/** Reads of the page are never answered, or fail; those that came with its document are taken out of it. */
async function interrupt(context: BrowserContext, state: "loading" | "failing"): Promise<void> {
  await context.route("**/*", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "document") return route.fulfill(await withoutAnswers(route));
    // Of a lost request each read is sent by itself.
    if (pathname === "/rpc") return route.abort();
    if (!pathname.startsWith("/rpc/") || IS_FRAME.test(pathname.slice(5))) return route.continue();
    if (state === "failing") return route.fulfill(FAILED);
  });
}

async function withoutAnswers(route: Route): Promise<{ response: APIResponse; body: string }> {
  const response = await route.fetch();
  const body = (await response.text()).replace(
    /(id="page-data">)(.*?)(<\/script>)/s,
    (_all, start: string, before: string, end: string) => {
      const data = JSON.parse(before) as { answers?: Record<string, unknown> };
      const answers = Object.entries(data.answers ?? {}).filter(([name]) => IS_FRAME.test(name));
      const text = JSON.stringify({ ...data, answers: Object.fromEntries(answers) });
      return start + text.replaceAll("<", "\\u003c") + end;
    },
  );
  return { response, body };
}

/** Until no placeholder is left. */
async function untilLoaded(page: Page): Promise<void> {
  const isLoaded = () => document.querySelector(".after-a-moment") === null;
  // A page that is not loaded by then is photographed as it is.
  await page.waitForFunction(isLoaded, undefined, { timeout: LONGEST_MS }).catch(() => undefined);
}

async function takePicture(page: Page, theme: string, name: string): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.classList.remove("light", "dark");
    document.documentElement.classList.add(chosen);
  }, theme);
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled", caret: "hide" });
}

/** A column for each theme on a desktop, a row on a phone: no side is longer than 1,568 pixels. */
async function takeSheet(page: Page, { width, height, isPhone, scale }: Device, name: string): Promise<void> {
  const image = (state: State, theme: string) =>
    `<img src="pictures/${name}-${state}-${theme}.png" width="${Math.floor(width * scale)}">`;
  const images = isPhone
    ? THEMES.flatMap((theme) => STATES.map((state) => image(state, theme)))
    : STATES.flatMap((state) => THEMES.map((theme) => image(state, theme)));
  const columns = isPhone ? STATES.length : THEMES.length;
  const style = `margin:0;display:inline-grid;gap:8px;background:#888;grid-template-columns:repeat(${columns},auto)`;
  const file = join(FOLDER, `${name}.html`);
  writeFileSync(file, `<!doctype html><body style="margin:0"><div style="${style}">${images.join("")}</div>`);
  await page.goto(`file://${file}`);
  await page.setViewportSize({ width: columns * Math.floor(width * scale) + 8 * (columns - 1), height });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
  rmSync(file);
}
