import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test: plainTest, aConfirmedPerson, openPage } = await startPages();

/** Ada's address is confirmed: documents shared by address wait until both addresses are. */
const test = plainTest.extend("ada", () => aConfirmedPerson("Ada Lovelace"));

const card = (page: Page) => page.getByRole("article", { name: "The lease", exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("decision 14: an unknown address is reported; a recipient has the document and a notification until it ends", async ({
  page,
  ada,
}) => {
  const body = new FormData();
  body.append("title", "The lease");
  body.append("file", new Blob(["Ten years, two doors"]), "lease.txt");
  await ada.request("/files/documents", { method: "POST", body, headers: { "x-adjutant-upload": "1" } });
  const bob = await aConfirmedPerson("Bob Noyce");
  await page.goto("/documents?view=grid");
  await button(page, "Share 'The lease'").click();
  await dialog(page).getByLabel("E-mail address").fill("nobody@example.com");
  await dialog(page).getByRole("button", { name: "Share", exact: true }).click();
  await expect(toasts(page)).toContainText("Nobody here has this address");
  await dialog(page).getByLabel("E-mail address").fill(bob.email);
  await dialog(page).getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog(page).getByText("Bob Noyce")).toBeVisible();
  const bobPage = await openPage(bob, "/documents?show=withMe&view=grid");
  await expect(card(bobPage)).toContainText("from Ada Lovelace");
  await button(bobPage, "View 'The lease'").click();
  await expect(bobPage.getByText("Ten years, two doors")).toBeVisible();
  await expect(bobPage.getByRole("button", { name: "Notifications, 1 unread" })).toHaveCount(1);
  const adaPage = await openPage(ada, "/documents?view=grid");
  await button(adaPage, "Share 'The lease'").click();
  await button(adaPage, "Create link").click();
  const link = await dialog(adaPage).getByLabel("Copy it now: it is shown only once").inputValue();
  expect((await bob.request(new URL(link).pathname)).status).toBe(200);
  await dialog(adaPage).getByText("Who opened it").click();
  await expect(
    dialog(adaPage)
      .getByRole("listitem")
      .getByText(/^Viewed/),
  ).toBeVisible();
  await button(adaPage, "Remove Bob Noyce").click();
  await expect(dialog(adaPage).getByText("Only you can read it")).toBeVisible();
  expect(await bob.call("documents.list", { show: "withMe" })).toMatchObject({ items: [] });
});
