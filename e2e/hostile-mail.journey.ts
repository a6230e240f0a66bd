import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { toasts } from "./support/locators.ts";

const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name, exact: true });

const reader = (page: Page) => page.getByRole("region", { name: "Reader" });

const HOSTILE = `<html><head><style>.big{color:#a00}</style></head><body><table><tr><td style="padding:8px">
  <h1 class="big">Newsletter</h1><a href="javascript:parent.document.title='caught'">Offer</a>
  <a href="https://example.org/offer">Real offer</a>
  <img src="https://tracker.example.net/open.gif" width="1" height="1"><img src="https://cdn.example.net/hero.png" alt="Hero">
  <img src="x" onerror="parent.document.title='caught'"><script>parent.document.title = "caught"</script>
  <form action="https://evil.example"><input name="password"></form></td></tr></table></body></html>`;

test("MAIL-21: a message is imported from a file, and its hostile HTML is shown in a sandboxed frame", async ({
  page,
  ada,
}) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(ada.url) && !request.url().startsWith("data:")) outside.push(request.url());
  });
  await page.goto("/email?look=split");
  const choosing = page.waitForEvent("filechooser");
  await page.getByTitle("Part of the mailbox").click();
  await page.getByRole("menuitem", { name: "Import messages (.eml)" }).click();
  const head = ["From: Weekly <news@weekly.example>", `To: ${ada.email}`, "Subject: Offer of the week"];
  const type = ["Message-ID: <offer@weekly.example>", "Content-Type: text/html; charset=utf-8"];
  const buffer = Buffer.from([...head, ...type, "", HOSTILE].join("\r\n"));
  await (await choosing).setFiles({ name: "offer.eml", mimeType: "message/rfc822", buffer });
  await expect(toasts(page)).toContainText("Imported 1 message");
  await page.getByTitle("Part of the mailbox").click();
  await page.getByRole("menuitem", { name: "All mail" }).click();
  await row(page, "Offer of the week").click();
  const frame = reader(page).locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  const mail = frame.contentFrame();
  await expect(mail.getByRole("heading", { name: "Newsletter" })).toHaveCSS("color", "rgb(170, 0, 0)");
  await expect(mail.getByText("Offer", { exact: true })).not.toHaveAttribute("href");
  await expect(mail.getByRole("link", { name: "Real offer" })).toHaveAttribute("rel", /noopener/);
  await expect(mail.locator("script, form, input, [onerror]")).toHaveCount(0);
  const blocked = reader(page).getByText("1 remote image blocked");
  await expect(blocked).toContainText("Tracker removed: tracker.example.net");
  await expect(page).toHaveTitle(/^Email · /);
  await expectAccessible(page);
  await reader(page).getByRole("button", { name: "Show as text" }).click();
  await expect(frame).toHaveCount(0);
  expect(outside).toEqual([]);
});
