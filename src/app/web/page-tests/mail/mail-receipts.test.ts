import { scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, owner, services, aUser } = pages;
const smtp = await scriptedSmtp();
await services.systemSettings.save(await aUser({ roles: ["admin"] }), {
  version: services.systemSettings.current.version,
  fields: { smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpSecure: false, smtpFromEmail: "desk@house.org" },
  secrets: {},
});

test("a message asks for read receipts with one switch, and shows who has read it", async ({ page, ada }) => {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0, signature: "" });
  await page.goto("/email");
  await page.getByRole("button", { name: "Compose Email" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Compose Email" });
  await dialog.getByRole("combobox", { name: "To" }).fill("Anna Berg <anna@far.org>, carl@far.org");
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Contract");
  await dialog.getByRole("textbox", { name: "Message" }).fill("Please read it.");
  const asks = dialog.getByRole("checkbox", { name: /Ask for a read receipt/ });
  await expect(asks).not.toBeChecked();
  await asks.click();
  await dialog.getByRole("button", { name: "Send" }).click();
  const sent = async () =>
    (
      await ada.call<{ items: { id: string; delivery: { state: string } | null }[] }>("emails.list", {
        status: "sent",
      })
    ).items[0];
  await expect.poll(async () => (await sent())?.delivery?.state, { timeout: 60_000 }).toBe("sent");
  expect(smtp.lines.some((line) => line.startsWith("Disposition-Notification-To: <"))).toBe(true);

  const id = (await sent())?.id ?? "";
  await page.goto(`/email?look=split&view=all&email=${id}`);
  const delivery = page.getByRole("region", { name: "Delivery" });
  await expect(delivery.getByText("Read receipt requested")).toBeVisible();
  await owner.query("update mail_recipients set receipt = $1 where address like 'Anna%'", [
    { at: "2026-05-12T14:02:00Z", disposition: "displayed", mode: "manual" },
  ]);
  await owner.query("update mail_recipients set receipt = $1 where address like 'carl%'", [
    { at: "2026-05-12T15:00:00Z", disposition: "deleted", mode: "automatic" },
  ]);
  await page.goto("/email");
  await page.goto(`/email?look=split&view=all&email=${id}`);
  const receipts = delivery.getByRole("list", { name: "Read receipts" });
  await expect(receipts.getByText(/^Read by Anna Berg, /)).toBeVisible();
  await expect(receipts.getByText(/^Deleted without being read by carl, .* \(automatic\)$/)).toBeVisible();
  await expectAccessible();
});
