import type { Page } from "@playwright/test";
import { launchOptions } from "../scripts/browser.ts";
import { openAtWidth, openUntilStill } from "./support/all-pages.ts";
import { expect, test } from "./support/fixtures.ts";
import { dialog } from "./support/locators.ts";
import { measure, untilStill } from "./support/measure-page.ts";
import { measureIcons, measureText } from "./support/measure-text.ts";
import type { Person } from "./support/person.ts";
import { ROUTES } from "./support/routes.ts";

/** The size of type that a person chose in the browser; widths in `em` of style sheets follow it too. */
test.use({ launchOptions: launchOptions("--blink-settings=defaultFontSize=32") });

/** A phone, a laptop, and a screen on which the pages have all their columns at this size. */
const WIDTHS = [390, 1280, 2560];
const TWICE_THE_SMALLEST = 21.5;

type Appearance = { density: "compact" | "comfortable"; theme: "dark" | "light" };

async function setAppearance(page: Page, person: Person, { density, theme }: Appearance): Promise<void> {
  const { version } = await person.call<{ version: number }>("profile.get");
  await person.call("profile.update", { version, density });
  await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
}

async function expectLegible(page: Page, what: string): Promise<void> {
  const { cut, spilled } = await measure(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect
    .soft(
      {
        cut,
        spilled,
        tooWide: Math.max(tooWide, 0),
        ...(await measureText(page)),
        icons: await measureIcons(page, TWICE_THE_SMALLEST),
      },
      what,
    )
    .toEqual({ cut: [], spilled: [], tooWide: 0, overlapping: [], clipped: [], icons: [] });
}

for (const [index, [group, routes]] of Object.entries(ROUTES).entries())
  test(`${group}: at 200 % type no words are cut or lie over others, nothing is too wide, and icons grow`, async ({
    page,
    grace,
  }) => {
    await grace.signInPage(page);
    // Two groups in each density and in each theme.
    await setAppearance(page, grace, {
      density: index % 2 === 0 ? "compact" : "comfortable",
      theme: index < 2 ? "dark" : "light",
    });
    for (const [address, title] of routes)
      for (const width of WIDTHS) {
        await openAtWidth(page, address, title, width, WIDTHS);
        await expectLegible(page, `${address} at ${width} px`);
      }
  });

/** The dialog that a key or an address opens on a page. */
const DIALOGS = [
  ["/tasks?create=task", "Task Management"],
  ["/tasks?tab=projects&create=project", "Task Management"],
  ["/calendar?create=event", "Calendar"],
  ["/email?compose=true", "Email Management"],
  ["/team?create=invitation", "Team Collaboration"],
  ["/team?create=decision&tab=decisions", "Team Collaboration"],
] as const;

test("dialogs and the composer: the same, in the dark and compact", async ({ page, grace }) => {
  await grace.signInPage(page);
  await setAppearance(page, grace, { density: "compact", theme: "dark" });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [address, title] of DIALOGS) {
      await openUntilStill(page, address, title);
      await expect(dialog(page)).toBeVisible();
      await untilStill(page);
      await expectLegible(page, `${address} at ${width} px`);
    }
  }
});
