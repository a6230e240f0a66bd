import { expect, test } from "./support/fixtures.ts";
import { toasts } from "./support/locators.ts";
import { PASSWORD, Person } from "./support/person.ts";

test("AUTH-04, AUTH-05, AUTH-14, AUTH-30, AUTH-34 to AUTH-38, AUTH-42, SHELL-50 (decision 2): session and sign-out", async ({
  page,
  instance,
}) => {
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  for (const path of ["/", "/admin/users", "/nowhere", "/tasks?view=list"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`${instance.url}/auth`);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  }
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(toasts(page)).toContainText("Welcome back!");
  await expect(page).toHaveURL(/\/tasks\?view=list/);
  await test.step("the session cookie is HttpOnly and survives a browser restart", async () => {
    expect(await page.evaluate(() => document.cookie)).toBe("");
    const stored = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain("token");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 24 * 60 * 60);
  });
  await page.goto("/auth");
  await expect(page).toHaveURL(`${instance.url}/`);
  await expect(page.getByRole("heading", { name: "Executive Dashboard" })).toBeVisible();
  const signOut = async () => {
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await page.route("**/rpc/session.signOut", (route) => route.abort());
  await signOut();
  await expect(toasts(page).getByRole("alert").last()).toContainText("Error signing out");
  await page.unrouteAll();
  const other = await page.context().newPage();
  await other.goto("/tasks");
  await expect(other.getByRole("heading", { name: "Task Management" })).toBeVisible();
  await signOut();
  await expect(toasts(page)).toContainText("Signed out successfully");
  await expect(page).toHaveURL(`${instance.url}/auth`);
  await expect(other).toHaveURL(`${instance.url}/auth`);
  await page.goBack();
  await expect(page).toHaveURL(`${instance.url}/auth`);
  // The remaining cookie grants no access: it only spares this browser the delay after other people's wrong passwords
  // (decision 0050).
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).toEqual(["adjutant-device"]);
});
