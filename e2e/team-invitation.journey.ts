import type { Page } from "@playwright/test";
import { anAccount, anotherBrowser } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, toasts } from "./support/locators.ts";
import { PASSWORD, Person } from "./support/person.ts";

const member = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

test("TEAM-16, AUTH-04, D3, decision 15: an invitation link survives the sign-in; both see each other online", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Leadership" });
  const email = await anAccount(instance, "Bob");
  const { link } = await ada.call<{ link: string }>("invitations.create", { workspaceId, email });
  await page.goto("/team");
  await expect(page.getByRole("listitem", { name: email })).toBeVisible();
  await test.step("another person's link reveals nothing", async () => {
    const carols = await anotherBrowser(browser, instance);
    await (await Person.signUp(instance.url, "Carol")).signInPage(carols);
    await carols.goto(link);
    await expect(carols.getByText("This invitation was made for another address")).toBeVisible();
    await expect(carols.getByText("Leadership")).toHaveCount(0);
    await carols.context().close();
  });
  const bobs = await anotherBrowser(browser, instance);
  await bobs.goto(link);
  await expect(bobs).toHaveURL(/\/auth$/);
  await bobs.getByLabel("Email").fill(email);
  await bobs.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await bobs.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(bobs.getByText("Ada Lovelace invites you to 'Leadership'")).toBeVisible();
  await expectAccessible(bobs);
  await button(bobs, "Accept invitation").click();
  await expect(bobs).toHaveURL(/\/team$/);
  await expect(member(bobs, "Ada Lovelace")).toContainText("Online");
  await expect(member(page, "Bob")).toContainText("Online");
  await expect(page.getByRole("listitem", { name: email })).toHaveCount(0);
  await expectAccessible(page);
  await bobs.goto("about:blank");
  await expect(member(page, "Bob")).toContainText("Seen");
  await bobs.goto("/team");
  await expect(member(page, "Bob")).toContainText("Online");
  await button(page, "Manage Bob").click();
  await button(page, "Remove Bob from Leadership").click();
  await expect(toasts(page)).toContainText("Bob was removed");
  await expect(bobs.getByText("Your teammates appear here")).toBeVisible();
  await bobs.context().close();
});
