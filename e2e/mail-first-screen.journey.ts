import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";

const list = (page: Page) => page.getByRole("list", { name: "Conversations" });
const reader = (page: Page) => page.getByRole("region", { name: "Reader" });

/** The rows that are on the screen from top to bottom, and where the first of them begins. */
const rowsShown = (page: Page) =>
  list(page).evaluate((rows) => {
    const { top, bottom } = rows.getBoundingClientRect();
    const end = Math.min(bottom, innerHeight);
    const boxes = [...rows.querySelectorAll("[role=listitem]")].map((row) => row.getBoundingClientRect());
    const whole = boxes.filter((row) => row.top >= top && row.bottom <= end);
    return { whole: whole.length, first: whole[0]?.top ?? Number.POSITIVE_INFINITY };
  });

test.beforeEach(({ ada }) => ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" }));

test("the mail page shows fourteen conversations, and the reader beside them", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/email");
  await expect.poll(async () => (await rowsShown(page)).whole).toBeGreaterThanOrEqual(14);
  await expect(page.getByText("Manage your emails and templates with AI-powered assistance")).toBeVisible();
  await list(page).getByRole("listitem").nth(1).click();
  await expect(reader(page).getByRole("heading", { level: 2 })).toBeVisible();
  expect((await rowsShown(page)).whole).toBeGreaterThanOrEqual(14);
  const [rows, text] = [await list(page).boundingBox(), await reader(page).boundingBox()];
  expect(text?.x ?? 0).toBeGreaterThanOrEqual((rows?.x ?? 0) + (rows?.width ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(
    0,
  );
  await expectAccessible(page);
});

test("on a phone mail begins at the top; statistics are behind a button", async ({
  browser,
  instance,
  ada,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ baseURL: instance.url, ...phone });
  const page = await context.newPage();
  await ada.signInPage(page);
  await page.goto("/email");
  await expect(list(page).getByRole("listitem").first()).toBeVisible();
  expect((await rowsShown(page)).first).toBeLessThan(200);
  const statistics = page.getByRole("navigation", { name: "Statistics" });
  await expect(statistics).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Statistics and view" }).tap();
  await expect(page.getByText("Manage your emails and templates with AI-powered assistance")).toBeVisible();
  await statistics.getByRole("link", { name: /^Drafts/ }).tap();
  await expect(page.getByTitle("Part of the mailbox")).toContainText("Drafts");
  await expectAccessible(page);
  await context.close();
});

test("with type of twice the size the lines of a conversation have room", async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    }),
  );
  await page.goto("/email?look=split");
  const lines = list(page).getByRole("listitem").first().locator("> div");
  await expect(lines).toHaveCount(2);
  const heights = await lines.evaluateAll((both) =>
    both.map(
      (line) => line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).fontSize),
    ),
  );
  for (const height of heights) expect(height).toBeGreaterThan(1.2);
  const row = await list(page).getByRole("listitem").first().boundingBox();
  const [first, second] = [await lines.first().boundingBox(), await lines.last().boundingBox()];
  expect(first?.y ?? 0).toBeGreaterThanOrEqual(row?.y ?? 0);
  expect(second?.y ?? 0).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeGreaterThanOrEqual((second?.y ?? 0) + (second?.height ?? 0));
});
