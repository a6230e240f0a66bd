import { expect } from "../testing/expect-shown.ts";
import type { Locator } from "../testing/locator.ts";
import type { Page } from "../testing/page.tsx";
import { startPages } from "../testing/start-pages.ts";

const { test } = await startPages();

const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true });

type Form = {
  name: string;
  address: string;
  /** The buttons that lead to the form. */
  open: readonly string[];
  submit: string;
  /** Of the fields that must be filled in, in their order. */
  errors: readonly (readonly [field: string, error: string])[];
};

/** Forms of which some fields must be filled in. */
const FORMS: readonly Form[] = [
  {
    name: "a task",
    address: "/tasks",
    open: ["Create Task"],
    submit: "Create Task",
    errors: [["Title", "Give the task a title"]],
  },
  {
    name: "a project",
    address: "/tasks?tab=projects",
    open: ["Create Project"],
    submit: "Create Project",
    errors: [["Name", "Give the project a name"]],
  },
  {
    name: "a contact",
    address: "/communication?tab=contacts",
    open: ["Add Contact"],
    submit: "Add Contact",
    errors: [["Name", "Please enter a name"]],
  },
  {
    name: "a workspace",
    address: "/team",
    open: ["New Workspace"],
    submit: "Create Workspace",
    errors: [["Name", "Give the workspace a name"]],
  },
  {
    name: "a decision",
    address: "/team?tab=decisions",
    open: ["New Decision"],
    submit: "Create Decision",
    errors: [
      ["Title", "Enter what is to be decided"],
      ["Workspace", "Choose a workspace"],
    ],
  },
  {
    name: "an invitation",
    address: "/team",
    open: ["Invite Member"],
    submit: "Send Invitation",
    errors: [
      ["Email", "Enter the address of the person"],
      ["Workspace", "Choose a workspace"],
    ],
  },
  {
    name: "a document",
    address: "/documents",
    open: ["Upload Document"],
    submit: "Upload",
    errors: [["File", "Choose a file"]],
  },
  {
    name: "a template",
    address: "/email?tab=templates",
    open: ["Create Template"],
    submit: "Create Template",
    errors: [
      ["Name", "Give the template a name"],
      ["Subject", "Enter a subject"],
      ["Body", "Write the text of the template"],
    ],
  },
  {
    name: "an email",
    address: "/email",
    open: ["Compose Email"],
    submit: "Send",
    errors: [
      ["Subject", "Enter a subject"],
      ["Message", "Write a message"],
    ],
  },
  {
    name: "a webhook",
    address: "/integrations",
    open: ["Add webhook: Webhooks"],
    submit: "Add",
    errors: [
      ["Name", "Give the webhook a name"],
      ["Address", "Enter the address to send to"],
    ],
  },
];

for (const { name, address, open, submit, errors } of FORMS)
  test(`errors stand at their fields, the first has the focus, and each goes when it is corrected: ${name}`, async ({
    page,
    ada,
  }) => {
    // The only one would be chosen already.
    for (const workspace of ["Board", "Leadership"]) await ada.call("workspaces.create", { name: workspace });
    await page.goto(address);
    for (const each of open) await button(page, each).first().click();
    const form = page.getByRole("dialog");
    await button(form, submit).click();
    const field = (label: string) => form.getByLabel(new RegExp(`^${label}( \\*)?$`));
    for (const [label, error] of errors) {
      await expect(field(label)).toHaveAttribute("aria-invalid", "true");
      await expect(field(label)).toHaveAccessibleDescription(error);
    }
    const [first = ["", ""], ...others] = errors;
    await expect(field(first[0])).toBeFocused();
    if (first[0] === "File") return;
    await field(first[0]).fill("Something");
    await expect(form.getByText(first[1])).toHaveCount(0);
    for (const [, error] of others) await expect(form.getByText(error)).toBeVisible();
  });

test("what the server refuses stands at its field, which takes the focus unless the person writes on", async ({
  page,
}) => {
  await page.goto("/settings?tab=locations");
  await button(page, "Add Location").click();
  const form = page.getByRole("form", { name: "New location" });
  const latitude = form.getByLabel("Latitude");
  const address = form.getByLabel("Address");
  await form.getByLabel("Location Name").fill("Home");
  await address.fill("12 Harbour Lane");
  await latitude.fill("91");
  await button(form, "Add Location").click();
  await expect(latitude).toHaveAccessibleDescription("A number from -90 to 90");
  await expect(latitude).toBeFocused();
  await latitude.fill("92");
  const release = page.hold("locations.create");
  await button(form, "Add Location").click();
  await address.fill("13 Harbour Lane");
  release();
  await expect(latitude).toHaveAccessibleDescription("A number from -90 to 90");
  await expect(address).toBeFocused();
});
