import { expect, expectAccessible } from "./support/fixtures.ts";
import { fillMailServers, test } from "./support/mail-servers.ts";

test("the checklist of a new account connects a mailbox, says that no calendar was found, and ticks the step", async ({
  page,
  ownServers: { ada, mail },
}) => {
  await page.goto(ada.url);
  const steps = page.getByRole("region", { name: "Set up your workspace" });
  await expect(steps.getByRole("listitem")).toHaveCount(6);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Connect your mail" });
  await form.getByLabel("Email address").fill("ada@aldermoor.test");
  await form.getByRole("textbox", { name: "Password" }).fill("correct horse");
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form.getByText("The servers of this address are not known.")).toBeVisible();
  await expect(form.getByRole("group", { name: "Reading (IMAP)" }).getByLabel("Server")).toBeFocused();
  await fillMailServers(form, mail);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form.getByText("Mail of ada@aldermoor.test")).toBeVisible();
  await expect(form.getByText("No calendar server was found for this address.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Done", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  await expect(steps.getByRole("button", { name: /^Connect your mail.*Done$/ })).toBeFocused();
  expect(await ada.call("mailAccounts.list", {})).toMatchObject({
    items: [{ address: "ada@aldermoor.test" }],
  });
});
