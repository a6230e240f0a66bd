import { expect, expectAccessible } from "./support/fixtures.ts";
import { fillMailServers, test } from "./support/mail-servers.ts";

test("the first steps of a new account connect a mailbox, say that no calendar was found, and end on its mail", async ({
  page,
  ownServers: { ada, mail },
}) => {
  await page.goto(ada.url);
  const steps = page.getByRole("region", { name: "Set up your workspace" });
  await steps.getByRole("button", { name: "Skip this step" }).click();
  await expect(steps.getByLabel("Email address")).toBeFocused();
  await steps.getByLabel("Email address").fill("ada@aldermoor.test");
  await steps.getByRole("textbox", { name: "Password" }).fill("correct horse");
  await steps.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(steps.getByText("The servers of this address are not known.")).toBeVisible();
  await fillMailServers(steps, mail);
  await expectAccessible(page);
  await steps.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(steps.getByText("Mail of ada@aldermoor.test")).toBeVisible();
  await expect(steps.getByText("No calendar server was found for this address.")).toBeVisible();
  await steps.getByRole("button", { name: "Continue" }).click();
  await steps.getByLabel("After signing in, open").selectOption("Email");
  await steps.getByRole("button", { name: "Finish" }).click();
  await expect(steps).toHaveCount(0);
  expect(await ada.call("mailAccounts.list", {})).toMatchObject({
    items: [{ address: "ada@aldermoor.test" }],
  });
  expect(await ada.call("profile.get", {})).toMatchObject({ startPage: "/email" });
});
