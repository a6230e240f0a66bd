import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { toasts } from "./support/locators.ts";
import { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

type Listed = { items: { id: string; threadId: string }[] };

const group = (page: Page, name: RegExp) => page.getByRole("region", { name });
const link = (page: Page, name: RegExp) => page.getByRole("link", { name });

const openOf = (person: Person) => person.call<Listed>("commitments.list", { states: ["open", "proposed"] });

/** What somebody asks who was refused three times is only proposed from then on. */
async function refuseThree(ada: Person, ben: Person, ask: (body: string) => Promise<unknown>): Promise<void> {
  for (const person of [ada, ben]) await person.call("mailPreferences.update", { undoSeconds: 0 });
  for (const what of ["the plan", "the key", "the bill"]) await ask(`Could you send me ${what} by Friday?`);
  await expect.poll(async () => (await openOf(ada)).items.length, { timeout: 60_000 }).toBe(3);
  for (const { id } of (await openOf(ada)).items) await ada.call("commitments.refuse", { id });
}

test("a request in a mail is accepted, met, reopened and closed by the answer, by keys alone", async ({
  page,
  ada,
  instance,
}) => {
  const ben = await Person.signUp(instance.url, "Ben Okoye");
  const ask = (body: string) => ben.call("emails.send", { subject: "Lease", body, recipients: [ada.email] });
  const open = () => openOf(ada);
  await refuseThree(ada, ben, ask);

  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByText("You owe nobody anything")).toBeVisible();
  await ask("Could you send me the signed lease by Friday?");
  await expect(group(page, /^Found in your mail/)).toContainText(
    "Could you send me the signed lease by Friday?",
    {
      timeout: 60_000,
    },
  );
  await page.keyboard.press("j");
  await expect(link(page, /signed lease/)).toBeFocused();
  await page.keyboard.press("a");
  await expect(toasts(page)).toContainText("Accepted");
  await expect(group(page, /^Found in your mail/)).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(toasts(page)).toContainText("Met");
  await page.keyboard.press("z");
  await expect(link(page, /signed lease/)).toBeVisible();
  await link(page, /signed lease/).focus();
  await page.keyboard.press("Enter");
  const strip = page.getByRole("list", { name: "Promises" });
  await expect(strip).toContainText("asks you: send me the signed lease");
  await expectAccessible(page);
  await shoot(page, "promise-strip");

  const [request] = (await open()).items;
  const { items } = await ada.call<Listed>("emails.list", { view: "inbox" });
  const asked = items.find(({ threadId }) => threadId === request?.threadId);
  await ada.call("emails.send", {
    ...{ subject: "Re: Lease", body: "Here is the signed lease.", recipients: [ben.email] },
    inReplyTo: asked?.id,
  });
  await page.goto("/promises");
  await expect(page.getByText("You owe nobody anything")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Met, dropped and refused" }).focus();
  await page.keyboard.press("Enter");
  const closed = page.getByRole("list", { name: "Met, dropped and refused" });
  await expect(closed).toContainText("A later message answers it");
  await expectAccessible(page);
  await shoot(page, "promises-closed");
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await expect(toasts(page)).toContainText("Reopened");
  await expect(link(page, /signed lease/)).toBeVisible();
  await expect(closed).not.toContainText("signed lease");
});
