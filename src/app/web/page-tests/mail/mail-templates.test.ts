import { expect, toasts, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });

test("TMPL-01, TMPL-02, TMPL-14: templates that cannot be loaded can be retried", async ({ page }) => {
  page.cut("templates.list");
  await page.goto("/email?tab=templates");
  await expect(page.getByRole("heading", { name: "Email Templates" })).toBeVisible();
  await expect(toasts(page)).toContainText("Failed to fetch templates: ");
  page.restore();
  await button(page, "Try again").click();
  await expect(page.getByText("No templates found")).toBeVisible();
});

test("TMPL-03 to TMPL-05, TMPL-15, TMPL-16: a template needs a name, a subject and a body; nothing typed is lost", async ({
  page,
}) => {
  await page.goto("/email?tab=templates");
  await button(page, "Create Template").first().click();
  await expect(page.getByRole("dialog", { name: "Create Template" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Create Template" }).click();
  await expect(toasts(page)).toContainText("Name, subject and body are required");
  await dialog(page).getByLabel("Name").fill("Thanks");
  await dialog(page).getByLabel("Category").fill("clients");
  await dialog(page).getByLabel("Subject").fill("Thank you");
  await dialog(page).getByLabel("Body").fill("It was good to see you.");
  page.cut("templates.create");
  await dialog(page).getByRole("button", { name: "Create Template" }).click();
  await expect(toasts(page)).toContainText("Failed to create template: ");
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Thanks");
  page.restore();
  await dialog(page).getByRole("button", { name: "Create Template" }).click();
  await expect(toasts(page)).toContainText("Template created successfully");
  for (const fact of ["clients", "Thank you", "It was good to see you.", "Used 0 times"])
    await expect(row(page, "Thanks").getByText(fact, { exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: /^Templates ?1$/ })).toBeVisible();
});

test("TMPL-06 to TMPL-08, TMPL-10: a template is used, counted, deleted and restored", async ({
  page,
  ada,
}) => {
  const [subject, body] = ["Thank you", "It was good to see you."];
  await ada.call("templates.create", { name: "Thanks", category: "clients", subject, body });
  await page.goto("/email?tab=templates");
  await row(page, "Thanks").getByRole("button", { name: "Use Template" }).click();
  await expect(page.getByRole("dialog", { name: "Compose Email" })).toBeVisible();
  await expect(dialog(page).getByLabel("Subject")).toHaveValue(subject);
  await expect(dialog(page).getByLabel("Message")).toHaveValue(body);
  await page.keyboard.press("Escape");
  await expect(row(page, "Thanks").getByText("Used 1 times")).toBeVisible();
  await button(page, "Delete 'Thanks'").click();
  await expect(page.getByText("No templates found")).toBeVisible();
  await undo(page, "Template deleted successfully");
  await expect(row(page, "Thanks")).toBeVisible();
});
