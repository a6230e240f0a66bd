import type { Page } from "@playwright/test";
import { expectAccessible } from "./fixtures.ts";
import { expectNoOverflow, PHONE } from "./phone.ts";

const DESKTOP = { width: 1280, height: 800 };
/** The error that an unknown address logs itself (SHELL-23). */
const ANNOUNCED = /^404: there is no page at/;

/** All errors in the browser, including Content-Security-Policy violations. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !ANNOUNCED.test(message.text())) errors.push(message.text());
  });
  return errors;
}

/** Dark on a desktop, then light on a phone, without reloading the page: axe finds nothing, and nothing is too wide. */
export async function expectSound(page: Page): Promise<void> {
  for (const [theme, screen] of [
    ["dark", DESKTOP],
    ["light", PHONE],
  ] as const) {
    await page.setViewportSize(screen);
    await showTheme(page, theme);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(DESKTOP);
}

/** As the switch of the theme shows the page that is open. */
export async function showTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.classList.remove("light", "dark");
    document.documentElement.classList.add(chosen);
  }, theme);
  await waitForTransitions(page);
}

/** Colours can be measured only after their transitions. */
export const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
