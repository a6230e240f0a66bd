import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const GREETING =
  "Good morning! I'm your AI executive assistant. How can I help you be more productive today?";
const ACKNOWLEDGEMENT = "I understand your request. Let me help you with that right away.";

const cards = (page: Page) =>
  page.getByRole("region", { name: "Executive Dashboard" }).getByRole("list").first().locator("> li");

test("DASH-01 to DASH-04, DASH-10, DASH-30, DASH-36 to DASH-40: the banner shows the time, the chat answers in 1 s", async ({
  page,
  ada: _ada,
}) => {
  // Leaves most of a minute for checks within the same minute.
  await page.clock.install({ time: new Date("2026-03-05T09:41:03+01:00") });
  await page.goto("/");
  await test.step("DASH-10, DASH-30: the cards appear 100 ms apart", async () => {
    await expect(cards(page)).toHaveCount(10);
    for (let index = 0; index < 10; index += 1)
      await expect(cards(page).nth(index)).toHaveCSS("animation-delay", `${index / 10}s`);
  });
  await test.step("DASH-01 to DASH-04 (decision 6): greeting, time and long date", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good morning, Executive");
    await expect(page.getByText("Welcome back to your AI-powered productivity hub")).toBeVisible();
    await expect(page.getByText("9:41 AM")).toBeVisible();
    await expect(page.getByText("Thursday, March 5, 2026")).toBeVisible();
    await page.clock.fastForward("01:00");
    await expect(page.getByText("9:42 AM")).toBeVisible();
    for (const [hours, words] of [
      ["03:00:00", "Good afternoon, Executive"],
      ["06:00:00", "Good evening, Executive"],
    ] as const) {
      await page.clock.fastForward(hours);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words);
    }
  });

  const chat = page.getByRole("region", { name: "AI Assistant" });
  const messages = chat.getByRole("log").getByRole("paragraph");
  const line = chat.getByRole("textbox");
  await test.step("DASH-31, DASH-36: a panel with one greeting, below the cards", async () => {
    await expect(messages).toHaveText([`Assistant: ${GREETING}`]);
    const [above, below] = await Promise.all([cards(page).last().boundingBox(), chat.boundingBox()]);
    expect(below?.y).toBeGreaterThan((above?.y ?? Number.NaN) + (above?.height ?? Number.NaN));
  });
  await test.step("DASH-37 to DASH-40: Enter sends, and a second later it is acknowledged", async () => {
    await page.clock.pauseAt(new Date("2026-03-05T19:00:00+01:00"));
    await line.fill("  Plan my day ");
    await line.press("Enter");
    await page.clock.runFor(10);
    await expect(messages).toHaveText([`Assistant: ${GREETING}`, "You: Plan my day"]);
    await expect(line).toHaveValue("");
    await page.clock.runFor(980);
    await expect(messages).toHaveCount(2);
    await page.clock.runFor(20);
    await expect(messages.nth(2)).toHaveText(`Assistant: ${ACKNOWLEDGEMENT}`);
    await page.clock.resume();
  });
});
