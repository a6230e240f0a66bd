import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test, tick } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program } from "./support/product.ts";

// A separate instance: maintenance would block the shared one for the other journeys.
let instance: Instance;
let program: Program;
let admin: Person;

test.beforeAll(async () => {
  instance = await Instance.create();
  program = await instance.start();
  admin = await Person.signUp(instance.url, "Grace Hopper");
});

test.afterAll(async () => {
  await program.end();
  await instance.remove();
});

async function inAnotherBrowser(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: instance.url })).newPage();
  await person.signInPage(page);
  return page;
}

test("ADMIN-09, ADMIN-22, SYS-01, SYS-17, decision 23: role and settings changes apply in the other browser at once", async ({
  page,
  browser,
}) => {
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  const adas = await inAnotherBrowser(browser, ada);
  await adas.goto("/admin");
  await expect(adas.getByText("Oops! Page not found")).toBeVisible();
  await admin.signInPage(page);
  await page.goto(`${instance.url}/admin`);
  await page.getByRole("button", { name: /Change role of ada/ }).click();
  await tick(page.getByRole("radio", { name: /^admin/ }));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Update Role" }).click();
  await expect(adas.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  const { user } = await ada.call<{ user: { id: string } }>("session.current");
  await admin.call("adminUsers.setRole", { id: user.id, role: "user" });
  await expect(adas.getByText("Oops! Page not found")).toBeVisible();
  await adas.goto("/tasks?create=task");
  await adas.getByLabel("Title").fill("Half a sentence");
  await page.goto(`${instance.url}/admin/settings`);
  await page.getByLabel("App Name").fill("Aldermoor <Desk>");
  await tick(page.getByRole("switch", { name: "Maintenance Mode" }));
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(adas.getByRole("heading", { name: "Maintenance is under way" })).toBeVisible();
  await expectAccessible(adas);
  await tick(page.getByRole("switch", { name: "Maintenance Mode" }), false);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(adas.getByRole("heading", { name: "Maintenance is under way" })).toHaveCount(0);
  await expect(adas.getByLabel("Title")).toHaveValue("Half a sentence");
  await expect(adas).toHaveTitle("Tasks · Aldermoor <Desk>");
  await adas.context().close();
});
