import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";
import { toasts } from "./support/locators.ts";
import { drag, openPhone, swipe } from "./support/touch.ts";

const SHORT = 70;
const FAR = 220;

const mails = (page: Page) => page.getByRole("list", { name: /^(Conversations|Emails)$/ });
const row = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
/** How far a row is from its place, in pixels. */
const offsetOf = (page: Page, name: string) =>
  row(page, name).evaluate((element) => {
    const place = element.parentElement?.getBoundingClientRect();
    return element.getBoundingClientRect().x - (place?.x ?? 0);
  });

/** The row has moved back, and can be moved again. */
const returned = (page: Page, name: string) =>
  expect.poll(() => row(page, name).evaluate(({ style }) => style.translate)).toBe("");

/** Moves the row too little for its action; at first also until the page has fetched the code. */
async function swipeTooShort(page: Page, name: string, x: number): Promise<void> {
  await expect
    .poll(async () => {
      const finger = await drag(row(page, name), { x });
      const moved = await offsetOf(page, name);
      await finger.lift();
      return Math.abs(moved);
    })
    .toBeGreaterThan(20);
  await returned(page, name);
}

async function openFolder(page: Page, name: string): Promise<void> {
  await page.getByTitle("Part of the mailbox").click();
  await page.getByRole("menuitem", { name }).click();
}

async function swipeAfterEmptyFolder(page: Page): Promise<void> {
  await openFolder(page, "Waiting for a reply");
  await expect(mails(page)).toHaveCount(0);
  await openFolder(page, "Sent");
  const sent = await mails(page).getByRole("listitem").first().getAttribute("aria-label");
  await swipeTooShort(page, sent ?? "", -SHORT);
}

for (const view of ["split", "cards"])
  test(`a finger archives mail and marks it as read: ${view}`, async ({ browser, instance, ada }) => {
    await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
    const page = await openPhone(browser, instance, ada);
    await page.goto(`/email?look=${view}&view=inbox`);
    const unread = mails(page)
      .getByRole("listitem")
      .filter({ has: page.getByRole("img", { name: "Unread" }) });
    const subject = (await unread.first().getAttribute("aria-label")) ?? "";

    await test.step("released too early, it goes back and opens nothing", async () => {
      await swipeTooShort(page, subject, -SHORT);
      await expect(page.getByRole("region", { name: "Reader" })).toBeHidden();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
    await test.step("to the right: read, and unread again", async () => {
      await swipe(row(page, subject), { x: FAR });
      await expect(row(page, subject).getByRole("img", { name: "Unread" })).toHaveCount(0);
      await returned(page, subject);
      await swipe(row(page, subject), { x: FAR });
      await expect(row(page, subject).getByRole("img", { name: "Unread" })).toBeVisible();
      await returned(page, subject);
    });
    if (view === "cards")
      await test.step("what is selected stays in its place", async () => {
        const box = page.getByRole("checkbox", { name: `Select '${subject}'` });
        await tick(box);
        const finger = await drag(row(page, subject), { x: -FAR });
        expect(await offsetOf(page, subject)).toBe(0);
        await finger.lift();
        await tick(box, false);
      });
    await test.step("to the left: archived, with Undo", async () => {
      const finger = await drag(row(page, subject), { x: -FAR });
      await expect.poll(() => offsetOf(page, subject)).toBeLessThan(-150);
      await expect(page.getByText("Archive", { exact: true })).toBeVisible();
      await finger.lift();
      await expect(row(page, subject)).toHaveCount(0);
      await expect(toasts(page)).toContainText("Archived 1 email(s)");
      await undo(page, "Archived 1 email(s)");
      await expect(row(page, subject)).toBeVisible();
      expect(await offsetOf(page, subject)).toBe(0);
    });
    await test.step("up and down: the list scrolls, and no row moves", async () => {
      const top = () => row(page, subject).evaluate((element) => element.getBoundingClientRect().y);
      const before = await top();
      await swipe(row(page, subject), { x: 20, y: -FAR });
      await expect.poll(top).toBeLessThan(before - 50);
      expect(await offsetOf(page, subject)).toBe(0);
    });
    if (view === "split")
      await test.step("after a folder without mail, the next list can be swiped as well", () =>
        swipeAfterEmptyFolder(page));
    await expect(page.getByRole("region", { name: "Reader" })).toBeHidden();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page);
    await page.context().close();
  });

test("a finger completes a task and moves it to tomorrow", async ({ browser, instance, ada }) => {
  for (const title of ["Pay the invoice", "Write the minutes"]) await ada.call("tasks.create", { title });
  const page = await openPhone(browser, instance, ada);
  await page.goto("/tasks?view=list");
  await expect(row(page, "Pay the invoice")).toBeVisible();

  await swipeTooShort(page, "Pay the invoice", SHORT);
  await swipe(row(page, "Pay the invoice"), { x: FAR });
  await expect(row(page, "Pay the invoice")).toHaveCount(0);
  await undo(page, "Task updated successfully");
  await expect(row(page, "Pay the invoice")).toBeVisible();

  await swipe(row(page, "Write the minutes"), { x: -FAR });
  await expect(row(page, "Write the minutes").getByRole("time")).toBeVisible();
  await test.step("what is due tomorrow cannot be moved there", async () => {
    const finger = await drag(row(page, "Write the minutes"), { x: -FAR });
    expect(await offsetOf(page, "Write the minutes")).toBe(0);
    await finger.lift();
  });
  await undo(page, "Task updated successfully");
  await expect(row(page, "Write the minutes").getByRole("time")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
  await page.context().close();
});
