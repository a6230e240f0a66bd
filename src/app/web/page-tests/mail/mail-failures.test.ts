import { expect, tick, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const card = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const DRAFTS = "/email?look=cards&status=draft";

const twoDrafts = async (ada: PagePerson) => {
  for (const subject of ["One", "Two"]) await ada.call("emails.create", { subject, body: "See below." });
};

async function act(page: Page, subject: string, name: string): Promise<void> {
  await button(page, `Actions for '${subject}'`).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

test("MAIL-27, MAIL-48, ERR-01: mail that cannot be loaded can be retried", async ({ page, ada }) => {
  await twoDrafts(ada);
  const answer = page.hold("emails.list");
  await page.goto(DRAFTS);
  await expect(page.getByText("Loading emails...")).toBeVisible();
  page.cut("emails.list");
  answer();
  await expect(toasts(page).getByRole("alert")).toContainText("Failed to fetch emails: ");
  page.restore();
  await button(page, "Try again").click();
  await expect(card(page, "One")).toBeVisible();
});

test("a mail that cannot be read right now is not called gone, and can be retried", async ({ page, ada }) => {
  const { id } = await ada.call<{ id: string }>("emails.create", { subject: "One", body: "See below." });
  page.cut("emails.get", "emails.get", "emails.getMany");
  await page.goto(`/email?look=split&email=${id}`);
  const reader = page.getByRole("region", { name: "Reader" });
  await expect(reader.getByText("This email cannot be read right now")).toBeVisible();
  page.restore();
  await reader.getByRole("button", { name: "Try again" }).click();
  await expect(reader.getByRole("heading", { name: "One" })).toBeVisible();
});

for (const name of ["Save Draft", "Send"])
  test(`MAIL-49, MAIL-50, MAIL-63, ERR-02: if '${name}' fails the text is restored, and is stored once`, async ({
    page,
  }) => {
    await page.goto(DRAFTS);
    await expect(page.getByRole("heading", { name: "Email Management" })).toBeVisible();
    page.cut("emails.create", "emails.send", "emails.saveDraft", "emails.saveDraft");
    await page.keyboard.press("c");
    await dialog(page).getByLabel("Subject").fill("Three");
    await dialog(page).getByLabel("Message").fill("Typed with care");
    await button(page, name).click();
    await expect(toasts(page)).toContainText("Failed to save email: ");
    await expect(dialog(page).getByLabel("Message")).toHaveValue("Typed with care");
    await expect(card(page, "Three")).toHaveCount(0);
    page.restore();
    await button(page, "Save Draft").click();
    await expect(card(page, "Three")).toHaveCount(1);
  });

test("MAIL-51, MAIL-52, ERR-03: a mail that cannot be marked or deleted stays unchanged", async ({
  page,
  ada,
}) => {
  await twoDrafts(ada);
  await page.goto(DRAFTS);
  page.cut("emails.markFailed", "emails.deleteMany");
  await act(page, "One", "Mark as Failed");
  await expect(toasts(page)).toContainText("Failed to update email: ");
  await act(page, "One", "Delete");
  await expect(toasts(page)).toContainText("Failed to delete email: ");
  await expect(card(page, "One").getByText("Draft", { exact: true })).toBeVisible();
});

test("MAIL-53, MAIL-54: after a failed bulk action the selection stays", async ({ page, ada }) => {
  await twoDrafts(ada);
  await page.goto(DRAFTS);
  await tick(page.getByLabel("Select 'One'"));
  await tick(page.getByLabel("Select 'Two'"));
  page.cut("emails.archive", "emails.markFailed", "emails.deleteMany");
  const bar = page.getByRole("toolbar", { name: "Selected emails" });
  for (const [name, words] of [
    ["Archive", "Bulk archive failed"],
    ["Mark Failed", "Bulk update failed"],
    ["Delete", "Bulk delete failed"],
  ] as const) {
    await bar.getByRole("button", { name, exact: true }).click();
    await expect(toasts(page)).toContainText(words);
    await expect(bar).toContainText("2 selected");
  }
});
