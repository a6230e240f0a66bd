import { expect, toasts } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const inDialog = (page: Page, name: string) => dialog(page).getByRole("button", { name });
const field = (page: Page, label: string) => dialog(page).getByLabel(label);

type Event = { id: string };

test("CAL-03, CAL-08, CAL-10: the dialog of an event takes its fields and shows them again", async ({
  page,
  ada,
}) => {
  await page.goto("/calendar?view=month&date=2031-03-05");
  await button(page, "Create Event").first().click();
  await inDialog(page, "Create Event").click();
  await expect(toasts(page)).toContainText("Title, start time, and end time are required");
  await field(page, "Title").fill("Board");
  await field(page, "Location").fill("Room Delta");
  await field(page, "Attendees").fill("maya@example.com, tomas@example.com");
  await field(page, "Reminder").selectOption("10");
  await field(page, "Description").fill("The budget");
  await inDialog(page, "Create Event").click();
  await expect(toasts(page)).toContainText("Event created successfully");
  const { items } = (await ada.call("events.list", {})) as { items: Event[] };
  expect(items).toMatchObject([
    {
      title: "Board",
      location: "Room Delta",
      meetingLink: null,
      attendees: ["maya@example.com", "tomas@example.com"],
      reminderSettings: { minutesBefore: [10] },
      description: "The budget",
    },
  ]);
  await page.goto(`/calendar?event=${items[0]?.id}`);
  await expect(field(page, "Attendees")).toHaveValue("maya@example.com, tomas@example.com");
  await expect(field(page, "Reminder")).toHaveValue("10");
  await field(page, "Location").fill(" ");
  await inDialog(page, "Save").click();
  await expect(toasts(page)).toContainText("Event updated successfully");
  expect(await ada.call("events.get", { id: items[0]?.id })).toMatchObject({
    location: null,
    description: "The budget",
  });
});

test("TEAM-21: a workspace needs a name; what it has is in its form again", async ({ page, ada }) => {
  await page.goto("/team?tab=workspaces");
  await button(page, "New Workspace").first().click();
  await inDialog(page, "Create Workspace").click();
  await expect(toasts(page)).toContainText("Please enter a workspace name");
  await field(page, "Name").fill(" Leadership ");
  await field(page, "Description").fill("The budget ");
  await inDialog(page, "Create Workspace").click();
  await expect(toasts(page)).toContainText("Workspace Created");
  expect(await ada.call("workspaces.list", {})).toMatchObject({
    items: [{ name: "Leadership", description: "The budget" }],
  });
});

test("DOC-17: an upload has what the dialog says of it, and the edit changes it", async ({ page, ada }) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ title: "The lease", category: "legal", tags: "rent, home" }))
    body.append(name, value);
  body.append("file", new Blob(["Ten years"]), "lease.txt");
  await ada.request("/files/documents", { method: "POST", body, headers: { "x-adjutant-upload": "1" } });
  await page.goto("/documents");
  await page.getByRole("article", { name: "The lease", exact: true }).focus();
  await page.keyboard.press("e");
  await expect(field(page, "Category")).toHaveValue("legal");
  await expect(field(page, "Tags")).toHaveValue("rent, home");
  await field(page, "Title").fill(" ");
  await inDialog(page, "Save").click();
  await expect(toasts(page)).toContainText("Give the document a title");
  await field(page, "Title").fill("Our lease");
  await field(page, "Category").selectOption("contracts");
  await inDialog(page, "Save").click();
  await expect(toasts(page)).toContainText("Document updated successfully");
  expect(await ada.call("documents.list", {})).toMatchObject({
    items: [{ title: "Our lease", category: "contracts", tags: ["rent", "home"], description: null }],
  });
});
