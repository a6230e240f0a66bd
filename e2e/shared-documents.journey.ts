import { anAccount, anotherBrowser } from "./support/accounts.ts";
import { openDocuments, uploadLease } from "./support/document-files.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, card, dialog } from "./support/locators.ts";
import { Person } from "./support/person.ts";

test("decision 14: shared with a person in real time, and revoked", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  await uploadLease(ada);
  const bob = await Person.signIn(instance.url, {
    fullName: "Bob",
    email: await anAccount(instance, "Bob"),
  });
  const bobsPage = await anotherBrowser(browser, instance);
  await bob.signInPage(bobsPage);
  await openDocuments(bobsPage, "?show=withMe&view=grid");
  await expect(bobsPage.getByText("Nothing is shared with you")).toBeVisible();
  await openDocuments(page, "?view=grid");
  await button(page, "Share 'The lease'").click();
  await dialog(page).getByLabel("E-mail address").fill(bob.email);
  await dialog(page).getByRole("button", { name: "Share", exact: true }).click();
  await expect(card(bobsPage, "The lease")).toContainText("from Ada Lovelace");
  await button(bobsPage, "View 'The lease'").click();
  await expect(bobsPage.getByText("Ten years, two doors")).toBeVisible();
  await bobsPage.keyboard.press("Escape");
  await expectAccessible(page);
  await button(page, "Remove Bob").click();
  await expect(card(bobsPage, "The lease")).toHaveCount(0);
  await bobsPage.context().close();
});
