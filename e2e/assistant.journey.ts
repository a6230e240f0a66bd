import { expect, expectAccessible, test } from "./fixtures.ts";

test("decision 26: the assistant answers from one's own data, asks before it deletes, keeps chats and memory", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Sell the boat" });
  await page.goto("/ai-assistant");
  const line = page.getByRole("textbox", { name: "Message to the assistant" });
  const log = page.getByRole("log", { name: "Conversation" });
  const aside = page.getByRole("complementary", { name: "Chats and memory" });
  const say = async (text: string) => {
    await line.fill(text);
    await line.press("Enter");
  };

  await test.step("a question shows the records, and a link opens one", async () => {
    await say("show my tasks");
    await expect(log).toContainText("You have 1 open task.");
    await expect(log.getByRole("link", { name: /Sell the boat/ })).toBeVisible();
    await expect(aside.getByRole("button", { name: "show my tasks", exact: true })).toBeVisible();
  });
  await test.step("D33: what deletes shows exactly what it would do and waits for the button", async () => {
    await say("delete the task Sell the boat");
    const proposal = log.getByRole("region", { name: "Needs your approval" });
    await expect(proposal).toContainText("Move the task 'Sell the boat' to the trash");
    await expectAccessible(page);
    await proposal.getByRole("button", { name: "Approve" }).click();
    await expect(proposal).toContainText("Approved and done");
    await log.getByRole("button", { name: "Undo" }).click();
    await expect(log).toContainText("Taken back");
    expect((await ada.call<{ items: unknown[] }>("tasks.list")).items).toHaveLength(1);
  });
  await test.step("A5: memory is rows", async () => {
    await say("remember that I fly on Fridays");
    await expect(log).toContainText("I keep in mind");
    await aside.getByRole("radio", { name: "Memory" }).check();
    await expect(aside.getByRole("list", { name: "Memory" })).toContainText("I fly on Fridays");
    await aside.getByRole("button", { name: "Forget I fly on Fridays" }).click();
    await expect(aside.getByRole("list", { name: "Memory" })).not.toContainText("I fly on Fridays");
  });
  await test.step("a chat is renamed, left, found and opened again after a reload", async () => {
    await aside.getByRole("radio", { name: "Chats" }).check();
    await aside.getByRole("button", { name: "Rename show my tasks" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("The boat");
    await page.keyboard.press("Enter");
    await expect(aside.getByRole("button", { name: "The boat", exact: true })).toBeVisible();
    await page.reload();
    await expect(log).not.toContainText("Approved and done");
    await aside.getByRole("button", { name: "The boat", exact: true }).click();
    await expect(log).toContainText("Approved and done");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(line).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await aside.getByRole("button", { name: "Delete The boat" }).click();
    await expect(aside.getByRole("button", { name: "The boat", exact: true })).toBeHidden();
  });
});
