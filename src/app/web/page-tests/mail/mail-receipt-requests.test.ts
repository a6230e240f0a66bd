import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect } from "../../testing/expect-shown.ts";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, owner } = pages;

type Listed = { items: { id: string; subject: string; delivery: { state: string } | null }[] };

/** Each message asks Ada, who wrote it to herself, for a read receipt. */
async function receive(ada: PagePerson, ...subjects: string[]): Promise<void> {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "" });
  for (const subject of subjects) {
    await ada.call("emails.send", {
      ...{ subject, recipients: [ada.email], body: "The figures are ready.", isReceiptRequested: true },
    });
    const arrived = async () =>
      (await ada.call<Listed>("emails.list", { view: "inbox", text: subject })).items;
    await expect.poll(async () => (await arrived()).length, { timeout: 60_000 }).toBe(1);
  }
}

test("the reader asks whether the sender gets a receipt, says where it goes, and sends it only then", async ({
  page,
  ada,
}) => {
  await receive(ada, "First", "Second");
  await owner.query(
    `update emails set receipt_request = jsonb_set(receipt_request, '{to}', '["archive@far.org"]')
     where subject = 'Second' and status = 'received'`,
  );
  await page.goto("/email?look=split&view=inbox");
  const row = (name: string) =>
    page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name, exact: true });
  await row("First").click();
  const question = page.getByRole("region", { name: "Read receipt" });
  await expect(
    question.getByText(`The sender asks for a read receipt. It goes to ${ada.email}.`),
  ).toBeVisible();
  await expectAccessible();
  expect((await ada.call<Listed>("emails.list", { status: "sent" })).items).toHaveLength(2);
  await question.getByRole("button", { name: "Send the read receipt" }).click();
  await expect(page.getByText("You sent a read receipt")).toBeVisible();
  await expect(question).toHaveCount(0);
  const sent = async () => (await ada.call<Listed>("emails.list", { status: "sent" })).items;
  const receipt = async () => (await sent()).find(({ subject }) => subject === "Read: First");
  await expect.poll(async () => (await receipt())?.delivery?.state, { timeout: 60_000 }).toBe("sent");

  await row("Second").click();
  await expect(
    question.getByText(/It goes to archive@far\.org, not to the address that the message is from\.$/),
  ).toBeVisible();
  await question.getByRole("button", { name: "Don't send a read receipt" }).click();
  await expect(question).toHaveCount(0);
  await page.reload();
  await row("Second").click();
  await expect(
    page.getByRole("region", { name: "Reader" }).getByText("The figures are ready."),
  ).toBeVisible();
  await expect(question).toHaveCount(0);
  expect((await sent()).map(({ subject }) => subject).toSorted()).toEqual(["First", "Read: First", "Second"]);
});

test("who never sends receipts is not asked", async ({ page, ada }) => {
  await receive(ada, "Quiet");
  await page.goto("/settings?tab=mail");
  await page.getByLabel("Requests for read receipts").selectOption("never");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.goto("/email?look=split&view=inbox");
  await page.getByRole("listitem", { name: "Quiet", exact: true }).click();
  await expect(page.getByText("The figures are ready.").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Read receipt" })).toHaveCount(0);
});
