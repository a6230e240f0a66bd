import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import type { PagePerson } from "../../testing/start-pages.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const row = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const figures = (page: Page) => page.getByRole("list", { name: "Figures" });

async function upload(person: PagePerson, title: string, fileName: string): Promise<void> {
  const body = new FormData();
  body.append("title", title);
  body.append("file", new Blob(["The board meets"]), fileName);
  const headers = { "x-adjutant-upload": "1" };
  await person.request("/files/documents", { method: "POST", body, headers });
}

test("DOC-02 to DOC-05, DOC-09: the list is first, with its figures in one line; the grid is one key away", async ({
  page,
  ada,
}) => {
  await upload(ada, "Minutes", "minutes.txt");
  await page.goto("/documents");
  for (const fact of ["General", "Text", "15 Bytes", "Only you"])
    await expect(row(page, "Minutes").getByText(fact, { exact: true })).toBeVisible();
  for (const figure of ["Total Documents 1", "Favorites 0", "Shared 0", "AI Processed 0"])
    await expect(figures(page)).toContainText(figure);
  await row(page, "Minutes").focus();
  await page.keyboard.press("f");
  await expect(figures(page)).toContainText("Favorites 1");
  await figures(page).getByRole("button", { name: "Favorites 1" }).click();
  await expect(page.getByRole("tab", { name: "Favorites" })).toHaveAttribute("aria-selected", "true");
  await expect(row(page, "Minutes")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("article", { name: "Minutes" })).toBeVisible();
  await expect(figures(page)).toHaveCount(0);
  await page.goto("/calendar");
  await page.goto("/documents");
  await expect(page.getByRole("article", { name: "Minutes" })).toBeVisible();
  await page.keyboard.press("1");
  await expect(row(page, "Minutes")).toBeVisible();
});
