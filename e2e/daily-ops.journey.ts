import { expect, expectAccessible, test } from "./support/fixtures.ts";

test("DAILY-02: a briefing is printed without the page frame", async ({ page, ada }) => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await ada.call("tasks.create", { title: "Renew the lease", dueDate: yesterday, priority: "urgent" });
  await page.goto("/daily-ops");
  await page.getByRole("button", { name: "Generate Briefing" }).click();
  await expect(page.getByRole("region", { name: "Do first" })).toContainText("'Renew the lease'");
  await expect(page.getByText(/^1 task overdue: /)).toBeHidden();
  await expectAccessible(page);
  await page.evaluate(() => {
    window.print = () => void document.body.toggleAttribute("data-printed");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printed]")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("tablist")).toBeHidden();
  await expect(page.getByText(/^1 task overdue: /)).toBeVisible();
});
