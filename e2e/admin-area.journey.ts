import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { PASSWORD, Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";
import { signIn, signOut } from "./support/sign-in.ts";

const ADMIN = { fullName: "The Boss", email: "boss@example.com" };

const dashboard = (page: Page) => page.getByRole("heading", { name: "Executive Dashboard" });
const adminEntry = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin", exact: true });

test("DASH-34, ROLE-02 (decision 4): ADMIN_EMAIL redirects to /admin once per sign-in, replacing the history entry", async ({
  page,
}) => {
  const instance = await Instance.create({ ADMIN_EMAIL: ADMIN.email });
  const program = await instance.start();
  const first = await Person.signUp(instance.url, "Early Bird");

  await test.step("ROLE-02: with ADMIN_EMAIL set, the first account is not an administrator", async () => {
    expect(await first.call("session.current")).toMatchObject({ isAdmin: false });
    await first.signInPage(page);
    await page.goto(`${instance.url}/admin`);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    await signOut(page);
  });
  await test.step("DASH-34: ADMIN_EMAIL redirects to /admin once per sign-in, replacing the history entry", async () => {
    const { output } = await instance.command(["setup-link"]);
    const token = /#setup=(\S+)/.exec(output)?.[1];
    await fetch(`${instance.url}/rpc/session.setUp`, {
      method: "POST",
      body: JSON.stringify({ ...ADMIN, password: PASSWORD, token }),
      headers: { "content-type": "application/json", origin: instance.url },
    });
    await page.goto("about:blank");
    await page.goto(`${instance.url}/auth`);
    await signIn(page, ADMIN.email);
    await expect(page).toHaveURL(`${instance.url}/admin`);
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("about:blank");
    await page.goto(instance.url);
    await expect(dashboard(page)).toBeVisible();
    await adminEntry(page).click();
    await expect(page).toHaveURL(`${instance.url}/admin`);
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(dashboard(page)).toBeVisible();
  });
  await test.step("DASH-34: redirects again after the next sign-in", async () => {
    await signOut(page);
    await signIn(page, ADMIN.email);
    await expect(page).toHaveURL(`${instance.url}/admin`);
  });
  await program.end();
  await instance.remove();
});
