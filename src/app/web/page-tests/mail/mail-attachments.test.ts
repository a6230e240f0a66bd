import { aJpeg, pngHeader } from "#platform/testing/pictures.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

// The files of a mail: a picture opens in a dialog, after its header was read; whatever else it is, it can only be saved.

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const files = (page: Page) => page.getByRole("region", { name: "Attachments" });

type FileOfMail = { name: string; type: string; content: Buffer };

/** Imports a mail with this file and opens it. */
async function openMailWith(page: Page, ada: PagePerson, file: FileOfMail): Promise<void> {
  const { name, type, content } = file;
  const subject = `Mail with ${name}`;
  const message = [
    "From: Clara <clara@lattice.example>",
    `To: ${ada.email}`,
    `Subject: ${subject}`,
    `Date: ${new Date(Date.now() - 172_800_000).toUTCString()}`,
    `Message-ID: <${name}@lattice.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="part"',
    "",
    "--part",
    "Content-Type: text/plain",
    "",
    "See the file.",
    "--part",
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    content.toString("base64"),
    "--part--",
    "",
  ].join("\r\n");
  const body = new FormData();
  body.set("file", new File([message], "mail.eml", { type: "message/rfc822" }));
  const headers = { "x-adjutant-upload": "1" };
  const answer = await ada.request("/files/email/messages", { method: "POST", body, headers });
  expect(answer.ok).toBe(true);
  await page.goto("/email?look=split");
  await page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name: subject }).click();
  await expect(files(page).getByText(name)).toBeVisible();
}

test("an image opens in a dialog, can be saved there, and closes with Escape", async ({ page, ada }) => {
  const content = aJpeg({ width: 64, height: 32 });
  await openMailWith(page, ada, { name: "plan.jpg", type: "image/jpeg", content });
  await files(page).getByTitle("Look at 'plan.jpg'").click();
  await expect(dialog(page)).toHaveAccessibleName("plan.jpg");
  const picture = dialog(page).getByRole("img", { name: "plan.jpg" });
  await expect(picture).toHaveAttribute("src", `data:image/jpeg;base64,${content.toString("base64")}`);
  const save = dialog(page).getByRole("link", { name: "Download" });
  await expect(save).toBeFocused();
  await expect(save).toHaveAttribute("download", "plan.jpg");
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("an image with too many pixels to decode is not shown, but can be saved", async ({ page, ada }) => {
  const content = pngHeader({ width: 60_000, height: 60_000 });
  await openMailWith(page, ada, { name: "bomb.png", type: "image/png", content });
  await files(page).getByTitle("Look at 'bomb.png'").click();
  await expect(dialog(page)).toContainText("This picture is too large to show here");
  await expect(dialog(page)).toContainText("It has 60,000 × 60,000 pixels. You can still download it.");
  await expect(dialog(page).getByRole("img", { name: "bomb.png" })).toHaveCount(0);
  await expect(dialog(page).getByRole("link", { name: "Download" })).toBeVisible();
});

test("a page that claims to be an image is not shown; a failed load can be retried", async ({
  page,
  ada,
}) => {
  const content = Buffer.from("<script>alert(1)</script>");
  await openMailWith(page, ada, { name: "page.png", type: "image/png", content });
  await files(page).getByTitle("Look at 'page.png'").click();
  await expect(dialog(page)).toContainText("The file cannot be shown");
  await expect(dialog(page)).toContainText("You can still download it.");
  const picture = { name: "plan.jpg", type: "image/jpeg", content: aJpeg({ width: 64, height: 32 }) };
  await openMailWith(page, ada, picture);
  const address = await files(page).getByRole("link", { name: "Download 'plan.jpg'" }).element();
  page.network.cut(address.getAttribute("href") ?? "");
  await files(page).getByTitle("Look at 'plan.jpg'").click();
  await expect(dialog(page)).toContainText("The file cannot be shown");
  page.restore();
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(dialog(page).getByRole("img", { name: "plan.jpg" })).toBeVisible();
});

test("an executable can only be saved, and is never shown as a page of this site", async ({ page, ada }) => {
  const content = Buffer.from("<script>alert(document.cookie)</script>");
  await openMailWith(page, ada, { name: "invoice.html", type: "text/html", content });
  await expect(files(page).getByRole("button")).toHaveCount(0);
  const link = files(page).getByRole("link", { name: "Download 'invoice.html'" });
  await expect(link).toHaveAttribute("download", "invoice.html");
  const answer = await ada.request((await link.element()).getAttribute("href") ?? "");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});
