import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, undo } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const related = (page: Page) => page.getByRole("region", { name: "Related", exact: true });
const section = (page: Page, name: string) => related(page).getByRole("region", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

const anOfficeMove = async (ada: PagePerson) =>
  (await ada.call<{ id: string }>("projects.create", { name: "Office move" })).id;
const aContact = (ada: PagePerson) =>
  ada.call<{ id: string }>("contacts.create", {
    contactName: "Clara Voss",
    contactEmail: "clara@voss.example",
  });

async function anAppointment(ada: PagePerson, projectId: string): Promise<void> {
  const { id } = await ada.call<{ id: string }>("events.create", {
    ...{ title: "Visit", location: "Harbour 3", attendees: ["dora@kent.example"], isAllDay: true },
    ...{ startTime: "2031-03-01T00:00:00Z", endTime: "2031-03-02T00:00:00Z" },
  });
  await ada.call("projectLinks.create", { projectId, kind: "event", recordId: id });
}

test("decision 0151: L finds a record by its words and adds it at once; Undo takes it back, and it is removed with Undo", async ({
  page,
  ada,
}) => {
  await aContact(ada);
  await page.goto(`/tasks/projects/${await anOfficeMove(ada)}`);
  await expect(related(page)).toContainText("Keep everything about this project in one place");
  await page.keyboard.press("l");
  await dialog(page).getByLabel("Search people, emails, events and documents").fill("voss");
  await dialog(page)
    .getByRole("button", { name: /Clara Voss/ })
    .click();
  await expect(section(page, "People")).toContainText("clara@voss.example");
  await undo(page, "Added 'Clara Voss' to the project");
  await expect(related(page)).toContainText("Keep everything about this project in one place");
  await button(page, "Add to the project").click();
  await dialog(page).getByLabel("Search people, emails, events and documents").fill("clara");
  await dialog(page)
    .getByRole("button", { name: /Clara Voss/ })
    .click();
  await button(page, "Remove 'Clara Voss' from the project").click();
  await expect(related(page)).toContainText("Keep everything about this project in one place");
  await undo(page, "Removed 'Clara Voss' from the project");
  await expect(section(page, "People")).toContainText("Clara Voss");
  await page.keyboard.press("l");
  await dialog(page).getByLabel("Search people, emails, events and documents").fill("clara");
  await expect(dialog(page).getByText("Nothing else has these words")).toBeVisible();
});

test("decision 0151: records lead to their pages; an event names its attendees, and an all-day event its day in any zone", async ({
  page,
  ada,
}) => {
  const projectId = await anOfficeMove(ada);
  await anAppointment(ada, projectId);
  await page.goto(`/tasks/projects/${projectId}`);
  await expect(section(page, "Events")).toContainText("Mar 01, 2031 · Harbour 3");
  await expect(section(page, "People").getByRole("link", { name: "dora@kent.example" })).toBeVisible();
  await expectAccessible();
  await section(page, "Events").getByRole("link", { name: "Visit" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Visit");
});

test("decision 0151: events of one title are offered with their days", async ({ page, ada }) => {
  for (const day of ["2031-03-03", "2031-03-10"])
    await ada.call("events.create", {
      ...{ title: "Leadership team", startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z` },
    });
  await page.goto(`/tasks/projects/${await anOfficeMove(ada)}`);
  await expect(related(page)).toContainText("Keep everything about this project in one place");
  await page.keyboard.press("l");
  await dialog(page).getByLabel("Search people, emails, events and documents").fill("leadership");
  const found = dialog(page).getByRole("list", { name: "Results" });
  for (const day of ["Mar 03, 2031", "Mar 10, 2031"]) await expect(found).toContainText(day);
});

test("decision 0151: what cannot be added says so, and nothing of it stays", async ({ page, ada }) => {
  await aContact(ada);
  await page.goto(`/tasks/projects/${await anOfficeMove(ada)}`);
  await expect(related(page)).toContainText("Keep everything about this project in one place");
  page.cut("projectLinks.create");
  await page.keyboard.press("l");
  await dialog(page).getByLabel("Search people, emails, events and documents").fill("voss");
  await dialog(page)
    .getByRole("button", { name: /Clara Voss/ })
    .click();
  await expect(page.getByText("Failed to add it to the project")).toBeVisible();
  await expect(related(page)).toContainText("Keep everything about this project in one place");
  page.restore();
});

test("decision 0151: the palette adds the record of the open page to a project", async ({ page, ada }) => {
  const projectId = await anOfficeMove(ada);
  const { id } = await ada.call<{ id: string }>("emails.create", {
    ...{ subject: "The lease of the boat", body: "See below.", recipients: ["clara@voss.example"] },
  });
  await page.goto(`/email?email=${id}`);
  await expect(page.getByRole("heading", { name: "The lease of the boat" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").fill("add to office");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Add to project: Office move");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Added to 'Office move'")).toBeVisible();
  await page.goto(`/tasks/projects/${projectId}`);
  await expect(section(page, "Emails").getByRole("link", { name: "The lease of the boat" })).toBeVisible();
});
