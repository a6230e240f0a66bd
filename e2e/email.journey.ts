import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const card = (page: Page, subject: string | RegExp) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openMail(page: Page, search = ""): Promise<void> {
  await page.goto(`/email${search}`);
  await expect(page.getByRole("heading", { name: "Email Management" })).toBeVisible();
}

async function act(page: Page, subject: string, name: string): Promise<void> {
  await button(page, `Actions for '${subject}'`).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

type Written = { to?: string; subject: string; message: string };

async function write(page: Page, { to = "", subject, message }: Written): Promise<void> {
  await dialog(page).getByLabel("To").fill(to);
  await dialog(page).getByLabel("Subject").fill(subject);
  await dialog(page).getByLabel("Message").fill(message);
}

test("MAIL-01 to MAIL-05, MAIL-10, MAIL-26, MAIL-29, MAIL-36, MAIL-38, MAIL-57: an empty mailbox and its first draft", async ({
  page,
  ada,
}) => {
  await ada.call("emails.list");
  await openMail(page);
  await expect(page.getByText("Manage your emails and templates with AI-powered assistance")).toBeVisible();
  for (const label of ["Total", "Sent", "Drafts", "Scheduled", "Response Rate"])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("tab", { name: "Emails 1" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tab", { name: "Templates 0" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Integrations" })).toBeVisible();
  await expect(page.getByPlaceholder("Search emails...")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Failed" });
  await expect(page.getByText("No emails found")).toBeVisible();
  await button(page, "Show all emails").click();

  await test.step("nothing is saved or sent without a subject and a body, and nothing typed is lost", async () => {
    await page.keyboard.press("c");
    await expect(page.getByRole("dialog", { name: "Compose Email" })).toBeVisible();
    await expect(dialog(page).getByLabel("Priority")).toHaveValue("medium");
    await expect(dialog(page).getByLabel("Priority").locator("option")).toHaveText(["Low", "Medium", "High"]);
    for (const label of ["To", "Subject", "Message"])
      await expect(dialog(page).locator("label", { hasText: label }).filter({ hasText: "*" })).toBeVisible();
    // Also while the server has not answered yet what is being kept of it.
    const answer = Promise.withResolvers<void>();
    await page.route("**/rpc/emails.keepDraft", async (route) => {
      await answer.promise;
      await route.continue();
    });
    const keeping = page.waitForRequest("**/rpc/emails.keepDraft");
    await dialog(page).getByLabel("Subject").fill("Figures");
    await button(page, "Save Draft").click();
    await expect(toasts(page)).toContainText("Subject and body are required");
    await button(page, "Send").click();
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page);
    await keeping;
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await button(page, "Compose Email").first().click();
    await expect(dialog(page).getByLabel("Subject")).toHaveValue("Figures");
    answer.resolve();
  });
  await test.step("a draft, edited and saved again", async () => {
    await dialog(page).getByLabel("To").fill(" anna@far.org , , bob");
    await expect(dialog(page).getByText("Does not look like an address: bob")).toBeVisible();
    await dialog(page).getByLabel("Message").fill("See below.");
    await dialog(page).getByLabel("Priority").selectOption("high");
    await dialog(page).getByLabel("Category").fill("board");
    await button(page, "Save Draft").click();
    await expect(toasts(page)).toContainText("Draft saved successfully");
    for (const fact of ["Draft", "High", "board", `From: ${ada.email}`, "See below."])
      await expect(card(page, "Figures").getByText(fact, { exact: true })).toBeVisible();
    await act(page, "Figures", "View/Edit");
    await expect(dialog(page).getByLabel("To")).toHaveValue("anna@far.org, bob");
    await dialog(page).getByLabel("Subject").fill("New figures");
    await button(page, "Save Draft").click();
    await expect(card(page, "New figures")).toBeVisible();
  });
});

test("MAIL-30, MAIL-31, MAIL-58, decision 10: two people of one instance write to each other, live", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  const bob = await Person.signUp(instance.url, "Bob Babbage");
  const context = await browser.newContext({ baseURL: instance.url });
  const bobs = await context.newPage();
  await bob.signInPage(bobs);
  await openMail(bobs, "?view=inbox");
  await openMail(page);

  await test.step("undo takes a message back before it leaves", async () => {
    await page.keyboard.press("c");
    await write(page, { to: bob.email, subject: "Too early", message: "Not finished" });
    await button(page, "Send").click();
    await expect(toasts(page)).toContainText("Email sent successfully");
    await undo(page, "Email sent successfully");
    await expect(dialog(page).getByLabel("Message")).toHaveValue("Not finished");
    await page.keyboard.press("Escape");
    await expect(card(page, "Too early").getByText("Draft", { exact: true })).toBeVisible();
  });
  await test.step("a message arrives unread in the other browser; its answer comes back", async () => {
    await page.keyboard.press("c");
    await write(page, { to: bob.email, subject: "Lunch", message: "Shall we meet at noon?" });
    await button(page, "Send").click();
    await expect(card(page, "Lunch").getByText("Sent", { exact: true })).toBeVisible();
    await expect(card(page, "Lunch").getByText(`To: ${bob.email}`)).toBeVisible();
    const received = card(bobs, "Lunch");
    await expect(received).toBeVisible({ timeout: 20_000 });
    await expect(received.getByRole("img", { name: "Unread" })).toBeVisible();
    await expect(received.getByText(`From: ${ada.email}`)).toBeVisible();
    await received.click();
    await expect(dialog(bobs).getByText("Shall we meet at noon?")).toBeVisible();
    await expectAccessible(bobs);
    await dialog(bobs).getByRole("button", { name: "AI Reply" }).click();
    await expect(toasts(bobs)).toContainText("Reply generated with AI!");
    await expect(dialog(bobs).getByLabel("Subject")).toHaveValue("Re: Lunch");
    await expect(dialog(bobs).getByLabel("To")).toHaveValue(ada.email);
    await expect(dialog(bobs).getByLabel("Message")).toHaveValue(/- Shall we meet at noon\?/);
    await dialog(bobs).getByRole("button", { name: "Relies on 1 line of the mail" }).click();
    await expect(dialog(bobs).getByRole("blockquote")).toHaveText("Shall we meet at noon?");
    await expectAccessible(bobs);
    await shoot(bobs, "citations");
    await dialog(bobs).getByRole("button", { name: "Send", exact: true }).click();
    await expect(card(bobs, "Lunch").getByRole("img", { name: "Unread" })).toHaveCount(0);
    await expect(card(page, "Re: Lunch")).toBeVisible({ timeout: 20_000 });
    await card(page, "Re: Lunch").click();
    await expect(dialog(page).getByText("In this conversation")).toBeVisible();
    await page.keyboard.press("Escape");
    await card(page, "Lunch").click();
    await dialog(page).getByRole("button", { name: "Delivery: sent" }).click();
    await expect(dialog(page).getByRole("list", { name: `Steps to ${bob.email}` })).toContainText(
      /Waiting to be sent.*Sent$/,
    );
    await expectAccessible(page);
    await shoot(page, "delivery");
    await page.keyboard.press("Escape");
  });
  await test.step("a scheduled one waits, can be changed, and leaves by itself at its time", async () => {
    await ada.call("emails.send", {
      subject: "Good morning",
      body: "Written yesterday",
      recipients: [bob.email],
      scheduledSend: new Date(Date.now() + 10_000).toISOString(),
    });
    await expect(card(page, "Good morning").getByText("Scheduled", { exact: true })).toBeVisible();
    await expect(card(bobs, "Good morning")).toBeVisible({ timeout: 20_000 });
    await expect(card(page, "Good morning").getByText("Sent", { exact: true })).toBeVisible();
  });
  await test.step("what nobody here can reach says so on its card", async () => {
    await page.keyboard.press("c");
    await write(page, { to: "someone@far.org", subject: "Outside", message: "Hello" });
    await tick(dialog(page).getByRole("checkbox", { name: "Schedule send" }));
    await dialog(page).getByLabel("Date of sending").fill("2040-03-05");
    await button(page, "Send").click();
    await expect(toasts(page)).toContainText("Email scheduled successfully");
    await expect(card(page, "Outside").getByText("Leaves on Mar 05, 2040, 9:00 AM")).toBeVisible();
    await act(page, "Outside", "View/Edit");
    await tick(dialog(page).getByRole("checkbox", { name: "Schedule send" }), false);
    await button(page, "Send").click();
    await expect(card(page, "Outside").getByText("Not delivered: no mail account connected")).toBeVisible({
      timeout: 20_000,
    });
  });
  await context.close();
});

test("MAIL-06 to MAIL-09, MAIL-11 to MAIL-25, MAIL-32, MAIL-33, MAIL-59, MAIL-60, MAIL-64 to MAIL-67: filters, sorts, search, menu and many at once", async ({
  page,
  ada,
}) => {
  const body = "The line stood still. Please approve the new belt by Friday. It costs 480 euros.";
  for (const [subject, priority] of [
    ["Alpha", "low"],
    ["Beta meeting", "medium"],
    ["Gamma", "urgent"],
  ])
    await ada.call("emails.create", { subject, body, priority, category: "operations" });
  await openMail(page);
  const subjects = () => page.getByRole("list", { name: "Emails" }).getByRole("listitem");
  const order = (...names: string[]) =>
    expect
      .poll(() => subjects().evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label"))))
      .toEqual(names);

  await test.step("status, sort and search", async () => {
    await expect(page.getByLabel("Status", { exact: true }).locator("option")).toHaveText([
      "All Status",
      "Drafts",
      "Sent",
      "Scheduled",
      "Failed",
    ]);
    await page.getByLabel("Status", { exact: true }).selectOption({ label: "Drafts" });
    await order("Gamma", "Beta meeting", "Alpha");
    await expect(page.getByLabel("Sort by").locator("option")).toHaveText([
      "Date Created",
      "Date Sent",
      "Subject",
      "Priority",
      "Importance",
    ]);
    await page.getByLabel("Sort by").selectOption({ label: "Subject" });
    await order("Alpha", "Beta meeting", "Gamma");
    await page.getByLabel("Sort by").selectOption({ label: "Importance" });
    await order("Gamma", "Beta meeting", "Alpha");
    await page.getByRole("heading", { name: "Email Management" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("BETA");
    await order("Beta meeting");
    await expect(page).toHaveURL(/search=BETA/);
    await page.getByPlaceholder("Search emails...").fill("");
    await order("Gamma", "Beta meeting", "Alpha");
    await page.getByPlaceholder("Search emails...").press("Escape");
  });
  await test.step("MAIL-18, MAIL-23: a summary, once", async () => {
    await act(page, "Alpha", "AI Summarize");
    await expect(toasts(page)).toContainText("Email summarized with AI!");
    await expect(card(page, "Alpha").getByLabel("AI summary")).toBeVisible();
    await expect(
      card(page, "Alpha")
        .getByText(/Please approve the new belt by Friday\./)
        .first(),
    ).toBeVisible();
    await button(page, "Actions for 'Alpha'").click();
    const names = await page.getByRole("menuitem").allInnerTexts();
    expect(names.join()).not.toContain("AI Summarize");
    for (const name of ["View/Edit", "AI Reply", "Mark as Failed", "Delete"])
      await expect(page.getByRole("menuitem", { name })).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("one marked failed, and back", async () => {
    await act(page, "Alpha", "Mark as Failed");
    await expect(toasts(page)).toContainText("Email updated successfully");
    await expect(card(page, "Alpha")).toHaveCount(0);
    await page.keyboard.press("z");
    await expect(card(page, "Alpha").getByText("Draft", { exact: true })).toBeVisible();
  });
  await test.step("many at once, by keys and by the bar, with undo", async () => {
    await card(page, "Gamma").focus();
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const bar = page.getByRole("toolbar", { name: "Selected emails" });
    await expect(bar).toContainText("2 selected");
    await expectAccessible(page);
    await bar.getByRole("button", { name: "Archive" }).click();
    await expect(toasts(page)).toContainText("Archived 2 email(s)");
    await expect(card(page, "Gamma").getByText("archived", { exact: true })).toBeVisible();
    await expect(card(page, "Gamma").getByText("Draft", { exact: true })).toBeVisible();
    await expect(bar).toHaveCount(0);
    await tick(page.getByLabel("Select all emails"));
    await bar.getByRole("button", { name: "Mark Failed" }).click();
    await expect(toasts(page)).toContainText("Updated 3 email(s)");
    await expect(page.getByText("No emails found")).toBeVisible();
    await page.getByLabel("Status", { exact: true }).selectOption({ label: "Failed" });
    await expect(subjects()).toHaveCount(3);
    await tick(page.getByLabel("Select all emails"));
    await bar.getByRole("button", { name: "Forward" }).click();
    await expect(dialog(page).getByLabel("Subject")).toHaveValue("Fwd: Gamma and 2 more");
    await expect(dialog(page).getByLabel("Message")).toHaveValue(
      /Subject: Beta meeting[\s\S]*Subject: Alpha/,
    );
    await page.keyboard.press("Escape");
    await bar.getByRole("button", { name: "Delete" }).click();
    await expect(toasts(page)).toContainText("Deleted 3 email(s)");
    await expect(page.getByText("No emails found")).toBeVisible();
    await undo(page, "Deleted 3 email(s)");
    await expect(subjects()).toHaveCount(3);
  });
  await test.step("Z takes back what the server has not answered yet; V says what has no folder", async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/rpc/emails.deleteMany", async (route) => {
      await answered;
      await route.continue();
    });
    await card(page, "Beta meeting").focus();
    await page.keyboard.press("v");
    await expect(toasts(page)).toContainText("Only received mail of a connected account lies in folders");
    await page.keyboard.press("#");
    await expect(card(page, "Beta meeting")).toHaveCount(0);
    await page.keyboard.press("z");
    await expect(card(page, "Beta meeting")).toBeVisible();
    const restored = page.waitForResponse("**/rpc/emails.restoreMany");
    answer();
    expect((await restored).ok()).toBe(true);
    await expect(card(page, "Beta meeting")).toBeVisible();
    await page.unrouteAll();
  });
  await test.step("deleted by a key, and restored from the trash", async () => {
    await card(page, "Alpha").focus();
    await page.keyboard.press("#");
    await expect(toasts(page)).toContainText("Email deleted successfully");
    await expect(card(page, "Alpha")).toHaveCount(0);
    await button(page, "Trash").click();
    await button(page, "Restore 'Alpha'").click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await button(page, "Emails").click();
    await expect(card(page, "Alpha")).toBeVisible();
  });
});

test("MAIL-40, MAIL-41, MAIL-55, MAIL-61, MAIL-62, MAIL-77: the composer's writing engine", async ({
  page,
  ada,
}) => {
  await ada.call("emails.list");
  await openMail(page, "?compose=true");
  await expect(dialog(page).getByText("Built-in", { exact: true })).toBeVisible();
  await button(page, "AI Compose").click();
  await expect(toasts(page)).toContainText("Please enter a prompt for AI composition");
  await button(page, "AI Improve").click();
  await expect(toasts(page)).toContainText("Please write some content first");
  await dialog(page).getByLabel("AI prompt").fill("Thank Anna for the tour");
  await dialog(page).getByLabel("AI prompt").press("Enter");
  await expect(toasts(page)).toContainText("Email composed with AI!");
  await expect(dialog(page).getByLabel("Subject")).toHaveValue("Thank you for the tour");
  await expect(dialog(page).getByLabel("Message")).toHaveValue(/^Dear Anna,/);
  await dialog(page).getByLabel("Message").fill("pls call me asap");
  await button(page, "AI Improve").click();
  await expect(toasts(page)).toContainText("Email improved with AI!");
  await expect(dialog(page).getByLabel("Message")).toHaveValue(/Please call me as soon as possible\./);
  await page.route("**/rpc/emails.assist", (route) => route.abort());
  await button(page, "AI Improve").click();
  await expect(toasts(page)).toContainText("AI request failed");
  await expect(dialog(page).getByLabel("Message")).toHaveValue(/Please call me/);
});

test("MAIL-56: an error inside the answer is shown as its own message", async ({ page, ada }) => {
  await ada.call("emails.create", { subject: "One", body: "See below." });
  await openMail(page, "?status=draft");
  await page.route("**/rpc/emails.assist", (route) =>
    route.fulfill({
      json: { result: null, error: "The model is asleep", source: "model", subject: null, body: null },
    }),
  );
  await act(page, "One", "AI Reply");
  await expect(toasts(page)).toContainText("The model is asleep");
});

const HOSTILE = `<html><head><style>.big{color:#a00}</style></head><body><table><tr><td style="padding:8px">
  <h1 class="big">Newsletter</h1><a href="javascript:parent.document.title='caught'">Offer</a>
  <a href="https://example.org/offer">Real offer</a>
  <img src="https://tracker.example.net/open.gif" width="1" height="1"><img src="https://cdn.example.net/hero.png" alt="Hero">
  <img src="x" onerror="parent.document.title='caught'"><script>parent.document.title = "caught"</script>
  <form action="https://evil.example"><input name="password"></form></td></tr></table></body></html>`;

test("the split view: read, star, snooze, archive, search and answer without the mouse; hostile HTML does nothing", async ({
  page,
  ada,
}) => {
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "Ada Lovelace" });
  const toAda = { recipients: [ada.email], body: "The figures of the quarter are ready." };
  for (const subject of ["First", "Second", "Third"]) await ada.call("emails.send", { ...toAda, subject });
  await ada.call("emails.send", { ...toAda, subject: "Offer of the week", html: HOSTILE });
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(ada.url) && !request.url().startsWith("data:")) outside.push(request.url());
  });
  await openMail(page);
  await page.getByText("List and reader", { exact: true }).click({ force: true });
  const rows = page.getByRole("list", { name: "Conversations" });
  const row = (name: string) => rows.getByRole("listitem", { name, exact: true });
  const reader = page.getByRole("region", { name: "Reader" });
  await expect(row("Offer of the week")).toBeVisible({ timeout: 20_000 });
  for (const name of ["First", "Second", "Third"]) await expect(row(name)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);

  await test.step("HTML is shown in a frame that can do nothing", async () => {
    await row("Offer of the week").click();
    const frame = reader.locator("iframe");
    await expect(frame).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
    const mail = frame.contentFrame();
    await expect(mail.getByRole("heading", { name: "Newsletter" })).toHaveCSS("color", "rgb(170, 0, 0)");
    await expect(mail.getByText("Offer", { exact: true })).not.toHaveAttribute("href");
    await expect(mail.getByRole("link", { name: "Real offer" })).toHaveAttribute("rel", /noopener/);
    await expect(mail.locator("script, form, input, [onerror]")).toHaveCount(0);
    await expect(reader.getByText("1 remote image blocked")).toContainText(
      "Tracker removed: tracker.example.net",
    );
    await expect(page).toHaveTitle(/^Email Management/);
    await expectAccessible(page);
    await reader.getByRole("button", { name: "Show as text" }).click();
    await expect(reader.getByText("The figures of the quarter are ready.")).toBeVisible();
    expect(outside).toEqual([]);
  });
  await test.step("keys go through the list and act", async () => {
    await row("Third").click();
    await expect(reader.getByRole("heading", { name: "Third" })).toBeVisible();
    await expect(row("Third").getByRole("img", { name: "Unread" })).toHaveCount(0);
    await page.keyboard.press("s");
    await expect(row("Third").getByLabel("Starred")).toBeVisible();
    await page.keyboard.press("j");
    await expect(reader.getByRole("heading", { name: "Second" })).toBeVisible();
    await expect(page).toHaveURL(/email=/);
    await page.keyboard.press("e");
    await expect(row("Second")).toHaveCount(0);
    await expect(reader.getByRole("heading", { name: "First" })).toBeVisible();
    await expect(toasts(page)).toContainText("Archived 1 email(s)");
    await page.keyboard.press("z");
    await expect(row("Second")).toBeVisible();
    await row("Second").click();
    await reader.getByRole("button", { name: "Snooze" }).click();
    await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
    await expect(row("Second")).toHaveCount(0);
    await expect(toasts(page)).toContainText("Snoozed until");
    await page
      .getByRole("button", { name: "Part of the mailbox" })
      .or(page.getByTitle("Part of the mailbox"))
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Snoozed" }).click();
    await expect(row("Second")).toBeVisible();
    await page.getByTitle("Part of the mailbox").click();
    await page.getByRole("menuitem", { name: "Inbox" }).click();
  });
  await test.step("search with operators marks what it finds", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("is:starred fig");
    await expect(rows.getByRole("listitem")).toHaveCount(1);
    await expect(row("Third").locator("mark").first()).toHaveText("fig");
    await page.getByPlaceholder("Search emails...").fill("");
    await page.keyboard.press("Escape");
    await expect(row("First")).toBeVisible();
  });
  await test.step("an answer quotes, is signed, has files, and is kept while it is typed", async () => {
    await row("First").click();
    await page.keyboard.press("r");
    await expect(dialog(page).getByLabel("Message")).toHaveValue(
      /-- \nAda Lovelace[\s\S]*wrote:\n> The figures/,
    );
    await dialog(page).getByLabel("Message").fill("Thank you.");
    await dialog(page)
      .locator("input[type=file]")
      .setInputFiles({ name: "figures.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
    await expect(dialog(page).getByRole("button", { name: "Remove 'figures.pdf'" })).toBeVisible();
    const kept = dialog(page).getByText(/^Draft saved /);
    await expect(kept).toBeVisible({ timeout: 10_000 });
    await expectAccessible(page);
    // It is said of what stands there, not of what stood there before the last keys.
    await page.route("**/rpc/emails.keepDraft", (route) => route.abort());
    await dialog(page).getByLabel("Message").fill("Thank you!");
    await expect(kept).toHaveCount(0);
    await dialog(page).getByLabel("Message").fill("Thank you.");
    await expect(kept).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await page.getByTitle("Part of the mailbox").click();
    await page.getByRole("menuitem", { name: "Drafts" }).click();
    await row("Re: First").click();
    await reader.getByRole("button", { name: "Edit" }).click();
    await expect(dialog(page).getByLabel("Message")).toHaveValue("Thank you.");
    await dialog(page).getByRole("button", { name: "Send", exact: true }).click();
    await expect(toasts(page)).toContainText("Email sent successfully");
    await page.goto("/email");
    await expect(row("Re: First")).toBeVisible({ timeout: 20_000 });
    await row("Re: First").click();
    await expect(reader.getByRole("button", { name: /figures.pdf/ }).first()).toBeVisible();
  });
  await test.step("a message with looks, by keys; markup from the clipboard does nothing; a crash loses none of it", async () => {
    await page.keyboard.press("c");
    const message = dialog(page).getByLabel("Message");
    await expect(message).toHaveValue("\n\n-- \nAda Lovelace");
    await dialog(page).getByLabel("To").fill(ada.email);
    await dialog(page).getByLabel("Subject").fill("With looks");
    await message.press("Control+Home");
    await message.press("Control+b");
    await expect(dialog(page).getByRole("button", { name: "Plain text" })).toBeVisible();
    await page.keyboard.type("Budget");
    await page.keyboard.press("Control+b");
    await page.keyboard.type(" is final");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- rent");
    await page.keyboard.press("Enter");
    await message.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        "text/html",
        `<i onclick="x()">travel</i><img src=x onerror=x()><script>x()</script>`,
      );
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(message.locator("em")).toHaveText("travel");
    await expect(message.locator("img, script, [onclick]")).toHaveCount(0);
    await expectAccessible(page);
    await expect(dialog(page).getByText(/^Draft saved /)).toBeVisible({ timeout: 10_000 });
    await page.goto("about:blank");
    await openMail(page);
    await page.getByTitle("Part of the mailbox").click();
    await page.getByRole("menuitem", { name: "Drafts" }).click();
    await row("With looks").click();
    await reader.getByRole("button", { name: "Edit" }).click();
    await expect(message.getByRole("listitem")).toHaveText(["rent", "travel"]);
    await button(page, "Send").click();
    await expect(toasts(page)).toContainText("Email sent successfully");
    await page.goto("/email");
    await row("With looks").click({ timeout: 20_000 });
    const mail = reader.locator("iframe").first().contentFrame();
    await expect(mail.locator("strong")).toHaveText("Budget");
    const { items } = await ada.call<{ items: { id: string }[] }>("emails.list", { text: "with looks" });
    const { body } = await ada.call<{ body: string }>("emails.get", { id: items[0]?.id });
    expect(body).toContain("Budget is final\n- rent\n- travel");
  });
  await test.step("a search kept as a tab of the inbox, reached by its number, deleted and brought back", async () => {
    await page.getByPlaceholder("Search emails...").fill("looks");
    await button(page, "Save this search as a tab").click();
    await dialog(page).getByLabel("Name").fill("Looks");
    await button(page, "Save").click();
    const tabs = page.getByRole("navigation", { name: "Tabs of the inbox" });
    await expect(tabs.getByRole("button", { name: /^Looks/ })).toHaveAttribute("aria-current", "page");
    await page.getByPlaceholder("Search emails...").fill("");
    await page.getByPlaceholder("Search emails...").press("Escape");
    await expect(rows.getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press("3");
    await expect(tabs.getByRole("button", { name: /^Other/ })).toHaveAttribute("aria-current", "page");
    await expect(row("First")).toBeVisible();
    await expect(row("With looks")).toHaveCount(0);
    await page.keyboard.press("2");
    await expect(row("With looks")).toBeVisible();
    await button(page, "Change the tab 'Looks'").click();
    await page.getByRole("menuitem", { name: "Same words in documents" }).click();
    await expect(page.getByPlaceholder("Search documents")).toHaveValue("looks");
    await page.goBack();
    await button(page, "Change the tab 'Looks'").click();
    await page.getByRole("menuitem", { name: "Delete the tab" }).click();
    await expect(tabs).toHaveCount(0);
    await undo(page, "The tab 'Looks' is gone");
    await expect(tabs).toBeVisible();
  });
  await test.step("a saved message is brought in and its list left after a look at what it sends", async () => {
    const choosing = page.waitForEvent("filechooser");
    await page.getByTitle("Part of the mailbox").click();
    await page.getByRole("menuitem", { name: "Import messages (.eml)" }).click();
    const letter = [
      "From: Weekly <news@weekly.example>",
      `To: ${ada.email}`,
      "Subject: Issue 12",
      "Message-ID: <issue-12@weekly.example>",
      `Date: ${new Date(Date.now() - 172_800_000).toUTCString()}`,
      "List-Unsubscribe: <https://weekly.example/leave>",
      "",
      "All that happened.",
    ].join("\r\n");
    await (await choosing).setFiles({
      name: "issue.eml",
      mimeType: "message/rfc822",
      buffer: Buffer.from(letter),
    });
    await expect(toasts(page)).toContainText("Imported 1 message");
    await page.getByTitle("Part of the mailbox").click();
    await page.getByRole("menuitem", { name: "All mail" }).click();
    await row("Issue 12").click();
    await reader.getByRole("button", { name: "Mail with this person" }).click();
    await expect(reader.getByText("There is no other mail with news@weekly.example.")).toBeVisible();
    await reader.getByRole("button", { name: "Actions for 'Issue 12'" }).click();
    await page.getByRole("menuitem", { name: "View source" }).click();
    await expect(dialog(page).getByText("List-Unsubscribe: <https://weekly.example/leave>")).toBeVisible();
    await page.keyboard.press("Escape");
    await reader.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(toasts(page)).toContainText("news@weekly.example can be left on its own page only");
    await page.getByTitle("Part of the mailbox").click();
    await page.getByRole("menuitem", { name: "Subscriptions" }).click();
    await expect(dialog(page).getByRole("listitem")).toContainText("1 message");
    await tick(dialog(page).getByLabel("Choose Weekly"));
    await expect(dialog(page).getByText("1 chosen, 1 messages in 180 days")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });
  await test.step("on a phone the list, then the reader", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/email");
    await expect(row("Re: First")).toBeVisible();
    await expect(reader).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
  });
});

test("on a phone nothing is wider than the screen, in both themes; the palette finds mail", async ({
  page,
  ada,
}) => {
  const { id } = await ada.call<{ id: string }>("emails.create", {
    subject: `A subject with one very long word: ${"Rindfleischetikettierung".repeat(8)}`,
    body: `${"wide".repeat(300)} and more`,
    category: "x".repeat(60),
    recipients: [`${"a".repeat(60)}@${"b".repeat(60)}.org`],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const theme of ["dark", "light"]) {
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    await openMail(page);
    await expect(page.getByRole("list", { name: "Emails" }).getByRole("listitem").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("rindfleisch");
  await page.getByRole("option", { name: /Rindfleisch/ }).click();
  await expect(dialog(page).getByLabel("Category")).toHaveValue("x".repeat(60));
  expect(id).toBeTruthy();
});
