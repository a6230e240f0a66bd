import { chooseFiles, file, openDocuments } from "./support/document-files.ts";
import { expect, test } from "./support/fixtures.ts";
import { button, card, dialog, toasts } from "./support/locators.ts";
import { aWordFile } from "./support/sample-files.ts";

test("decision 14: several files at once, a large one that resumes after a disconnect, and dropped ones", async ({
  page,
  ada,
}) => {
  await openDocuments(page, "?view=grid");
  await chooseFiles(page, file("plan.txt", Buffer.from("plan")), file("letter.docx", aWordFile));
  await dialog(page).getByLabel("Title of plan.txt").fill("The plan");
  await button(page, "Upload 2 Documents").click();
  await expect(card(page, "The plan")).toBeVisible();
  await expect(card(page, "letter")).toBeVisible();
  await test.step("a large upload resumes after a disconnect and a page reload", async () => {
    let parts = 0;
    await page.route("**/files/uploads/*", (route) => {
      parts += route.request().method() === "PUT" ? 1 : 0;
      return parts > 1 ? route.abort() : route.continue();
    });
    await chooseFiles(page, file("archive.txt", Buffer.alloc(11 * 1024 ** 2, "Minutes of the board. ")));
    await button(page, "Upload").click();
    await expect(page.getByRole("region", { name: "Uploads" })).toContainText("Paused at 45 %");
    await page.unroute("**/files/uploads/*");
    await page.reload();
    await expect(card(page, "archive")).toBeVisible();
    await expect(page.getByRole("region", { name: "Uploads" })).toHaveCount(0);
  });
  await test.step("files dropped onto the page open the dialog with them", async () => {
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["dropped"], "from-desktop.txt"));
      return transfer;
    });
    await page.dispatchEvent("main", "dragenter", { dataTransfer: dropped });
    await expect(page.getByText("Drop files to upload them")).toBeVisible();
    await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
    await expect(dialog(page).getByLabel("Title", { exact: true })).toHaveValue("from desktop");
    await button(page, "Upload").click();
    await expect(card(page, "from desktop")).toBeVisible();
  });
  await test.step("a duplicate file is detected", async () => {
    await chooseFiles(page, file("again.txt", Buffer.from("plan")));
    await button(page, "Upload").click();
    await expect(toasts(page)).toContainText("Its content is the same as that of 'The plan'.");
    expect(await ada.call("documents.stats")).toMatchObject({ total: 5 });
  });
});
