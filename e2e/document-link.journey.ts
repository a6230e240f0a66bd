import { readFile } from "node:fs/promises";
import { openDocuments, uploadLease } from "./support/document-files.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { button, dialog } from "./support/locators.ts";

test("decision 14: a document shared by link: the page and the file for a visitor without an account, until it is revoked", async ({
  page,
  ada,
  browser,
}) => {
  await uploadLease(ada);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDocuments(page);
  await button(page, "Share 'The lease'").click();
  await dialog(page).getByLabel("Password (optional)").fill("lisbon");
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  const link = await dialog(page).getByLabel("Copy it now: it is shown only once").inputValue();
  await expect(dialog(page).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectAccessible(page);
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
  await dialog(page)
    .getByRole("button", { name: /^Revoke the link/ })
    .click();
  await expect(dialog(page).getByRole("button", { name: /^Revoke the link/ })).toHaveCount(0);
  expect((await fetch(link)).status).toBe(404);
});
