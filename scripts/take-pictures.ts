import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { launchOptions } from "./browser.ts";

// `node scripts/take-pictures.ts`: takes the screenshots of the help from the built product with the sample workspace.

const FOLDER = resolve(import.meta.dirname, "../docs/images/help");
const QUALITY = 0.8;

/** Name of the screenshot → its page, and preparations there. */
const PICTURES: Record<string, { address: string; prepare?(page: Page): Promise<void> }> = {
  dashboard: { address: "/" },
  mail: {
    address: "/email?look=split",
    prepare: async (page) => page.keyboard.press("j").then(() => page.keyboard.press("j")),
  },
  calendar: { address: "/calendar?view=week" },
  tasks: { address: "/tasks?view=board" },
  documents: { address: "/documents" },
  decisions: { address: "/team?tab=decisions" },
  messages: { address: "/communication", prepare: async (page) => page.keyboard.press("j") },
  briefing: { address: "/daily-ops?generate=true" },
  assistant: { address: "/ai-assistant?ask=What%20is%20due%20this%20week%3F" },
  keys: { address: "/calendar", prepare: async (page) => page.keyboard.press("?") },
  agents: { address: "/settings?tab=api-keys" },
  health: { address: "/admin/operations?tab=health" },
  backups: { address: "/admin/operations?tab=backups" },
};

const instance = await Instance.blank();
const program = await instance.start();
const chrome = await chromium.launch(launchOptions());
try {
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
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
  const page = await chrome.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "Europe/Vienna",
  });
  await ada.signInPage(page);
  await page.addInitScript(() => localStorage.setItem("theme", "light"));
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, picture] of Object.entries(PICTURES)) {
    await page.goto(instance.url + picture.address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    await picture.prepare?.(page);
    await page.waitForLoadState("networkidle");
    const shot = await page.screenshot({ animations: "disabled", caret: "hide" });
    const webp = await toWebp(await chrome.newPage(), shot);
    writeFileSync(join(FOLDER, `${name}.webp`), webp);
    console.log(`${name}: ${webp.length} bytes`);
  }
} finally {
  await chrome.close();
  await program.end();
  await instance.remove();
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
