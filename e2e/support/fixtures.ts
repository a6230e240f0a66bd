import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { Person } from "./person.ts";
import { Instance } from "./product.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * The fixtures of a journey. `page` opens addresses of a running production server, which the journeys of one worker
 * share; a journey that uses `ada` gets a new empty account signed in there. `grace` is an administrator with the sample
 * workspace, whom all journeys of one file share: they look at her pages and change nothing that another one reads.
 */
export const test = base.extend<
  { ada: Person; grace: Person },
  { instance: Instance; graceOf: (file: string) => Promise<Person> }
>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const instance = await Instance.create();
      const program = await instance.start();
      await Person.signUp(instance.url, "Administrator, who came first");
      await use(instance);
      await program.end();
      await instance.remove();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ instance }, use) => use(instance.url),
  ada: async ({ instance, page }, use) => {
    const ada = await Person.signUp(instance.url, "Ada Lovelace");
    await ada.signInPage(page);
    await use(ada);
  },
  graceOf: [
    async ({ instance }, use) => {
      const made = new Map<string, Person>();
      await use(async (file) => {
        const grace = made.get(file) ?? (await administratorWithSample(instance));
        made.set(file, grace);
        return grace;
      });
    },
    { scope: "worker" },
  ],
  grace: async ({ graceOf }, use, { file }) => use(await graceOf(file)),
});

/** Has the role that opens every page, and something to show on each. It takes six seconds of a processor. */
async function administratorWithSample(instance: Instance): Promise<Person> {
  const grace = await Person.signUp(instance.url, "Grace Hopper");
  await instance.command(["set-role", grace.email, "admin"]);
  await grace.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  return grace;
}

export { expect };

/**
 * Checks or unchecks a control. The page updates the mark itself, slightly after the click where it depends on the URL
 * or a response.
 */
export async function tick(control: Locator, isOn = true): Promise<void> {
  if ((await control.isChecked()) !== isOn) await control.click();
  await expect(control).toBeChecked({ checked: isOn });
}

/** Undoes the action of a toast: among several, in the order of the responses, the one with this text. */
export async function undo(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole("status", { name: "Notifications" }).locator("[data-kind]");
  await toasts.filter({ hasText: text }).getByRole("button", { name: "Undo" }).last().click();
}

/** Closes the toast with this text, as a person does whose next button is under it. */
export async function dismiss(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole("status", { name: "Notifications" }).locator("[data-kind]");
  await toasts.filter({ hasText: text }).getByRole("button", { name: "Dismiss" }).click();
}

/** Fails for serious or critical axe violations on the current page, with the rule and the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(waitForAnimations);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const problems = await page.evaluate(async () => {
    const { axe } = globalThis as typeof globalThis & { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  });
  expect(problems).toEqual([]);
}

/** Resolves when entry animations have ended: half-faded text has no contrast to check. */
async function waitForAnimations(): Promise<void> {
  const arrivals = document
    .getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
  await Promise.allSettled(arrivals.map(({ finished }) => finished));
}
