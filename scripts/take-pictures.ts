import "./require-node-24.mjs";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Locator, type Page } from "@playwright/test";
import { PASSWORD, Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { launchOptions } from "./browser.ts";

// `node scripts/take-pictures.ts`: takes the pictures of the help and the README from the build with the sample workspace.

const IMAGES = resolve(import.meta.dirname, "../docs/images");
const QUALITY = 0.8;

type Picture = {
  address: string;
  prepare?(page: Page): Promise<void>;
  /** What a person waits for before they read the page. */
  shows(page: Page): Locator;
  theme?: "light" | "dark";
  isPhone?: boolean;
};

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** Name of the screenshot → its page, preparations there, and what it has to show. Those of the README are PNG files. */
const PICTURES: Record<string, Picture> = {
  "help/dashboard.webp": { address: "/", shows: text("AI-powered productivity hub") },
  "help/mail.webp": {
    address: "/email?look=split",
    prepare: async (page) => {
      await page.locator("[data-email]").first().waitFor();
      await press("j", "j")(page);
    },
    shows: (page) =>
      page
        .locator("[data-reader]")
        .getByText(/Everything else reads well/)
        .first(),
  },
  "help/calendar.webp": { address: "/calendar?view=week", shows: text("Leadership team") },
  "help/tasks.webp": { address: "/tasks", shows: text("Correct the margin") },
  "help/documents.webp": { address: "/documents", shows: text("Case study Porto") },
  "help/decisions.webp": {
    address: "/team?tab=decisions",
    shows: text("Ship firmware 4.2 in three steps"),
  },
  "help/messages.webp": {
    address: "/communication",
    prepare: press("j"),
    shows: text("60 days of notice"),
  },
  "help/briefing.webp": { address: "/daily-ops?generate=true", shows: text("Do first") },
  "help/assistant.webp": {
    address: "/ai-assistant?ask=What%20is%20due%20this%20week%3F",
    shows: text(/open tasks due this week/),
  },
  "help/keys.webp": { address: "/calendar", prepare: press("?"), shows: text("Show keyboard shortcuts") },
  "help/agents.webp": { address: "/settings?tab=api-keys", shows: text("Travel planner") },
  "help/health.webp": { address: "/admin/health", shows: text("Oldest pending job") },
  "help/backups.webp": { address: "/admin/backups", shows: text("On request") },
  "dashboard.png": { address: "/", theme: "dark", shows: text("AI-powered productivity hub") },
  "calendar.png": { address: "/calendar", shows: text("Events for") },
  "phone.png": { address: "/email?look=split", isPhone: true, shows: text("Clara Voss") },
};

const instance = await Instance.blank();
const program = await instance.start();
const chrome = await chromium.launch(launchOptions());
try {
  const account = { fullName: "Ada Lovelace", email: "ada@example.com" };
  await fetch(`${instance.url}/rpc/session.signUp`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: instance.url },
    body: JSON.stringify({ ...account, password: PASSWORD }),
  });
  const ada = await Person.signIn(instance.url, account);
  await ada.call("profile.setFirstSteps", { isDone: true });
  await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  await ada.call("backups.create", {});
  await ada.call("apiKeys.create", {
    ...{
      name: "Travel planner",
      scopes: ["read", "write"],
      toolGroups: ["calendar", "email"],
      isAgent: true,
    },
  });
  mkdirSync(join(IMAGES, "help"), { recursive: true });
  for (const [name, picture] of Object.entries(PICTURES)) {
    const page = await openPage(picture);
    await ada.signInPage(page);
    await page.goto(instance.url + picture.address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    await picture.prepare?.(page);
    await picture.shows(page).waitFor();
    await page.waitForLoadState("networkidle");
    await dismissToasts(page);
    const shot = await page.screenshot({ animations: "disabled", caret: "hide" });
    const bytes = name.endsWith(".webp") ? await toWebp(await chrome.newPage(), shot) : shot;
    writeFileSync(join(IMAGES, name), bytes);
    console.log(`${name}: ${bytes.length} bytes`);
    await page.context().close();
  }
} finally {
  await chrome.close();
  await program.end();
  await instance.remove();
}

async function openPage({ theme = "light", isPhone = false }: Picture): Promise<Page> {
  const context = await chrome.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    deviceScaleFactor: isPhone ? 2 : 1,
    ...(isPhone && { hasTouch: true, isMobile: true }),
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "Europe/Vienna",
  });
  await context.addInitScript((value) => localStorage.setItem("theme", value), theme);
  return context.newPage();
}

/** A message about the sample data would cover the page. */
async function dismissToasts(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Dismiss" });
  while ((await close.count()) > 0) await close.first().click();
}

/** The browser encodes WebP: no extra package for thirteen images. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(
    async ([data, quality]) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${data}`;
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = picture.naturalWidth;
      canvas.height = picture.naturalHeight;
      canvas.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    [png.toString("base64"), QUALITY] as const,
  );
  await page.close();
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}
