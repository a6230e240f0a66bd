import { expect, expectAccessible, test } from "./support/fixtures.ts";

test("DAILY-02: a briefing is printed without the page frame", async ({ page, ada }) => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await ada.call("tasks.create", { title: "Renew the lease", dueDate: yesterday, priority: "urgent" });
  await page.goto("/daily-ops");
  await page.getByRole("button", { name: "Generate Briefing" }).click();
  await expect(page.getByText(/^1 task overdue: /)).toBeVisible();
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

test("the sample workspace fills every tab, on desktop in dark and on a phone in light theme", async ({
  page,
  ada,
}) => {
  await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
  for (const [theme, width, height] of [
    ["dark", 1280, 800],
    ["light", 360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    for (const [name, sign] of [
      ["briefing", /\d events? today|\d meetings? today/],
      ["weather", "Simulated"],
      ["traffic", "Simulated"],
      ["news", "Simulated"],
      ["notifications", "Mark Read"],
      ["voice", "Task created"],
    ] as const) {
      await page.goto(`/daily-ops?tab=${name}`);
      await expect(page.getByText(sign).first()).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(
        width,
      );
    }
  }
});
