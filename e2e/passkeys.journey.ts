import { addAuthenticator } from "./support/authenticator.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { PASSWORD } from "./support/person.ts";
import { expectSignedIn, signIn } from "./support/sign-in.ts";

test("Ada adds a passkey, names it, signs in with it alone, and removes it", async ({
  page,
  ada,
  instance,
}) => {
  await addAuthenticator(page);
  await page.goto("/settings?tab=security");
  await expect(page.getByText("Browsers allow passkeys only under a name")).toBeVisible();
  // Passkeys need a host name: the same server under `localhost`.
  const named = instance.url.replace("127.0.0.1", "localhost");
  await page.goto(`${named}/auth`);
  await signIn(page, ada.email);
  await expectSignedIn(page);
  await page.goto(`${named}/settings?tab=security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("a wrong one");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The password is not correct")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByLabel("Name").fill("Work laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Work laptop");
  await page.getByRole("button", { name: "Rename Work laptop" }).click();
  await dialog.getByLabel("Name").fill("Ada's laptop");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Ada's laptop");
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto(`${named}/auth`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectSignedIn(page);
  await page.goto(`${named}/settings?tab=security`);
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Last used today");
  await page.getByRole("button", { name: "Remove Ada's laptop" }).click();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${named}/auth`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(
    page.getByText("This passkey is not registered here. It may have been removed."),
  ).toBeVisible();
});
