import { X509Certificate } from "node:crypto";
import { dismiss, expect, expectAccessible } from "./support/fixtures.ts";
import { fillMailServers, test } from "./support/mail-servers.ts";
import { shoot } from "./support/shoot.ts";

test.use({ isTrusted: false });

test("a server with its own certificate: it is shown, trusted by one click, and no longer by another", async ({
  page,
  ownServers: { ada, mail },
}) => {
  const { fingerprint256 } = new X509Certificate(mail.certificate);
  const dialog = page.getByRole("dialog");
  await page.goto(`${ada.url}/email?tab=integrations`);
  await page.getByRole("button", { name: "Add account" }).click();
  await dialog.getByLabel("Email address").fill("ada@aldermoor.test");
  await dialog.getByLabel("Password").fill("correct horse");
  await dialog.getByLabel("Password").press("Enter");
  await expect(dialog.getByText("The servers of this address are not known.")).toBeVisible();
  await fillMailServers(dialog, mail);
  const trusted = (side: string) => dialog.getByRole("region", { name: `Trusted for ${side}` });

  await test.step("the certificate is shown once, with its fingerprint; one click trusts it", async () => {
    await dialog.getByRole("button", { name: "Connect" }).click();
    const shown = dialog.getByRole("region", { name: "Certificate of both servers" });
    await expect(shown).toContainText(fingerprint256);
    await expect(shown).toContainText("itself (self-signed)");
    await expect(shown.getByRole("button", { name: "Trust this certificate" })).toBeInViewport();
    await expectAccessible(page);
    await shoot(page, "certificate-to-trust");
    await shown.getByRole("button", { name: "Trust this certificate" }).click();
    await dismiss(page, "ada@aldermoor.test is connected");
    const row = page.getByRole("article", { name: "ada@aldermoor.test" });
    await expect(row.getByText("Up to date")).toBeVisible();
    await row.getByRole("button", { name: "Settings" }).click();
  });
  await test.step("its settings show what is trusted; without it the account asks again", async () => {
    await expect(trusted("reading")).toContainText(fingerprint256);
    await expectAccessible(page);
    await trusted("reading").scrollIntoViewIfNeeded();
    await shoot(page, "certificates-trusted");
    await trusted("reading").getByRole("button", { name: "Stop trusting it" }).click();
    await dismiss(page, "This certificate is no longer trusted");
    await expect(trusted("reading")).toHaveCount(0);
    await expect(trusted("sending")).toBeVisible();
    await dialog.getByRole("button", { name: "Test the connection" }).click();
    const shown = dialog.getByRole("region", { name: "Certificate of the server for reading" });
    await shown.getByRole("button", { name: "Trust this certificate" }).click();
    await expect(dialog.getByText("Reading and sending work.")).toBeVisible();
    await expect(trusted("reading")).toBeVisible();
  });
  await test.step("what else was typed is saved, although trusting has changed the account", async () => {
    await dialog.getByLabel("Your name").fill("Ada L.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dismiss(page, "Saved");
  });
});
