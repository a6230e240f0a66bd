import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";
import { shoot } from "./support/shoot.ts";

test("decision 26: the assistant answers from one's own data, asks before it deletes, keeps chats and memory", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Sell the boat" });
  await page.goto("/ai-assistant");
  const line = page.getByRole("textbox", { name: "Message to the assistant" });
  const log = page.getByRole("log", { name: "Conversation" });
  const aside = page.getByRole("complementary", { name: "Chats, approvals and memory" });
  const say = async (text: string) => {
    await line.fill(text);
    await line.press("Enter");
  };

  await test.step("what is suggested is asked by a click", async () => {
    const suggestions = log.getByRole("list", { name: "Suggestions" });
    await expect(suggestions.getByRole("button")).toHaveCount(4);
    await shoot(page, "assistant-suggestions");
    await suggestions.getByRole("button").last().click();
    await expect(suggestions).toBeHidden();
    await aside.getByRole("button", { name: "New chat" }).click();
    await expect(suggestions).toBeVisible();
  });
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
    await tick(aside.getByRole("radio", { name: "Memory" }));
    const memory = aside.getByRole("list", { name: "Memory" });
    await expect(memory).toContainText("I fly on Fridays");
    await aside.getByRole("button", { name: "Change I fly on Fridays" }).click();
    await shoot(page, "assistant-memory-edited");
    await aside.getByRole("textbox", { name: "Change I fly on Fridays" }).fill("I fly on Mondays");
    await page.keyboard.press("Enter");
    await expect(memory).toContainText("I fly on Mondays");
    await undo(page, "Changed");
    await expect(memory).toContainText("I fly on Fridays");
    await aside.getByRole("button", { name: "Forget I fly on Fridays" }).click();
    await expect(memory).not.toContainText("I fly on Fridays");
  });
  await test.step("A7: when a model is asked is the person's choice, and without one the page says so", async () => {
    await tick(aside.getByRole("radio", { name: "Model", exact: true }));
    await expect(aside).toContainText("No language model is set up");
    await tick(aside.getByRole("radio", { name: /^Never/ }));
    await expect(page.getByText("Saved")).toBeVisible();
    expect(await ada.call("assistantSettings.get")).toMatchObject({ modelUse: "never" });
    await expectAccessible(page);
    await shoot(page, "assistant-model-use");
  });
  await test.step("a file goes with a sentence: it becomes a document, and is read", async () => {
    await page.getByLabel("Files for the assistant").setInputFiles({
      name: "Lease.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("The lease ends in March. Please sign the new one by Friday."),
    });
    await expect(page.getByRole("list", { name: "Attached" })).toContainText("Lease");
    await say("what is in it");
    await expect(log).toContainText("Please sign the new one by Friday.");
    await expect(log.getByRole("link", { name: /Lease/ })).toBeVisible();
    await shoot(page, "assistant-attached");
  });
  await test.step("a chat is renamed, left, found and opened again after a reload", async () => {
    await tick(aside.getByRole("radio", { name: "Chats" }));
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
  await test.step("decision 26: a quick action takes one line, says what it did, and takes it back", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/quick-actions");
    await page.getByRole("button", { name: /^Create task/ }).click();
    const task = page.getByRole("textbox", { name: "Create task" });
    await expect(task).toBeFocused();
    await shoot(page, "assistant-quick-line");
    await task.fill("Water the palms tomorrow");
    await task.press("Enter");
    await expect(page.getByText("Task created: Water the palms")).toBeVisible();
    await expect(task).toHaveValue("");
    await expectAccessible(page);
    await undo(page, "Task created: Water the palms");
    await expect.poll(async () => (await ada.call<{ items: unknown[] }>("tasks.list")).items.length).toBe(1);
    await task.press("Escape");
    await expect(page.getByRole("button", { name: /^Create task/ })).toBeFocused();
    await page.getByRole("button", { name: /^Block an hour/ }).click();
    await expect(page.getByText(/^Focus time from \d/)).toBeVisible();
  });
  await test.step("D33: what leaves the house is one line, too, and goes by a yes to exactly that", async () => {
    await ada.call("workspaces.create", { name: "Board" });
    for (const { card, words, question, yes, said } of [
      {
        card: "Compose email",
        words: `${ada.email} The lease is signed`,
        question: `Send to ${ada.email}: The lease is signed`,
        yes: "Send",
        said: `Email sent to ${ada.email}`,
      },
      {
        card: "Invite a colleague",
        words: "bob@example.com",
        question: "Invite bob@example.com into 'Board'",
        yes: "Invite",
        said: "bob@example.com is invited to 'Board'",
      },
    ]) {
      await page.getByRole("button", { name: new RegExp(`^${card}`) }).click();
      const field = page.getByRole("textbox", { name: card });
      await field.fill(words);
      await field.press("Enter");
      const asked = page.getByRole("region", { name: card });
      await expect(asked).toContainText(question);
      await expect(asked.getByRole("button", { name: yes })).toBeFocused();
      await shoot(page, `assistant-quick-${yes.toLowerCase()}`);
      await asked.getByRole("button", { name: yes }).press("Enter");
      await expect(page.getByRole("status", { name: "Notifications" })).toContainText(said);
      await field.press("Escape");
    }
  });
  await test.step("the palette makes a task of what was typed, and shows what was opened last", async () => {
    const field = page.getByRole("combobox", { name: "Search or type a command" });
    await page.keyboard.press("ControlOrMeta+k");
    await field.fill("boat");
    await page.getByRole("option", { name: /Sell the boat/ }).click();
    await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Sell the boat");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toContainText(
      "Sell the boat",
    );
    await shoot(page, "assistant-palette-recent");
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-task]").first()).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.locator("[data-task]:focus")).toHaveCount(1);
    await page.keyboard.press("ControlOrMeta+k");
    await field.fill("complete or reopen");
    await page.getByRole("option", { name: /^Complete or reopen the task/ }).click();
    await expect
      .poll(async () => (await ada.call<{ items: { status: string }[] }>("tasks.list")).items)
      .toContainEqual(expect.objectContaining({ status: "completed" }));
    await page.keyboard.press("ControlOrMeta+k");
    await page.route("**/rpc/search.query", (route) => route.abort());
    await field.fill("zebra");
    await expect(page.getByText("Your records could not be searched")).toBeVisible();
    await page.unroute("**/rpc/search.query");
    await field.fill("Buy a buoy");
    await page.getByRole("option", { name: "Create task: Buy a buoy" }).click();
    await expect(page.getByText("Task created: Buy a buoy")).toBeVisible();
  });
});
