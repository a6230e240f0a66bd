import type { Locator } from "@playwright/test";
import { openAtWidth, openUntilStill } from "./support/all-pages.ts";
import { expect, test } from "./support/fixtures.ts";
import { measure } from "./support/measure-page.ts";
import { measureText } from "./support/measure-text.ts";
import { expectNoOverflow } from "./support/phone.ts";
import { ROUTES } from "./support/routes.ts";

/** A phone and a laptop. */
const WIDTHS = [390, 1280];

/** As the server would write the document in a language whose lines run to the left; the words stay English. */
test.beforeEach(async ({ page }) => {
  await page.route("**", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    expect(body).toContain('dir="ltr"');
    await route.fulfill({ response, body: body.replace('dir="ltr"', 'dir="rtl"') });
  });
});

for (const [group, routes] of Object.entries(ROUTES))
  test(`${group}: from right to left nothing is too wide, and no words are cut or lie over others`, async ({
    page,
    grace,
  }) => {
    await grace.signInPage(page);
    for (const [address, title] of routes)
      for (const width of WIDTHS) {
        await openAtWidth(page, address, title, width, WIDTHS);
        await expectNoOverflow(page);
        const { cut, spilled } = await measure(page);
        expect
          .soft({ cut, spilled, ...(await measureText(page)) }, `${address} at ${width} px`)
          .toEqual({ cut: [], spilled: [], overlapping: [], clipped: [] });
      }
  });

const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x ?? Number.NaN;

test("navigation, toasts, switches, tabs and the days of a week are mirrored, and keys go where they point", async ({
  page,
  ada,
}) => {
  await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  await openUntilStill(page, "/calendar?view=week&date=2031-03-05", "Calendar");
  expect(await leftOf(page.getByRole("navigation").first())).toBeGreaterThan(640);
  const days = page.getByRole("columnheader").filter({ has: page.getByRole("button") });
  expect(await leftOf(days.first())).toBeGreaterThan(await leftOf(days.last()));
  const toasts = page.getByRole("status", { name: "Notifications" });
  const toastsLeft = () => toasts.evaluate((region) => region.getBoundingClientRect().left);
  // Beside the panel, which is at the left end there.
  const panel = await page.getByRole("complementary").last().boundingBox();
  expect(await toastsLeft()).toBeGreaterThanOrEqual((panel?.x ?? 0) + (panel?.width ?? Number.NaN));

  await openUntilStill(page, "/calendar?view=month&date=2031-03-05", "Calendar");
  await page.locator("[role=gridcell][aria-selected=true]").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("[role=gridcell][aria-selected=true]")).toHaveAttribute("data-day", "2031-03-06");

  await openUntilStill(page, "/daily-ops?tab=voice", "Daily Operations");
  expect(await toastsLeft()).toBe(16);
  const tabs = page.getByRole("tab");
  expect(await leftOf(tabs.first())).toBeGreaterThan(await leftOf(tabs.last()));
  const knob = page.getByRole("switch").first();
  await knob.click();
  await expect(knob).toBeChecked();
  // In pixels: scale and skew, then how far to the right, which is less than nothing.
  const transform = () => knob.evaluate((element) => getComputedStyle(element, "::before").transform);
  expect(await transform()).toBe("matrix(1, 0, 0, 1, -16, 0)");
  await tabs.first().click();
  await page.keyboard.press("ArrowLeft");
  await expect(tabs.nth(1)).toBeFocused();
});
