import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => dialog(page).getByRole("combobox", { name: "Attendees" });
const chips = (page: Page) => dialog(page).getByRole("list", { name: "Chosen people" }).getByRole("listitem");

test("CAL-12: attendees are chips: suggested from contacts, pasted together, removed with Backspace, by the keyboard alone", async ({
  page,
  ada,
}) => {
  await ada.call("contacts.create", { contactName: "Bob Stone", contactEmail: "bob@example.com" });
  await page.goto("/calendar?date=2031-03-05");
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("n");
  await dialog(page).getByLabel("Title").fill("Board");
  await field(page).focus();
  await page.keyboard.type("bob");
  await expect(dialog(page).getByRole("option", { name: /Bob Stone/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(chips(page)).toContainText("bob@example.com");
  await expect(field(page)).toHaveValue("");
  await page.keyboard.type("maya@example.com,");
  await expect(chips(page)).toHaveCount(2);
  await field(page).fill("Tom Hill <tom@example.com>; nobody");
  await expect(chips(page)).toHaveCount(4);
  await expect(chips(page).last()).toHaveText("nobody, not an email address");
  await expectAccessible();
  await page.keyboard.press("Backspace");
  await expect(chips(page)).toHaveCount(3);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(dialog(page).getByRole("button", { name: "Remove maya@example.com" })).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(chips(page)).toHaveCount(2);
  await expect(field(page)).toBeFocused();
  // What is still typed counts as well.
  await page.keyboard.type("zoe@example.com");
  await dialog(page).getByRole("button", { name: "Create Event" }).click();
  await expect(toasts(page)).toContainText("Event created successfully");
  const { items } = (await ada.call("events.list", {})) as { items: { attendees: string[] }[] };
  expect(items[0]?.attendees).toEqual(["bob@example.com", "tom@example.com", "zoe@example.com"]);
});
