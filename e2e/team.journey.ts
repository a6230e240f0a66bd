import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { PASSWORD, Person } from "./support/person.ts";
import type { Instance } from "./support/product.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const member = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const vote = (page: Page) => page.getByRole("article", { name: "Open the Lisbon office" });

/** A person with a confirmed address who has not signed in yet. */
async function anAccount(instance: Instance, fullName: string): Promise<string> {
  const email = `${fullName.toLowerCase()}.${randomUUID()}@example.com`;
  const { output } = await instance.command(["create-user", email, fullName], PASSWORD);
  expect(output).toContain("Created the account");
  return email;
}

async function anotherBrowser(browser: Browser, instance: Instance): Promise<Page> {
  return (await browser.newContext({ baseURL: instance.url })).newPage();
}

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

test("TEAM-11, TEAM-13, TEAM-14, V2, V8: two browsers vote on a decision; its log is verified and downloaded", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Leadership" });
  const email = await anAccount(instance, "Bob");
  const bob = await Person.signIn(instance.url, { fullName: "Bob", email });
  const { link } = await ada.call<{ link: string }>("invitations.create", { workspaceId, email });
  await bob.call("invitations.accept", { token: link.split("#")[1] });
  const bobs = await anotherBrowser(browser, instance);
  await bob.signInPage(bobs);
  for (const each of [page, bobs]) await each.goto("/team?tab=decisions");
  await expect(tab(bobs, "Decisions")).toHaveAttribute("aria-selected", "true");
  await button(page, "New Decision").first().click();
  await dialog(page).getByLabel("Title").fill("Open the Lisbon office");
  await dialog(page).getByLabel("Workspace").selectOption("Leadership");
  await dialog(page).getByLabel("Quorum").selectOption("Everyone");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Create Decision" }).click();
  await expect(vote(bobs)).toContainText("Voting");
  await expectAccessible(bobs);
  await button(bobs, "Approve").click();
  await expect(vote(page)).toContainText("Approve 1");
  await button(page, "Approve").click();
  await expect(vote(bobs)).toContainText("everyone voted");
  await button(page, "Open the Lisbon office").click();
  await dialog(page).getByText("Log", { exact: true }).click();
  await expect(dialog(page).getByRole("list", { name: "Log" })).toContainText("Bob voted Approve");
  await dialog(page).getByRole("button", { name: "Verify" }).click();
  await expect(dialog(page)).toContainText("Intact: 4 entries");
  await expect(dialog(page)).toContainText("checked by the server and in this browser");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "PDF" }).click();
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe("%PDF-");
  await bobs.context().close();
});
