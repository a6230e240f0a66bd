import { expect, tick, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Chats, approvals and memory" });

test("decision 114: a refused change of the memory is shown, and so is an Undo that fails", async ({
  page,
  ada,
}) => {
  await ada.call("assistantMemories.create", { content: "I fly on Fridays" });
  await page.goto("/ai-assistant");
  await tick(sidebar(page).getByRole("radio", { name: "Memory" }));
  const memory = sidebar(page).getByRole("list", { name: "Memory" });
  const forget = memory.getByRole("button", { name: "Forget I fly on Fridays" });
  await expect(forget).toBeVisible();
  page.cut("assistantMemories.delete");
  await forget.click();
  await expect(toasts(page)).toContainText("That was not forgotten");
  await expect(toasts(page)).toContainText("The server cannot be reached");
  page.restore();
  await forget.click();
  await expect(memory).not.toContainText("I fly on Fridays");
  page.cut("assistantMemories.restore");
  await undo(page, "Forgotten");
  await expect(toasts(page)).toContainText("That was not undone");
});

test("decision 114: agents that could not be paused are reported", async ({ page }) => {
  await page.goto("/settings?tab=api-keys");
  page.cut("agents.pause");
  await page.getByRole("button", { name: "Pause all agents" }).click();
  await expect(toasts(page)).toContainText("That was not changed");
  page.restore();
  await page.getByRole("button", { name: "Pause all agents" }).click();
  await expect(toasts(page)).toContainText("Keys and agents are paused");
  await expect(page.getByRole("button", { name: "Resume all agents" })).toBeVisible();
});

test("decision 114: a setting that is shown at once is reverted if the server refuses", async ({
  page,
  ada,
}) => {
  await page.goto("/settings?tab=appearance");
  const compact = page.getByRole("radio", { name: "Compact" });
  const comfortable = page.getByRole("radio", { name: "Comfortable" });
  await expect(comfortable).toBeChecked();
  page.cut("profile.update");
  await compact.click();
  await expect(toasts(page)).toContainText("The appearance was not saved");
  await expect(comfortable).toBeChecked();
  page.restore();
  await tick(compact);
  await expect.poll(() => ada.call("profile.get")).toMatchObject({ density: "compact" });
});
