import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, card, dialog } from "./support/locators.ts";
import { PASSWORD, Person } from "./support/person.ts";
import type { Instance } from "./support/product.ts";

async function openDocuments(page: Page, search = ""): Promise<void> {
  await page.goto(`/documents${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "Document Hub" })).toBeVisible();
}

/**
 * Documents are shared by address only with accounts whose address is confirmed, such as those that an administrator
 * creates.
 */
async function confirmedPerson(instance: Instance, fullName: string): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  await instance.command(["create-user", email, fullName], PASSWORD);
  return Person.signIn(instance.url, { fullName, email });
}

/** Uploads as a page would. */
async function uploadLease(person: Person): Promise<void> {
  const body = new FormData();
  body.append("title", "The lease");
  body.append("file", new Blob(["Ten years, two doors"]), "lease.txt");
  await person.request("/files/documents", { method: "POST", body, headers: { "x-adjutant-upload": "1" } });
}

test("decision 14: shared with a person in real time, by link without an account, and revoked", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  await uploadLease(ada);
  const bob = await confirmedPerson(instance, "Bob Noyce");
  const bobsPage = await (await browser.newContext({ baseURL: instance.url })).newPage();
  await bob.signInPage(bobsPage);
  await openDocuments(bobsPage, "?show=withMe");
  await expect(bobsPage.getByText("Nothing is shared with you")).toBeVisible();
  await openDocuments(page);
  await button(page, "Share 'The lease'").click();
  await dialog(page).getByLabel("E-mail address").fill(bob.email);
  await dialog(page).getByRole("button", { name: "Share", exact: true }).click();
  await expect(card(bobsPage, "The lease")).toContainText("from Ada Lovelace");
  await button(bobsPage, "View 'The lease'").click();
  await expect(bobsPage.getByText("Ten years, two doors")).toBeVisible();
  await bobsPage.keyboard.press("Escape");
  await dialog(page).getByLabel("Password (optional)").fill("lisbon");
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  const link = await dialog(page).getByLabel("Copy it now: it is shown only once").inputValue();
  await expectAccessible(page);
  await test.step("by link: the page and the file for a visitor without an account", async () => {
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(link);
    await visitor.getByLabel(/password for it/).fill("porto");
    await visitor.keyboard.press("Enter");
    await expect(visitor.getByRole("alert")).toHaveText("This password is not right");
    await expectAccessible(visitor);
    await visitor.getByLabel(/password for it/).fill("lisbon");
    await visitor.keyboard.press("Enter");
    await expect(visitor.getByRole("heading", { name: "The lease" })).toBeVisible();
    await expect(visitor.getByText("Shared by Ada Lovelace")).toBeVisible();
    await expectAccessible(visitor);
    const waiting = visitor.waitForEvent("download");
    await visitor.getByRole("link", { name: "Download" }).click();
    expect((await readFile(await (await waiting).path())).toString()).toBe("Ten years, two doors");
    await visitor.context().close();
  });
  await button(page, "Remove Bob Noyce").click();
  await expect(card(bobsPage, "The lease")).toHaveCount(0);
  await dialog(page)
    .getByRole("button", { name: /^Revoke the link/ })
    .click();
  await expect(dialog(page).getByRole("button", { name: /^Revoke the link/ })).toHaveCount(0);
  expect((await fetch(link)).status).toBe(404);
  await bobsPage.context().close();
});
