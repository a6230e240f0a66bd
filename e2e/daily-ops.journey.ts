import { expect, expectAccessible, test } from "./support/fixtures.ts";

test("DAILY-02: a briefing is printed without the frame around it", async ({ page, ada }) => {
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

test("DAILY-09, DAILY-17, DAILY-30: ten articles, the relevant ones marked; a failed read is told and tried again", async ({
  page,
  ada,
}) => {
  const { items } = await ada.call<{ items: { title: string; relevanceScore: number }[] }>("news.refresh");
  await page.goto("/daily-ops?tab=news");
  const articles = page.getByRole("list", { name: "Articles" }).getByRole("listitem");
  await expect(articles).toHaveCount(10);
  for (const { title, relevanceScore } of items) {
    const marks = articles.filter({ hasText: title }).getByText("High Relevance");
    await expect(marks).toHaveCount(relevanceScore > 0.7 ? 1 : 0);
  }
  await expect(page.getByText("Simulated")).toHaveCount(10);
  await articles.first().locator("summary").press("Enter");
  await expect(articles.first().getByText(/^Relevance \d+%/)).toBeVisible();
  await page.getByRole("button", { name: "Sources" }).click();
  const sources = page.getByRole("dialog", { name: "News sources" });
  await sources.getByLabel("Add a feed").fill("ftp://news.example");
  await sources.getByLabel("Add a feed").press("Enter");
  await expect(sources.getByText("This is not a web address")).toBeVisible();
  await sources.getByLabel("Your interests").fill("shipping, boards");
  await sources.getByLabel("Your interests").press("Enter");
  await expect(page.getByText("Interests saved. Your articles are being re-rated")).toBeVisible();
  await expectAccessible(page);
  await sources.getByRole("button", { name: "Done" }).click();
  await expectAccessible(page);
  await page.route("**/rpc/news.list", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Failed to load daily operations data")).toBeVisible();
  await page.unroute("**/rpc/news.list");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(articles).toHaveCount(10);
});

for (const theme of ["dark", "light"])
  test(`the sample workspace fills every tab, on a desk and on a phone, ${theme}`, async ({ page, ada }) => {
    await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    for (const [name, sign] of [
      ["briefing", /\d events? today|\d meetings? today/],
      ["weather", "Simulated"],
      ["traffic", "Simulated"],
      ["news", "Simulated"],
      ["notifications", "Mark Read"],
      ["voice", "Task created"],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/daily-ops?tab=${name}`);
      await expect(page.getByText(sign).first()).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(360);
    }
  });
