import { expect, expectAccessible } from "./support/fixtures.ts";
import { test } from "./support/mail-servers.ts";

test("a conversation is moved to a folder by keyboard, here and on the server, and back", async ({
  page,
  ownServers: { ada, mail },
}) => {
  await mail.doveadm("mailbox", "create", "-u", "ada", "Board", "Travel");
  await mail.save(
    "ada",
    "INBOX",
    "From: Clara Voss <clara@lattice.test>\nTo: ada@aldermoor.test\nSubject: Papers\nMessage-ID: <Papers@lattice.test>\n\nPlease read them before Thursday.\n",
  );
  const server = { host: "localhost", security: "tls", username: "ada" };
  await ada.call("mailAccounts.connect", {
    ...{ address: "ada@aldermoor.test", password: "correct horse", name: "" },
    imap: { ...server, port: mail.imapPort },
    smtp: { ...server, port: mail.implicitTlsPort },
  });
  const dialog = page.getByRole("dialog");
  await page.goto(`${ada.url}/email?look=split`);
  const rows = page.getByRole("list", { name: "Conversations" });
  await rows.getByRole("listitem", { name: "Papers" }).click();
  await page.keyboard.press("v");
  await expect(dialog.getByRole("listitem")).toHaveText(["Inbox", "Archive", "Board", "Travel"]);
  await expectAccessible(page);
  await page.keyboard.type("jukebox");
  await expect(dialog.getByText("No folder is called that")).toBeVisible();
  await dialog.getByLabel("Search folders").fill("boa");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Moved 1 email(s) to 'Board'")).toBeVisible();
  await expect(rows.getByRole("listitem", { name: "Papers" })).toHaveCount(0);
  const inBoard = () => mail.doveadm("fetch", "-u", "ada", "uid", "mailbox", "Board", "all");
  await expect.poll(inBoard).toContain("uid");
  await page.keyboard.press("z");
  await expect(rows.getByRole("listitem", { name: "Papers" })).toBeVisible();
  await expect.poll(inBoard).not.toContain("uid");
});
