import { expect, type Page } from "@playwright/test";
import { dialog } from "./locators.ts";
import type { Person } from "./person.ts";

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

/** Uploads as a page would. */
export async function uploadLease(person: Person): Promise<void> {
  const body = new FormData();
  body.append("title", "The lease");
  body.append("file", new Blob(["Ten years, two doors"]), "lease.txt");
  await person.request("/files/documents", { method: "POST", body, headers: { "x-adjutant-upload": "1" } });
}
