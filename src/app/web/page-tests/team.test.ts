import { randomUUID } from "node:crypto";
import { expect, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";

const { test: plainTest, aConfirmedPerson } = await startPages();

/** Ada's address is confirmed: otherwise people cannot invite. */
const test = plainTest.extend("ada", () => aConfirmedPerson("Ada Lovelace"));

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const member = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const workspace = (page: Page) => page.getByRole("listitem", { name: "Leadership" });
const vote = (page: Page) => page.getByRole("article", { name: "Open the Lisbon office" });

const aWorkspace = (ada: PagePerson) => ada.call<{ id: string }>("workspaces.create", { name: "Leadership" });

/** Bob, who accepted Ada's invitation into her workspace. */
async function aColleague(ada: PagePerson, workspaceId: string): Promise<PagePerson> {
  const bob = await aConfirmedPerson("Bob");
  const invited = { workspaceId, email: bob.email };
  const { link } = await ada.call<{ link: string }>("invitations.create", invited);
  await bob.call("invitations.accept", { token: link.split("#")[1] });
  return bob;
}

test("TEAM-02 to TEAM-09: the empty page", async ({ page }) => {
  await page.goto("/team");
  await expect(page.getByRole("heading", { name: "Team Collaboration" })).toBeVisible();
  for (const name of ["Invite Member", "New Workspace"])
    await expect(button(page, name).first()).toBeVisible();
  for (const name of ["Team Members", "Active Workspaces", "Pending Decisions", "Online Now"])
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  for (const name of ["Team Members", "Workspaces", "Decisions"]) await expect(tab(page, name)).toBeVisible();
  await expect(page.getByText("Your teammates appear here")).toBeVisible();
});

test("TEAM-18, TEAM-21, TEAM-26, TEAM-29, TEAM-31: a workspace needs a name; after a failure its text is restored", async ({
  page,
}) => {
  await page.goto("/team");
  await button(page, "New Workspace").first().click();
  const create = dialog(page).getByRole("button", { name: "Create Workspace" });
  await create.click();
  await expect(toasts(page)).toContainText("Missing Information");
  await expect(toasts(page)).toContainText("Please enter a workspace name");
  await dialog(page).getByLabel("Name").fill("Leadership");
  page.cut("workspaces.create");
  await create.click();
  await expect(toasts(page)).toContainText("Failed to create workspace");
  await expect(dialog(page).getByLabel("Name")).toHaveValue("Leadership");
  page.restore();
  await create.click();
  await expect(toasts(page)).toContainText("Workspace Created");
  await tab(page, "Workspaces").click();
  await expect(workspace(page)).toContainText("Active");
  await expect(workspace(page)).toContainText("Admin");
});

test("TEAM-16, TEAM-17, TEAM-20, TEAM-25, TEAM-30: an invitation shows its link once", async ({
  page,
  ada,
}) => {
  await aWorkspace(ada);
  const email = `bob.${randomUUID()}@example.com`;
  await page.goto("/team");
  await button(page, "Invite Member").first().click();
  const role = dialog(page).getByLabel("Role");
  await expect(role).toHaveValue("member");
  for (const [index, name] of ["Team Member", "Admin", "Viewer"].entries())
    await expect(role.locator("option").nth(index)).toHaveText(name);
  const send = dialog(page).getByRole("button", { name: "Send Invitation" });
  await send.click();
  await expect(toasts(page)).toContainText("Missing Information");
  await expect(toasts(page)).toContainText("Please fill in all required fields");
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByLabel("Workspace").selectOption("Leadership");
  page.cut("invitations.create");
  await send.click();
  await expect(toasts(page)).toContainText("Failed to send invitation");
  page.restore();
  await send.click();
  await expect(toasts(page)).toContainText("Invitation Sent");
  await expect(dialog(page)).toContainText("No mail was sent");
  expect(await dialog(page).getByLabel("Invitation link").inputValue()).toMatch(/\/invitation#.{20}/);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("listitem", { name: email })).toContainText("Team Member");
});

test("TEAM-10, TEAM-15: Chat and Call open the colleague; changed roles and removals are announced", async ({
  page,
  ada,
}) => {
  const { id } = await aWorkspace(ada);
  const bob = await aColleague(ada, id);
  const { user } = await bob.call<{ user: { id: string } }>("session.current");
  await page.goto("/team");
  for (const [name, parameter] of [
    ["Chat", "with"],
    ["Call", "call"],
  ] as const)
    await expect(member(page, "Bob").getByRole("link", { name })).toHaveAttribute(
      "href",
      `/communication?${parameter}=${user.id}`,
    );
  await button(page, "Manage Bob").click();
  await dialog(page).getByLabel("Leadership", { exact: true }).selectOption("Viewer");
  await expect.poll(() => bob.call("workspaces.list")).toMatchObject({ items: [{ myRole: "viewer" }] });
  await button(page, "Remove Bob from Leadership").click();
  await expect(toasts(page)).toContainText("Bob was removed");
  await expect.poll(() => bob.call("workspaces.list")).toMatchObject({ items: [] });
  await page.keyboard.press("Escape");
  await tab(page, "Workspaces").click();
  await button(page, "Acts on Leadership").click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await expect(toasts(page)).toContainText("'Leadership' is inactive");
  await expect(workspace(page)).toContainText("Inactive");
  await undo(page, "'Leadership' is inactive");
  await expect(workspace(page)).not.toContainText("Inactive");
  await button(page, "Acts on Leadership").click();
  await page.getByRole("menuitem", { name: "Leave" }).click();
  await dialog(page).getByRole("button", { name: "Leave" }).click();
  await expect(toasts(page)).toContainText("A workspace keeps at least one administrator");
  await expect(workspace(page)).toBeVisible();
});

test("TEAM-09, TEAM-11, TEAM-19, TEAM-27, TEAM-32: a decision needs a title; after a failure its text is restored", async ({
  page,
  ada,
}) => {
  await aWorkspace(ada);
  await page.goto("/team?tab=decisions");
  await button(page, "New Decision").first().click();
  const create = dialog(page).getByRole("button", { name: "Create Decision" });
  await create.click();
  await expect(toasts(page)).toContainText("Missing Information");
  await dialog(page).getByLabel("Title").fill("Open the Lisbon office");
  await dialog(page).getByLabel("Workspace").selectOption("Leadership");
  await dialog(page).getByLabel("Quorum").selectOption("Everyone");
  page.cut("decisions.create");
  await create.click();
  await expect(toasts(page)).toContainText("Failed to create decision");
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Open the Lisbon office");
  page.restore();
  await create.click();
  await expect(toasts(page)).toContainText("Decision Created");
  await expect(vote(page)).toContainText("Voting");
  await expect(vote(page)).toContainText("Quorum 100 %");
});

test("the only workspace is chosen, and a created decision is shown from any tab", async ({ page, ada }) => {
  await aWorkspace(ada);
  await page.goto("/team?create=decision");
  await expect(dialog(page).getByLabel("Workspace").locator("option")).toHaveText("Leadership");
  await dialog(page).getByLabel("Title").fill("Open the Lisbon office");
  await dialog(page).getByLabel("Title").press("Enter");
  await expect(vote(page)).toContainText("Voting");
  await ada.call("workspaces.create", { name: "Board" });
  await page.goto("/team?create=invitation");
  await expect(dialog(page).getByLabel("Workspace")).toHaveValue("");
});

test("a decision that is opened while it is being created stays open once it is saved", async ({
  page,
  ada,
}) => {
  await aWorkspace(ada);
  await page.goto("/team?tab=decisions&create=decision");
  await dialog(page).getByLabel("Title").fill("Open the Lisbon office");
  await dialog(page).getByLabel("Workspace").selectOption("Leadership");
  const release = page.hold("decisions.create");
  await dialog(page).getByRole("button", { name: "Create Decision" }).click();
  await vote(page).getByRole("button", { name: "Open the Lisbon office" }).click();
  release();
  await expect(toasts(page)).toContainText("Decision Created");
  await expect(dialog(page)).toHaveAccessibleName("Open the Lisbon office");
  await expect(dialog(page)).toContainText("Nobody has voted yet.");
  const { items } = await ada.call<{ items: { id: string }[] }>("decisions.list");
  await expect(page).toHaveURL(new RegExp(`decision=${items[0]?.id}`));
});

test("TEAM-13, TEAM-14, TEAM-28, TEAM-33, decision 16, V8: votes change, complete it, and create a task", async ({
  page,
  ada,
}) => {
  const { id: workspaceId } = await aWorkspace(ada);
  const bob = await aColleague(ada, workspaceId);
  const { id } = await ada.call<{ id: string }>("decisions.create", {
    ...{ title: "Open the Lisbon office", workspaceId, quorum: 100 },
  });
  await page.goto("/team?tab=decisions");
  page.cut("decisions.vote");
  await button(page, "Reject").click();
  await expect(toasts(page)).toContainText("Failed to record vote");
  await expect(button(page, "Reject")).toHaveAttribute("aria-pressed", "false");
  page.restore();
  await button(page, "Reject").click();
  await expect(toasts(page)).toContainText("Vote Recorded");
  await expect(vote(page)).toContainText("Reject 1");
  await button(page, "Approve").click();
  await expect(vote(page)).toContainText("Approve 1");
  await expect(vote(page)).toContainText("Reject 0");
  // The card shows it before the server has it: Bob's vote must not overtake it.
  await expect.poll(() => ada.call("decisions.get", { id })).toMatchObject({ myVote: "approve" });
  await bob.call("decisions.vote", { id, vote: "approve" });
  for (const words of ["Completed", "Approved", "everyone voted"])
    await expect(vote(page)).toContainText(words);
  await expect(button(page, "Approve")).toHaveCount(0);
  await button(page, "Open the Lisbon office").click();
  const votes = dialog(page).getByRole("region", { name: "Votes" });
  await expect(votes.getByRole("listitem").filter({ hasText: "Bob" })).toContainText("Approve");
  await dialog(page).getByRole("button", { name: "Create task" }).click();
  await expect(toasts(page)).toContainText("Task created from the decision");
  await dialog(page).getByRole("button", { name: "Draft email" }).click();
  await expect(toasts(page)).toContainText("Draft of an email created");
  await dialog(page).getByRole("button", { name: "Set a review" }).click();
  await page.getByRole("menuitem", { name: "In three months" }).click();
  await expect(toasts(page)).toContainText("Review on");
});

test("a deleted decision is restored from the trash", async ({ page, ada }) => {
  const { id: workspaceId } = await aWorkspace(ada);
  await ada.call("decisions.create", { title: "Open the Lisbon office", workspaceId });
  await page.goto("/team?tab=decisions");
  await button(page, "Acts on 'Open the Lisbon office'").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(vote(page)).toHaveCount(0);
  await button(page, "Trash").click();
  await button(page, "Restore 'Open the Lisbon office'").click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  await button(page, "Decisions").click();
  await expect(vote(page)).toBeVisible();
});

test("TEAM-24: a failed load is shown and can be retried", async ({ page, ada }) => {
  await aColleague(ada, (await aWorkspace(ada)).id);
  page.cut("members.list", "workspaces.list", "team.stats");
  await page.goto("/team");
  await expect(toasts(page)).toContainText("Failed to load team data");
  await expect(button(page, "Try again")).toBeVisible();
  page.restore();
  await button(page, "Try again").click();
  await expect(member(page, "Bob")).toBeVisible();
});

test("decision 19: a decision whose workspace becomes inactive says so, and offers no change", async ({
  page,
  ada,
}) => {
  const { id: workspaceId } = await aWorkspace(ada);
  await ada.call("decisions.create", { workspaceId, title: "Open the Lisbon office" });
  await page.goto("/team?tab=decisions");
  await expect(vote(page)).toContainText("Leadership");
  await expect(vote(page)).not.toContainText("(inactive)");
  await ada.call("workspaces.deactivate", { id: workspaceId });
  await expect(vote(page)).toContainText("Leadership (inactive)");
  await expect(vote(page).getByRole("button", { name: "Approve" })).toHaveCount(0);
  await ada.call("workspaces.activate", { id: workspaceId });
  await expect(vote(page)).not.toContainText("(inactive)");
});
