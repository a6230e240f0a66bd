import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

type Saved = { id: string; version: number };

/** A noun whose form Ada has open while another of her devices changes the record. */
type Edited = {
  noun: string;
  create(ada: PagePerson): Promise<Saved>;
  open(page: Page): Promise<void>;
  /** A field that both change, and one that only the other device changes. */
  both: [field: string, label: string];
  other: [field: string, label: string];
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

/** Required fields have a mark behind their label. */
const input = (page: Page, label: string) =>
  dialog(page).getByRole("textbox", { name: new RegExp(`^${label}`) });

const openFromMenu = async (page: Page, menu: string) => {
  await button(page, menu).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
};

const NOUNS: Readonly<Record<string, Edited>> = {
  contacts: {
    noun: "contact",
    create: (ada) =>
      ada.call<Saved>("contacts.create", { contactName: "Before", contactEmail: "c@elsewhere.test" }),
    open: async (page) => {
      await page.goto("/communication");
      await page.getByRole("tab", { name: "Contacts" }).click();
      await openFromMenu(page, "More for 'Before'");
    },
    both: ["contactName", "Name"],
    other: ["contactPhone", "Phone"],
  },
  documents: {
    noun: "document",
    create: async (ada) => {
      const body = new FormData();
      body.append("title", "Before");
      body.append("file", new Blob(["The board meets"]), "minutes.txt");
      const headers = { "x-adjutant-upload": "1" };
      await ada.request("/files/documents", { method: "POST", body, headers });
      const { items } = await ada.call<{ items: Saved[] }>("documents.list");
      const [made] = items;
      if (!made) throw new Error("The document was not uploaded");
      return made;
    },
    open: async (page) => {
      await page.goto("/documents");
      await page.getByRole("listitem", { name: "Before", exact: true }).focus();
      await page.keyboard.press("e");
    },
    both: ["title", "Title"],
    other: ["description", "Description"],
  },
  projects: {
    noun: "project",
    create: (ada) => ada.call<Saved>("projects.create", { name: "Before" }),
    open: async (page) => {
      await page.goto("/tasks?tab=projects");
      await button(page, "Edit 'Before'").click();
    },
    both: ["name", "Name"],
    other: ["description", "Description"],
  },
  workspaces: {
    noun: "workspace",
    create: (ada) => ada.call<Saved>("workspaces.create", { name: "Before" }),
    open: async (page) => {
      await page.goto("/team?tab=workspaces");
      await openFromMenu(page, "Acts on Before");
    },
    both: ["name", "Name"],
    other: ["description", "Description"],
  },
  templates: {
    noun: "template",
    create: (ada) =>
      ada.call<Saved>("templates.create", { name: "Before", subject: "Thank you", body: "For all" }),
    open: async (page) => {
      await page.goto("/email?tab=templates");
      await button(page, "Edit 'Before'").click();
    },
    both: ["name", "Name"],
    other: ["subject", "Subject"],
  },
};

for (const [resource, { noun, create, open, both, other }] of Object.entries(NOUNS))
  test(`a save of ${resource} that meets a conflict shows it, loses nothing, and lets the person choose (decision 0099)`, async ({
    page,
    ada,
  }) => {
    const { id, version } = await create(ada);
    await open(page);
    const [field, label] = both;
    await input(page, label).fill("Mine");
    await ada.call(`${resource}.update`, { id, version, [field]: "Theirs", [other[0]]: "Elsewhere" });
    await dialog(page).getByRole("button", { name: "Save" }).click();
    const notice = dialog(page).getByRole("alert");
    await expect(notice).toContainText(`This ${noun} was changed elsewhere while you were editing`);
    await expect(notice).toContainText("Theirs");
    await expect(input(page, label)).toHaveValue("Mine");
    await expect(input(page, other[1])).toHaveValue("Elsewhere");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(toasts(page)).toContainText(/updated/i);
    const stored = await ada.call<{ items: object[] }>(`${resource}.list`);
    expect(stored.items).toMatchObject([{ [field]: "Mine", [other[0]]: "Elsewhere" }]);
  });
