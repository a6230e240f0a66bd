import { readFileSync } from "node:fs";
import { modelStandIn } from "#platform/testing/stand-ins/model-stand-in.ts";
import { scannerStandIn, VIRUS } from "#platform/testing/stand-ins/scanner-stand-in.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const scanner = await scannerStandIn();
const model = await modelStandIn("sk-page");
const { test, aPerson, atEnd } = await startPages({ CLAMD_ADDRESS: scanner.address });
atEnd(async () => scanner.close());
atEnd(async () => void (await model.close()));
const admin = await aPerson("Grace Hopper", "admin");
const { version } = await admin.call<{ version: number }>("systemSettings.get");
await admin.call("systemSettings.update", {
  ...{ version, modelProvider: "compatible", modelUrl: model.url, modelName: "tiny", modelApiKey: "sk-page" },
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sample = (name: string) => new Uint8Array(readFileSync(`src/features/documents/samples/${name}`));

/** As a page would send it. */
function uploadFile(ada: PagePerson, title: string, content: BlobPart, name: string): Promise<Response> {
  const body = new FormData();
  body.append("title", title);
  body.append("file", new Blob([content]), name);
  return ada.request("/files/documents", { method: "POST", body, headers: { "x-adjutant-upload": "1" } });
}

test("D2: a virus is refused by name, and nothing of it is stored", async ({ ada }) => {
  const refused = await uploadFile(ada, "Invoice", VIRUS, "invoice.txt");
  expect(refused.ok).toBe(false);
  expect(await refused.text()).toContain(
    "The virus scanner found 'Eicar-Test-Signature' in this file, so it was not saved",
  );
  expect(await ada.call("documents.list")).toMatchObject({ items: [] });
});

test("D2, D3: a clean file says so; the model writes its summary, and if it fails the old summary stays", async ({
  page,
  ada,
}) => {
  await uploadFile(ada, "The lease", sample("lease.docx"), "lease.docx");
  await page.goto("/documents");
  await button(page, "View 'The lease'").click();
  await expect(page.getByRole("region", { name: "File" })).toContainText(
    "Scanned for viruses: nothing was found.",
  );
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("Built-in summary");
  model.behaviour.pieces = ["The lease runs for ", "five years."];
  await button(page, "Summarize with tiny").click();
  await expect(summary).toContainText("The lease runs for five years.");
  await expect(summary).toContainText("Summary by tiny");
  model.behaviour.mode = 500;
  await button(page, "Summarize with tiny").click();
  await expect(toasts(page)).toContainText("The summary stays as it was");
  await expect(summary).toContainText("The lease runs for five years.");
});

test("D2: a file that could not be scanned cannot be opened, and says why", async ({ page, ada }) => {
  scanner.behaviour.isFull = true;
  await uploadFile(ada, "The plan", "Two doors", "plan.txt");
  await page.goto("/documents");
  await button(page, "View 'The plan'").click();
  await expect(page.getByRole("main")).toContainText(
    "The virus scanner cannot be reached. The file opens after it is scanned.",
  );
  await expect(button(page, "Download")).toBeDisabled();
  scanner.behaviour.isFull = false;
});
