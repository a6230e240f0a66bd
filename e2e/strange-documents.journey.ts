import type { Page } from "@playwright/test";
import { uploadDocument } from "./support/document-files.ts";
import { expect, test } from "./support/fixtures.ts";
import type { Person } from "./support/person.ts";
import { aLockedPdf, aPdf, aPdfOfPages } from "./support/sample-files.ts";

const page1 = (page: Page) => page.getByRole("figure", { name: /^Page 1 of / });

async function openFile(page: Page, ada: Person, name: string, content: Buffer): Promise<void> {
  await page.goto(`/documents/${await uploadDocument(ada, name, content, name)}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Whatever the file is, it can be downloaded, and the page still answers. */
async function expectUsable(page: Page): Promise<void> {
  const arrives = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await arrives;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Document Hub" })).toBeVisible();
}

/** The widest and the highest canvas of the page. */
const largestCanvas = (page: Page) =>
  page.evaluate(() =>
    Math.max(...[...document.querySelectorAll("canvas")].map(({ width, height }) => Math.max(width, height))),
  );

const UNREADABLE = [
  ["none.pdf", aPdf()],
  ["locked.pdf", aLockedPdf],
  ["cut.pdf", aPdf("First", "Second").subarray(0, 300)],
  ["empty.pdf", Buffer.from("%PDF-1.7\n")],
] as const;

const BROKEN_OFFICE = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(2000, 7)]);

test("a file that nobody could read is refused as a document, with what is wrong with it", async ({
  ada,
}) => {
  for (const [name, content] of [...UNREADABLE, ["broken.docx", BROKEN_OFFICE] as const]) {
    const body = new FormData();
    body.append("title", name);
    body.append("file", new Blob([new Uint8Array(content)]), name);
    const headers = { "x-adjutant-upload": "1" };
    const answer = await ada.request("/files/documents", { method: "POST", body, headers });
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(answer.status, name).toBe(400);
    expect(error.message, name).toMatch(/^The file /);
  }
});

test("the same PDFs in a mail say that they cannot be shown, and can be downloaded", async ({
  page,
  ada,
}) => {
  const mail = [
    "From: Clara <clara@lattice.example>",
    `To: ${ada.email}`,
    "Subject: Strange files",
    `Date: ${new Date().toUTCString()}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="part"',
    "",
    ...UNREADABLE.flatMap(([name, content]) => [
      "--part",
      `Content-Type: application/pdf; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "Content-Transfer-Encoding: base64",
      "",
      content.toString("base64"),
    ]),
    "--part--",
    "",
  ].join("\r\n");
  const body = new FormData();
  body.set("file", new File([mail], "mail.eml", { type: "message/rfc822" }));
  const headers = { "x-adjutant-upload": "1" };
  await ada.request("/files/email/messages", { method: "POST", headers, body });
  await page.goto("/email?look=split");
  await page.getByText("Strange files").first().click();
  for (const [name] of UNREADABLE) {
    await page.getByTitle(`Look at '${name}'`).click();
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByRole("alert")).toContainText("You can still download it.");
    await expect(dialog.getByRole("link", { name: "Download" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

test("a PDF with a wrong table of its parts is shown all the same", async ({ page, ada }) => {
  const content = Buffer.from(
    aPdf("First", "Second")
      .toString("latin1")
      .replaceAll(/^0000000\d{3} 0/gm, "0000000001 0"),
    "latin1",
  );
  await openFile(page, ada, "broken.pdf", content);
  await expect(page1(page).getByText("First")).toBeAttached();
  await expectUsable(page);
});

test("a PDF without text has pages, and nothing to search in says so", async ({ page, ada }) => {
  await openFile(page, ada, "blank.pdf", aPdf("", ""));
  await expect(page1(page).locator("canvas")).toBeVisible();
  await expectUsable(page);
});

test("pages of any size stay within a canvas that a browser can hold", async ({ page, ada }) => {
  const pages = [
    { line: "Square", width: 14_400, height: 14_400 },
    { line: "Tower", width: 20, height: 14_400 },
    { line: "Ribbon", width: 14_400, height: 20 },
    { line: "Dot", width: 1, height: 1 },
  ];
  for (const each of pages) {
    await openFile(page, ada, `${each.line}.pdf`, aPdfOfPages([each]));
    await expect(page1(page).locator("canvas")).toBeVisible();
    await expect.poll(() => largestCanvas(page)).toBeLessThanOrEqual(8192);
  }
  await expectUsable(page);
});

test("a PDF of 5,000 pages draws those near the screen, goes to its end, and is printed from the file", async ({
  page,
  ada,
}) => {
  await openFile(
    page,
    ada,
    "long.pdf",
    aPdf(...Array.from({ length: 5000 }, (_, index) => `Page ${index + 1}`)),
  );
  // Not by role: the driver would work out the name of each of the 5,000, again and again beside the drawing.
  const picture = (number: number) =>
    page
      .locator("figure")
      .nth(number - 1)
      .locator("canvas");
  const slow = { timeout: 90_000 };
  await expect(picture(1)).toBeVisible(slow);
  await page.getByRole("region", { name: "5000 pages" }).press("End");
  await expect(picture(5000)).toBeVisible(slow);
  expect(await page.locator("figure canvas").count()).toBeLessThan(10);
  await page.keyboard.press("Control+p");
  await expect(page.getByText("Files of more than 500 pages are not printed here")).toBeVisible();
  await expectUsable(page);
});

test("a text that looks like a page is shown as text, and nothing of it runs or loads", async ({
  page,
  ada,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const hostile =
    "<script>document.title='taken'</script><img src=https://evil.example/x.png>\n[press](javascript:alert(1))";
  await openFile(page, ada, "hostile.txt", Buffer.from(hostile));
  await expect(page.getByText("<script>document.title='taken'</script>")).toBeVisible();
  expect(await page.title()).not.toBe("taken");
  expect(requested.filter((url) => url.includes("evil.example"))).toEqual([]);
  await expectUsable(page);
});
