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

/** Uploads as a page would, and returns the id. */
export async function uploadDocument(
  person: Person,
  title: string,
  content: Buffer,
  name: string,
): Promise<string> {
  const body = new FormData();
  body.append("title", title);
  body.append("file", new Blob([new Uint8Array(content)]), name);
  const headers = { "x-adjutant-upload": "1" };
  const answer = await person.request("/files/documents", { method: "POST", body, headers });
  return ((await answer.json()) as { id: string }).id;
}

export const uploadLease = (person: Person): Promise<string> =>
  uploadDocument(person, "The lease", Buffer.from("Ten years, two doors"), "lease.txt");
