import { ADMIN, AREAS, SETTINGS } from "../../shell/navigation.ts";
import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

/** What the specification has as page titles stays a title (decision 29); everything else says the navigation's word. */
const ALL = [...AREAS, SETTINGS];

test("decision 0151: the tab of the browser, the navigation and the palette call each area by one name", async ({
  page,
}) => {
  await page.goto("/");
  for (const { label, href } of ALL) {
    await page.getByRole("link", { name: label, exact: true }).first().click();
    await expect(page).toHaveTitle(new RegExp(`^${label} · `));
    await page.keyboard.press("ControlOrMeta+k");
    const dialog = page.getByRole("dialog", { name: "Search and commands" });
    await dialog.getByRole("combobox").fill(label);
    await expect(dialog.getByRole("option", { name: new RegExp(`^${label}`) }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    expect(window.location.pathname, label).toBe(href);
  }
});

test("decision 0151: the list of keys groups them under the names of the areas", async ({ page }) => {
  const names = new Set([...ALL, ADMIN].map(({ label }) => label));
  const others = new Set(["General", "Actions", "Go to", "Calls", "Decisions", "System settings"]);
  await page.goto("/");
  for (const { label } of ALL) {
    await page.getByRole("link", { name: label, exact: true }).first().click();
    await expect(page).toHaveTitle(new RegExp(`^${label} · `));
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(dialog).toBeVisible();
    const groups = dialog
      .getByRole("heading")
      .elements()
      .map((each) => each.textContent ?? "");
    for (const group of groups.filter((each) => each !== "Keyboard shortcuts"))
      expect(names.has(group.replace(/:.*$/, "")) || others.has(group), group).toBe(true);
    await page.keyboard.press("Escape");
  }
});

test("decision 0151: the ways back are called by the name of what they lead to", async ({ page, ada }) => {
  const { id } = await ada.call<{ id: string }>("projects.create", { name: "Office move" });
  await page.goto(`/tasks/projects/${id}`);
  await page.getByRole("link", { name: "Back: All projects" }).click();
  await expect(page).toHaveTitle(/^Tasks · /);
  await expect(page.getByRole("tab", { name: "Projects" })).toHaveAttribute("aria-selected", "true");
});
