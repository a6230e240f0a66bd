import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name, exact: true });
const reader = (page: Page) => page.getByRole("region", { name: "Reader" });
const answer = (page: Page, name = "Reply") => reader(page).getByRole("form", { name, exact: true });
const message = (page: Page, name?: string) => answer(page, name).getByLabel("Message", { exact: true });

const QUOTE = "\n\nOn … wrote:\n> About Lunch.";

type Stored = { id: string; body: string };

const inBox = async (person: PagePerson, filter: object) =>
  (await person.call<{ items: Stored[] }>("emails.list", filter)).items;

/** What is stored of each with this status. */
async function stored(person: PagePerson, status: string): Promise<Stored[]> {
  const items = await inBox(person, { status });
  return Promise.all(items.map(({ id }) => person.call<Stored>("emails.get", { id })));
}

/** The texts, without the moment of the mail that they quote. */
const bodies = async (person: PagePerson, status: string) =>
  (await stored(person, status)).map(({ body }) => body.replace(/On .* wrote:/, "On … wrote:"));

/** Two mails from Bob in the split view. */
async function openTwo(page: Page, ada: PagePerson): Promise<PagePerson> {
  const bob = await aPerson("Bob Carter");
  await vouchFor(pages, ada, bob);
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "Ada Lovelace" });
  await bob.call("mailPreferences.update", { undoSeconds: 0, signature: "" });
  for (const subject of ["Lunch", "Budget"])
    await bob.call("emails.send", { subject, body: `About ${subject}.`, recipients: [ada.email] });
  await expect.poll(async () => (await inBox(ada, { view: "inbox" })).length, { timeout: 15_000 }).toBe(2);
  await page.goto("/email?look=split&view=inbox");
  await expect(row(page, "Lunch")).toBeVisible();
  return bob;
}

test("an answer is written below its mail, with recipients and quotation folded, and is sent with the quotation", async ({
  page,
  ada,
}) => {
  await openTwo(page, ada);
  await row(page, "Lunch").click();
  await page.keyboard.press("r");
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toHaveValue("\n\n-- \nAda Lovelace");
  await expect(dialog(page)).toHaveCount(0);
  await expect(answer(page).getByLabel("Subject")).toHaveCount(0);
  await page.keyboard.type("Yes.");
  await expect(message(page)).toHaveValue("Yes.\n\n-- \nAda Lovelace");
  const people = answer(page).getByRole("button", { name: /^To / });
  await expectAccessible();
  await people.press("Enter");
  await expect(answer(page).getByLabel("To")).toBeFocused();
  await expect(answer(page).getByLabel("Subject")).toHaveValue("Re: Lunch");
  await expectAccessible();
  await answer(page).getByRole("button", { name: "Show quoted text" }).click();
  await expect(message(page)).toHaveValue(/^Yes\.\n\n-- \nAda Lovelace\n\nOn .* wrote:\n> About Lunch\.$/);
  await message(page).press("Control+Enter");
  await expect(toasts(page)).toContainText("Email sent successfully");
  await expect(answer(page)).toHaveCount(0);
  await expect
    .poll(() => bodies(ada, "sent"))
    .toEqual(["Yes.\n\n-- \nAda Lovelace\n\nOn … wrote:\n> About Lunch."]);
});

test("a draft that is left with Escape is in the conversation at once, where it was alone before, and is gone when it is discarded", async ({
  page,
  ada,
}) => {
  await openTwo(page, ada);
  await row(page, "Lunch").click();
  await page.keyboard.press("r");
  await message(page).fill("At noon");
  await message(page).press("Escape");
  await expect(answer(page)).toHaveCount(0);
  await expect(reader(page).getByRole("article")).toHaveCount(2);
  await expect(reader(page).getByRole("article").last()).toContainText("At noon");
  await page.keyboard.press("r");
  await expect(message(page)).toHaveValue("At noon");
  await expect(reader(page).getByRole("article")).toHaveCount(1);
  await button(page, "Discard").click();
  await expect(answer(page)).toHaveCount(0);
  await expect(reader(page).getByRole("article")).toHaveCount(1);
});

test("another mail, Escape and the dialog keep what is typed, as one draft", async ({ page, ada }) => {
  await openTwo(page, ada);
  await row(page, "Lunch").click();
  await page.keyboard.press("r");
  await message(page).fill("At noon");
  await row(page, "Budget").click();
  await expect(reader(page).getByRole("heading", { name: "Budget" })).toBeVisible();
  await expect(answer(page)).toHaveCount(0);
  await expect.poll(() => bodies(ada, "draft")).toEqual([`At noon${QUOTE}`]);
  await row(page, "Lunch").click();
  await expect(message(page)).toHaveValue("At noon");
  await message(page).fill("At one");
  await message(page).press("Escape");
  await expect(answer(page)).toHaveCount(0);
  await expect(reader(page).getByRole("heading", { name: "Lunch" })).toBeVisible();
  await expect(toasts(page)).toContainText("Your message is saved");
  await expect.poll(() => bodies(ada, "draft")).toEqual([`At one${QUOTE}`]);
  await page.keyboard.press("r");
  await expect(message(page)).toHaveValue("At one");
  await message(page).fill("At two");
  await page.keyboard.press("Control+o");
  await expect(answer(page)).toHaveCount(0);
  await expect(dialog(page).getByLabel("Message")).toHaveValue(/^At two\n\nOn [\s\S]*> About Lunch\.$/);
  await expect(dialog(page).getByLabel("Subject")).toHaveValue("Re: Lunch");
  await dialog(page).getByLabel("Message").fill("At three");
  await page.keyboard.press("Escape");
  await expect.poll(() => bodies(ada, "draft")).toEqual(["At three"]);
  await page.keyboard.press("r");
  await expect(message(page)).toHaveValue("At three");
  await button(page, "Discard").click();
  await expect.poll(() => bodies(ada, "draft")).toEqual([]);
  await page.keyboard.press("r");
  await expect(message(page)).toHaveValue("\n\n-- \nAda Lovelace");
});

test("without a connection nothing typed is lost, and it is saved later; a refused answer is there again", async ({
  page,
  ada,
}) => {
  await openTwo(page, ada);
  await row(page, "Lunch").click();
  await page.keyboard.press("r");
  page.cut("emails.saveDraft");
  await message(page).fill("At noon");
  await row(page, "Budget").click();
  await expect(reader(page).getByRole("heading", { name: "Budget" })).toBeVisible();
  expect(await bodies(ada, "draft")).toEqual([]);
  page.restore();
  await row(page, "Lunch").click();
  await expect(message(page)).toHaveValue("At noon");
  await expect.poll(() => bodies(ada, "draft")).toEqual([`At noon${QUOTE}`]);
  page.cut("emails.send");
  await answer(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect(toasts(page)).toContainText("Failed to save email");
  await expect(message(page)).toHaveValue("At noon");
  page.restore();
  await answer(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => bodies(ada, "sent")).toEqual([`At noon${QUOTE}`]);
  expect(await bodies(ada, "draft")).toEqual([]);
});

test("Forward begins with the recipients, and 'Send later' is beside 'Send'", async ({ page, ada }) => {
  const bob = await openTwo(page, ada);
  await row(page, "Lunch").click();
  await button(page, "Forward").click();
  const forward = answer(page, "Forward");
  await expect(forward.getByLabel("To")).toBeFocused();
  await expect(forward.getByLabel("Subject")).toHaveValue("Fwd: Lunch");
  await forward.getByLabel("To").fill(bob.email);
  await button(page, "Send later").click();
  await expectAccessible();
  await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
  await expect(toasts(page)).toContainText("Email scheduled successfully");
  await expect(forward).toHaveCount(0);
  await expect.poll(async () => (await bodies(ada, "scheduled")).join()).toContain("About Lunch.");
  await button(page, "Reply").click();
  await button(page, "Send later").click();
  await page.getByRole("menuitem", { name: "Choose a day and a time" }).click();
  await answer(page).getByLabel("Date of sending").fill("2040-03-05");
  await answer(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => bodies(ada, "scheduled")).toHaveLength(2);
});

test("sending can be undone, and files and AI are in reach", async ({ page, ada }) => {
  await openTwo(page, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 20, signature: "" });
  await row(page, "Lunch").click();
  await page.keyboard.press("r");
  await message(page).fill("Too early");
  await answer(page)
    .getByLabel("Choose files")
    .setInputFiles([new File(["plan"], "plan.txt")]);
  await expect(answer(page).getByText("plan.txt")).toBeVisible();
  await button(page, "Write with AI").click();
  await expect(answer(page).getByLabel("AI prompt")).toBeVisible();
  await expect(button(page, "AI Improve")).toBeVisible();
  await answer(page).getByRole("button", { name: "Send", exact: true }).click();
  await undo(page, "Email sent successfully");
  await expect(message(page)).toHaveValue("Too early");
  await expect(answer(page).getByText("plan.txt")).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => bodies(ada, "draft")).toEqual([`Too early${QUOTE}`]);
});

test("what a message lacks is said at its field, which is unfolded and has the focus", async ({
  page,
  ada,
}) => {
  await openTwo(page, ada);
  await row(page, "Lunch").click();
  await page.keyboard.press("r");
  const people = answer(page).getByRole("button", { name: /^To / });
  await people.click();
  const subject = answer(page).getByLabel(/^Subject/);
  await subject.fill(" ");
  await button(page, "Recipients and subject").click();
  await expect(subject).toHaveCount(0);
  await message(page).fill("Yes.");
  await message(page).press("Control+Enter");
  await expect(subject).toBeFocused();
  await expect(subject).toHaveAccessibleDescription("Enter a subject");
  await expect(message(page)).toHaveValue("Yes.");
  expect(await bodies(ada, "sent")).toEqual([]);
  await subject.fill("Lunch");
  await expect(subject).toHaveAccessibleDescription("");
  await message(page).press("Control+Enter");
  await expect.poll(() => bodies(ada, "sent")).toEqual([`Yes.${QUOTE}`]);
});

test("in the cards an answer is written in the dialog", async ({ page, ada }) => {
  await openTwo(page, ada);
  await page.goto("/email?look=cards&view=inbox");
  await button(page, "Actions for 'Lunch'").click();
  await page.getByRole("menuitem", { name: /^Reply/ }).click();
  await expect(dialog(page).getByLabel("Message")).toHaveValue(/wrote:\n> About Lunch/);
});
