import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { startPages } from "../../testing/start-pages.ts";

const { test, openPage } = await startPages();

const row = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => dialog(page).getByRole("combobox", { name: "Blocked by" });
const blockers = (page: Page) => dialog(page).getByRole("list", { name: "Blocked by" }).getByRole("listitem");
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" }).click();

test("a task is blocked by another one in its dialog, says so in every view, and no more once that one is done", async ({
  ada,
}) => {
  const lease = await ada.call<{ id: string }>("tasks.create", { title: "Sign the lease" });
  await ada.call("tasks.create", { title: "Move in" });
  const page = await openPage(ada, "/tasks");
  await row(page, "Move in").click();
  await field(page).fill("lease sign");
  await dialog(page).getByRole("option", { name: "Sign the lease" }).click();
  await expect(blockers(page)).toHaveText("Sign the lease");
  await expectAccessible();
  await save(page);
  await expect(toasts(page)).toContainText("Task updated successfully");
  await expect(row(page, "Move in")).toContainText("Blocked (Waits for Sign the lease)");
  await expect(row(page, "Sign the lease")).not.toContainText("Blocked");
  await page.keyboard.press("2");
  await expect(page.getByRole("article", { name: "Move in" })).toContainText("Blocked");
  await page.keyboard.press("3");
  await expect(page.getByRole("group", { name: "Move in, To Do" })).toContainText("Blocked");
  await ada.call("tasks.updateMany", { changes: [{ id: lease.id, status: "completed" }] });
  await expect(page.getByRole("group", { name: "Move in, To Do" })).not.toContainText("Blocked");
});

test("a circle is refused at the field, and the choice is removed again", async ({ ada }) => {
  const lease = await ada.call<{ id: string }>("tasks.create", { title: "Sign the lease" });
  await ada.call("tasks.create", { title: "Move in", blockedBy: [lease.id] });
  const page = await openPage(ada, "/tasks");
  await row(page, "Sign the lease").click();
  await field(page).fill("move");
  await dialog(page).getByRole("option", { name: "Move in" }).click();
  await save(page);
  await expect(field(page)).toHaveAccessibleDescription("“Move in” already waits for this task");
  await dialog(page).getByRole("button", { name: "Remove 'Move in' from Blocked by" }).click();
  await expect(blockers(page)).toHaveCount(0);
  await save(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, "Sign the lease")).not.toContainText("Blocked");
});

test("a new task waits for others from the beginning", async ({ ada }) => {
  await ada.call("tasks.create", { title: "Sign the lease" });
  const page = await openPage(ada, "/tasks");
  await expect(row(page, "Sign the lease")).toBeVisible();
  await page.keyboard.press("c");
  await dialog(page).getByLabel("Title").fill("Move in");
  await field(page).fill("sign");
  await dialog(page).getByRole("option", { name: "Sign the lease" }).click();
  await dialog(page).getByRole("button", { name: "Create Task" }).click();
  await expect(row(page, "Move in")).toContainText("Blocked (Waits for Sign the lease)");
});

test("a blocker that goes to the trash while the dialog is open does not keep the rest from being saved", async ({
  ada,
}) => {
  const lease = await ada.call<{ id: string }>("tasks.create", { title: "Sign the lease" });
  const paint = await ada.call<{ id: string }>("tasks.create", { title: "Paint" });
  const moving = await ada.call<{ id: string }>("tasks.create", { title: "Move in", blockedBy: [lease.id] });
  const page = await openPage(ada, "/tasks");
  await row(page, "Move in").click();
  await expect(blockers(page)).toHaveText("Sign the lease");
  await ada.call("tasks.delete", { id: lease.id });
  await field(page).fill("paint");
  await dialog(page).getByRole("option", { name: "Paint" }).click();
  await save(page);
  await expect(toasts(page)).toContainText("Task updated successfully");
  expect(await ada.call("tasks.get", { id: moving.id })).toMatchObject({ blockedBy: [paint.id] });
});

test("what others add to 'Blocked by' meanwhile stays, with a conflict and without", async ({ ada }) => {
  const [lease, paint, keys] = await Promise.all(
    ["Sign the lease", "Paint", "Get the keys"].map((title) =>
      ada.call<{ id: string }>("tasks.create", { title }),
    ),
  );
  const moving = await ada.call<{ id: string; version: number }>("tasks.create", {
    title: "Move in",
    blockedBy: [keys?.id],
  });
  await ada.call("tasks.delete", { id: keys?.id });
  const page = await openPage(ada, "/tasks");
  await row(page, "Move in").click();
  await ada.call("tasks.restore", { id: keys?.id });
  await field(page).fill("paint");
  await dialog(page).getByRole("option", { name: "Paint" }).click();
  await ada.call("tasks.update", { id: moving.id, version: moving.version, addBlockers: [lease?.id] });
  await save(page);
  await expect(dialog(page)).toContainText("Save again to keep your changes");
  await expect(blockers(page)).toHaveCount(3);
  await save(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(toasts(page)).toContainText("Task updated successfully");
  const { blockedBy } = await ada.call<{ blockedBy: string[] }>("tasks.get", { id: moving.id });
  expect(new Set(blockedBy)).toEqual(new Set([keys?.id, lease?.id, paint?.id]));
});

test("tasks are searched once the field is opened; that the search runs or fails is not that nothing is found", async ({
  ada,
}) => {
  await ada.call("tasks.create", { title: "Move in" });
  const page = await openPage(ada, "/tasks");
  await row(page, "Move in").click();
  await expect(field(page)).toBeVisible();
  const answer = page.hold("tasks.list");
  const suggestions = dialog(page).getByRole("listbox", { name: "Suggestions" });
  await field(page).click();
  await expect(suggestions).toHaveText("Searching");
  answer();
  await expect(suggestions).toHaveText("No open task has this title");
  page.cut("tasks.list");
  await field(page).fill("lease");
  await expect(suggestions).toHaveText("Failed to fetch tasks");
});

test("after a choice is removed the focus is on the next one, at the end on the field", async ({ ada }) => {
  const made = [];
  for (const title of ["Sign the lease", "Paint"])
    made.push(await ada.call<{ id: string }>("tasks.create", { title }));
  await ada.call("tasks.create", { title: "Move in", blockedBy: made.map(({ id }) => id) });
  const page = await openPage(ada, "/tasks");
  await row(page, "Move in").click();
  const remove = (title: string) =>
    dialog(page).getByRole("button", { name: `Remove '${title}' from Blocked by` });
  await remove("Sign the lease").click();
  await expect(blockers(page)).toHaveText("Paint");
  await expect(remove("Paint")).toBeFocused();
  await remove("Paint").click();
  await expect(blockers(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
});
