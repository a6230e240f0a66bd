import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const card = (page: Page) => page.getByRole("article", { name: "The lease", exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** As a page would send it. */
async function uploadLease(ada: PagePerson): Promise<void> {
  const body = new FormData();
  body.append("title", "The lease");
  body.append("file", new Blob(["Ten years"]), "lease.txt");
  await ada.request("/files/documents", { method: "POST", body, headers: { "x-adjutant-upload": "1" } });
}

test("DOC-22: documents that cannot be loaded can be retried", async ({ page, ada }) => {
  await uploadLease(ada);
  page.cut("documents.list");
  await page.goto("/documents?view=grid");
  await expect(toasts(page)).toContainText("Failed to fetch documents");
  page.restore();
  await button(page, "Try again").click();
  await expect(card(page)).toBeVisible();
});

test("DOC-24, DOC-25: a favorite and a deletion that fail are rolled back on the page", async ({
  page,
  ada,
}) => {
  await uploadLease(ada);
  await page.goto("/documents?view=grid");
  await expect(card(page)).toBeVisible();
  page.cut("documents.setFavorite", "documents.delete");
  await button(page, "Favorite 'The lease'").click();
  await expect(toasts(page)).toContainText("Failed to update favorite status");
  await expect(button(page, "Favorite 'The lease'")).toHaveAttribute("aria-pressed", "false");
  await card(page).focus();
  await page.keyboard.press("Delete");
  await expect(toasts(page)).toContainText("Failed to delete document");
  await expect(card(page)).toBeVisible();
});

test("DOC-22: the address of a document that cannot be read says so after three attempts, and can be retried", async ({
  page,
  ada,
}) => {
  await uploadLease(ada);
  const stored = async () =>
    (await ada.call<{ items: { id: string; readState: string }[] }>("documents.list", {})).items[0];
  // While its text is being read, the page would receive the document as a change.
  await expect.poll(async () => (await stored())?.readState, { timeout: 15_000 }).toBe("read");
  page.cut("documents.get", "documents.list");
  await page.goto(`/documents/${(await stored())?.id}`);
  await expect(page.getByRole("alert")).toContainText("Failed to fetch documents");
  const attempts = page.network.requested.filter((path) => path.includes("/rpc/documents.get"));
  expect(attempts).toHaveLength(3);
  page.restore();
  await button(page, "Try again").click();
  await expect(page.getByRole("heading", { name: "The lease", level: 1 })).toBeVisible();
});

test("the address of a document that is not there says so after one answer", async ({ page }) => {
  await page.goto("/documents/00000000-0000-4000-8000-000000000000");
  await expect(page.getByText("Document not found", { exact: true }).first()).toBeVisible();
  const attempts = page.network.requested.filter((path) => path.includes("/rpc/documents.get"));
  expect(attempts).toHaveLength(1);
});
