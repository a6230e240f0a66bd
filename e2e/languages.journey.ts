import type { Page } from "@playwright/test";
import { OPENED_BY_WIDTH } from "./support/all-pages.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { measure, untilStill, WIDTHS } from "./support/measure-page.ts";
import type { Person } from "./support/person.ts";
import { expectNoOverflow } from "./support/phone.ts";
import { ROUTES } from "./support/routes.ts";

const LANGUAGES = ["de", "fr", "es"] as const;
const EXTREMES = [Math.min(...WIDTHS), Math.max(...WIDTHS)];

async function choose(person: Person, language: string): Promise<void> {
  const { version } = await person.call<{ version: number }>("profile.get");
  await person.call("profile.update", { language, version });
}

test("a person chooses the language of the pages, with its dates and numbers, and goes back", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=profile");
  await page.getByLabel("Language of the pages").selectOption("Deutsch");
  await expect(page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await expectAccessible(page);
  await page.goto("/");
  await expect(page.getByText("6,5 h", { exact: true })).toBeVisible();
  await ada.call("tasks.create", { title: "Sign the lease", dueDate: "2031-03-05T15:00:00Z" });
  await page.getByRole("link", { name: "Aufgaben", exact: true }).click();
  await expect(page.getByText("Sign the lease")).toBeVisible();
  await expect(page.getByText(/05\. März 2031/).first()).toBeVisible();
  await page.goto("/settings?tab=profile");
  await page.getByLabel("Sprache der Seiten").selectOption("Wie im Browser");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

test("who is not signed in sees the language of their browser", async ({ browser, instance }) => {
  for (const [locale, words] of [
    ["fr-CA", "Se connecter"],
    ["es-MX", "Iniciar sesión"],
    ["de-AT", "Anmelden"],
    ["nl-NL", "Sign In"],
  ] as const) {
    const context = await browser.newContext({ baseURL: instance.url, locale });
    const page = await context.newPage();
    await page.goto("/auth");
    await expect(page.getByRole("button", { name: words, exact: true }).first()).toBeVisible();
    await context.close();
  }
});

for (const [group, routes] of Object.entries(ROUTES))
  test(`${group}: no cut text, nothing too wide, in German at four widths, in French and Spanish at two`, async ({
    page,
    grace,
  }) => {
    await grace.signInPage(page);
    // A hundred pages, on a machine with half the speed too.
    test.slow();
    for (const language of LANGUAGES) {
      await choose(grace, language);
      for (const [address] of routes) await expectRoom(page, address, language);
    }
  });

async function expectRoom(page: Page, address: string, language: string): Promise<void> {
  // German has the longest words; the others are measured where the least and the most fits beside each other.
  const widths = language === "de" ? WIDTHS : EXTREMES;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const isOpened = width === widths[0] || OPENED_BY_WIDTH.test(address);
    if (isOpened) {
      await page.goto(address);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.locator("h1").first()).toBeAttached();
    }
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await untilStill(page, isOpened ? "loaded" : "resized");
    await expectNoOverflow(page);
    const { cut, spilled } = await measure(page);
    expect
      .soft({ cut, spilled }, `${address} in ${language} at ${width} px`)
      .toEqual({ cut: [], spilled: [] });
  }
}
