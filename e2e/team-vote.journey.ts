import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { anAccount, anotherBrowser } from "./support/accounts.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog } from "./support/locators.ts";
import { Person } from "./support/person.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const vote = (page: Page) => page.getByRole("article", { name: "Open the Lisbon office" });

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
