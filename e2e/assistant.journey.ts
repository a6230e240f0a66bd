import { expect, expectAccessible, test } from "./support/fixtures.ts";

test("decision 26, D33: the assistant asks before it deletes, undoes it, reads a file, and fits a phone", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Sell the boat" });
  await page.goto("/ai-assistant");
  const line = page.getByRole("textbox", { name: "Message to the assistant" });
  const log = page.getByRole("log", { name: "Conversation" });
  const send = async (text: string) => {
    await line.fill(text);
    await line.press("Enter");
  };
  await send("delete the task Sell the boat");
  const proposal = log.getByRole("region", { name: "Needs your approval" });
  await expect(proposal).toContainText("Move the task 'Sell the boat' to the trash");
  await expectAccessible(page);
  await proposal.getByRole("button", { name: "Delete" }).click();
  await expect(proposal).toContainText("Approved and done");
  await log.getByRole("button", { name: "Undo" }).click();
  await expect(log).toContainText("Taken back");
  expect((await ada.call<{ items: unknown[] }>("tasks.list")).items).toHaveLength(1);
  await page.getByLabel("Files for the assistant").setInputFiles({
    name: "Lease.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("The lease ends in March. Please sign the new one by Friday."),
  });
  await expect(page.getByRole("list", { name: "Attached" })).toContainText("Lease");
  await send("what is in it");
  await expect(log).toContainText("Please sign the new one by Friday.");
  await expect(log.getByRole("link", { name: /Lease/ })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(line).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.goto("/quick-actions");
  await page.getByRole("button", { name: /^Create task/ }).click();
  await expectAccessible(page);
});
