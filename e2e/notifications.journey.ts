import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";

test("SHELL-43, DAILY-04: the bell counts, lists, opens and clears, live and by keyboard", async ({
  page,
  ada,
}) => {
  const bell = page
    .getByRole("banner")
    .first()
    .getByRole("button", { name: /^Notifications/ });
  const list = page.getByRole("list", { name: "Notifications" });
  await page.goto("/");
  await expect(bell).toHaveAccessibleName("Notifications");

  await test.step("what is told while the page is open is counted at once", async () => {
    for (const title of ["Call Anna", "Sign the lease", "Read the minutes"])
      await ada.call("notifications.create", { title, message: "As agreed on Monday", priority: "high" });
    await expect(bell).toHaveAccessibleName("Notifications, 3 unread");
  });
  await test.step("the list opens under the bell, newest first", async () => {
    await page.keyboard.type("gn");
    await expect(list.getByRole("listitem")).toHaveCount(3);
    await expect(list.getByRole("listitem").first()).toContainText("Read the minutes");
    await expectAccessible(page);
  });
  await test.step("Mark Read takes one off the list, by keyboard alone", async () => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(list.getByRole("button", { name: "Mark Read: Sign the lease" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await expect(list.getByRole("button", { name: "Mark Read: Call Anna" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Notifications, 2 unread" })).toHaveCount(1);
  });
  await test.step("all are read at once, and Undo brings these back", async () => {
    await page.getByRole("button", { name: "Mark all read" }).click();
    await expect(page.getByText("Nothing new")).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications");
    await undo(page, "All notifications marked as read");
    await expect(bell).toHaveAccessibleName("Notifications, 2 unread");
  });
});
