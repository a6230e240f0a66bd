import { expect, type Page } from "@playwright/test";
import { dialog } from "./locators.ts";

export const file = (name: string, buffer: Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer,
});

export async function openDocuments(page: Page, search = ""): Promise<void> {
  await page.goto(`/documents${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "Document Hub" })).toBeVisible();
}

export async function chooseFiles(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.keyboard.press("u");
  await dialog(page).getByLabel("File", { exact: true }).setInputFiles(files);
}
