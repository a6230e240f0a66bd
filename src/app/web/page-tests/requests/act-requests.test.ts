import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

// An act is one request: what it changes comes with the announcement, so that nothing is read again.

const { test } = await startPages();

const quiet = (page: Page) => expect.poll(() => page.network.pendingCount, { timeout: 15_000 }).toBe(0);

/** What the page requests from `act` until it shows what another browser does afterwards. */
async function requestsOf(
  page: Page,
  act: () => Promise<void>,
  shownLast: () => Promise<void>,
): Promise<string[]> {
  await quiet(page);
  const before = page.network.requested.length;
  await act();
  await quiet(page);
  await shownLast();
  await quiet(page);
  return page.network.requested.slice(before).map((path) => path.replace("/rpc/", ""));
}

const email = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Emails" }).getByRole("listitem", { name: subject, exact: true });

test.for([
  ["archived", "e", "emails.archive"],
  ["deleted", "#", "emails.deleteMany"],
] as const)("a mail is %s with one request", async ([, key, capability], { page, ada }) => {
  for (const subject of ["First", "Second"]) await ada.call("emails.create", { subject, body: "Text" });
  await page.goto("/email?look=cards&status=draft");
  await email(page, "First").focus();
  const requests = await requestsOf(
    page,
    async () => {
      await page.keyboard.press(key);
      await expect(page.getByRole("status").getByText(/Archived|deleted/)).toBeVisible();
    },
    async () => {
      await ada.call("emails.create", { subject: "Third", body: "Text" });
      await expect(email(page, "Third")).toBeVisible();
    },
  );
  expect(requests).toEqual([capability]);
});

async function createTask(ada: PagePerson, page: Page, title: string): Promise<void> {
  await ada.call("tasks.create", { title });
  await expect(page.getByRole("button", { name: `Edit '${title}'` })).toBeVisible();
}

test.for([
  ["completed in the list", "/tasks", "Complete 'Call Anna'", "tasks.update"],
  ["completed", "/tasks?view=grid", "Complete 'Call Anna'", "tasks.update"],
  ["deleted", "/tasks?view=grid", "Delete 'Call Anna'", "tasks.delete"],
] as const)("a task is %s with one request", async ([, address, name, capability], { page, ada }) => {
  await page.goto(address);
  await createTask(ada, page, "Call Anna");
  const requests = await requestsOf(
    page,
    () => page.getByRole("button", { name, exact: true }).click(),
    () => createTask(ada, page, "Call Berta"),
  );
  expect(requests).toEqual([capability]);
});

test("an event is moved with one request", async ({ page, ada }) => {
  const chip = (title: string) =>
    page
      .getByRole("grid")
      .first()
      .getByRole("button", { name: new RegExp(`^${title} ?,`) });
  const create = (title: string, hour: string) =>
    ada.call("events.create", {
      title,
      startTime: `2031-03-05T${hour}:00:00Z`,
      endTime: `2031-03-05T${hour}:30:00Z`,
    });
  await create("Clash", "09");
  await page.goto("/calendar?date=2031-03-05&view=week");
  // The shown month, then its neighbours.
  const monthsRead = () => page.network.requested.join(" ").split("events.list").length - 1;
  await expect.poll(monthsRead, { timeout: 15_000 }).toBe(3);
  await chip("Clash").focus();
  const requests = await requestsOf(
    page,
    async () => {
      await page.keyboard.press("ArrowDown");
      await expect(chip("Clash")).toHaveAttribute("title", /10:15 AM/);
    },
    async () => {
      await create("Later", "14");
      await expect(chip("Later")).toBeVisible();
    },
  );
  expect(requests).toEqual(["events.update"]);
});

test("a page that was visited is shown from what is there, and a mail can be written before anything is read", async ({
  page,
  ada,
}) => {
  await ada.call("tasks.create", { title: "Call Anna" });
  await page.goto("/tasks");
  await expect(page.getByRole("listitem", { name: "Call Anna", exact: true })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Email Management" })).toBeVisible();
  await quiet(page);
  const before = page.network.requested.length;
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page.getByRole("listitem", { name: "Call Anna", exact: true })).toBeVisible();
  await quiet(page);
  expect(page.network.requested.slice(before)).toEqual([]);
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Email Management" })).toBeVisible();
  const answer = page.network.hold("/rpc/mailAccounts.list");
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByLabel("Subject").fill("Lunch");
  await expect(page.getByRole("dialog").getByLabel("Subject")).toHaveValue("Lunch");
  answer();
  await quiet(page);
  // What the page of mail reads afterwards, in two requests at most, and what the composer reads, in one.
  expect(page.network.requested.slice(before).length).toBeLessThanOrEqual(3);
});
