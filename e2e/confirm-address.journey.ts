import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { mailSink } from "./support/mail-sink.ts";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

test("decision 3: with a mail server Ada requests the link, opens it and is confirmed, once", async ({
  page,
  browser,
}) => {
  const outside = await mailSink();
  const instance = await Instance.create({
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(outside.port),
    SMTP_FROM_EMAIL: "desk@aldermoor.org",
    SMTP_SECURE: "false",
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
  });
  const program = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace", "aldermoor.org");
  await ada.signInPage(page);
  await page.goto(`${instance.url}/settings?tab=profile`);
  await expect(page.getByText("Not proven")).toBeVisible();
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Confirmation message sent")).toBeVisible();
  await expect.poll(() => outside.links("confirm").length).toBe(2);
  const link = outside.links("confirm")[1] ?? "";
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole("button", { name: "To the dashboard" }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("tab", { name: "Profile" }).click();
  await expect(page.getByText("Proven", { exact: true })).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "The email was not confirmed" })).toBeVisible();
  await expect(visitor.getByText("This link is no longer valid.")).toBeVisible();
  await expectAccessible(visitor);
  await visitor.context().close();
  await program.end();
  await instance.remove();
  outside.close();
});
