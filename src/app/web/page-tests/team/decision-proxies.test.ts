import { vi } from "vitest";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

const { test: plainTest, aConfirmedPerson, openPage } = await startPages();

/** Ada's address is confirmed: otherwise people cannot invite. */
const test = plainTest.extend("ada", () => aConfirmedPerson("Ada Lovelace"));

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const card = (page: Page) => page.getByRole("article", { name: "Open the Lisbon office" });
const section = (page: Page, name: string) => dialog(page).getByRole("region", { name, exact: true });

/** Somebody who accepted Ada's invitation. */
async function aColleague(ada: PagePerson, fullName: string, workspaceId: string): Promise<PagePerson> {
  const person = await aConfirmedPerson(fullName);
  const invited = { workspaceId, email: person.email };
  const { link } = await ada.call<{ link: string }>("invitations.create", invited);
  await person.call("invitations.accept", { token: link.split("#")[1] });
  return person;
}

/** The decision, with its dialog open. */
async function openDecision(person: PagePerson): Promise<Page> {
  const page = await openPage(person, "/team?tab=decisions");
  await button(page, "Open the Lisbon office").click();
  return page;
}

test("V3, V4, V5: a paper has a read receipt, a proxy votes, and hidden votes show on completion", async ({
  page,
  ada,
}) => {
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Board" });
  const bob = await aColleague(ada, "Bob", workspaceId);
  const carol = await aColleague(ada, "Carol", workspaceId);
  const body = new FormData();
  body.append("title", "Lisbon budget");
  body.append("file", new Blob(["Forty desks"]), "budget.txt");
  await ada.request("/files/documents", { method: "POST", body, headers: { "x-adjutant-upload": "1" } });
  await page.goto("/team?tab=decisions");
  await button(page, "New Decision").first().click();
  await dialog(page).getByLabel("Title").fill("Open the Lisbon office");
  await dialog(page).getByLabel("Workspace").selectOption("Board");
  await dialog(page)
    .getByRole("switch", { name: /Hide votes/ })
    .click();
  await dialog(page).getByLabel("Attach a paper").fill("lisbon");
  await page.getByRole("option", { name: "Lisbon budget" }).click();
  await dialog(page).getByRole("button", { name: "Create Decision" }).click();
  await expect(toasts(page)).toContainText("Decision Created");
  await expect(card(page)).toContainText("Hidden until closed");
  await button(page, "Open the Lisbon office").click();
  await expect(section(page, "Papers")).toContainText("Nobody has opened it");

  const bobPage = await openDecision(bob);
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  await button(bobPage, "Lisbon budget").click();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce(), { timeout: 15_000 });
  const paper = await bob.request(String(assign.mock.lastCall?.[0]));
  expect(await paper.text()).toBe("Forty desks");
  await button(bobPage, "Let somebody vote for me").click();
  await dialog(bobPage).getByLabel("Who votes for me").selectOption("Carol");
  await button(bobPage, "Give proxy").click();
  await expect(section(bobPage, "Proxies")).toContainText("Carol votes for Bob in this decision");
  assign.mockRestore();

  const carolPage = await openDecision(carol);
  await button(carolPage, "Approve for Bob").click();
  await expect(toasts(carolPage)).toContainText("Vote Recorded");

  const reopenedBobPage = await openDecision(bob);
  await expect(dialog(reopenedBobPage)).toContainText("Carol voted for you, as your proxy");
  await dialog(reopenedBobPage).getByRole("button", { name: "Reject", exact: true }).click();
  await expect(dialog(reopenedBobPage)).not.toContainText("as your proxy");

  const adaPage = await openDecision(ada);
  await expect(section(adaPage, "Papers")).toContainText("Opened by Bob");
  await expect(dialog(adaPage)).toContainText("1 of 3 voted");
  await expect(dialog(adaPage)).toContainText("Votes are shown when it is completed");
  await expect(dialog(adaPage)).not.toContainText("Reject 1");
  await adaPage.keyboard.press("Escape");
  await card(adaPage).getByRole("button", { name: "Approve", exact: true }).click();
  await expect(card(adaPage)).toContainText("2 of 3 voted");
  await button(adaPage, "Acts on 'Open the Lisbon office'").click();
  await adaPage.getByRole("menuitem", { name: "Close voting" }).click();
  await expect(card(adaPage)).toContainText("Completed");
  await expect(card(adaPage)).toContainText("Reject 1");
});
