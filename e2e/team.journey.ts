import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test, undo } from "./support/fixtures.ts";
import { PASSWORD, Person } from "./support/person.ts";
import type { Instance } from "./support/product.ts";
import { aPdf } from "./support/sample-files.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const member = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
/** The card around the label. */
const stat = (page: Page, name: string) =>
  page
    .locator("main div")
    .filter({ has: page.locator(":scope > div > span", { hasText: name }) })
    .last();

/** Somebody whose address is confirmed, who has signed in nowhere yet. */
async function anAccount(instance: Instance, fullName: string) {
  const email = `${fullName.toLowerCase()}.${randomUUID()}@example.com`;
  const { output } = await instance.command(["create-user", email, fullName], PASSWORD);
  expect(output).toContain("Created the account");
  return { email, fullName };
}

async function anotherBrowser(browser: Browser, instance: Instance): Promise<Page> {
  const context = await browser.newContext({ baseURL: instance.url });
  return context.newPage();
}

test("TEAM-01 to TEAM-33: found a workspace, invite by link, vote, and see each other live in two browsers", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const bob = await anAccount(instance, "Bob");
  const bobs = await anotherBrowser(browser, instance);
  let link = "";
  await page.goto("/team");

  await test.step("TEAM-02 to TEAM-09: the page, empty", async () => {
    await expect(page.getByRole("heading", { name: "Team Collaboration" })).toBeVisible();
    for (const name of ["Invite Member", "New Workspace"])
      await expect(button(page, name).first()).toBeVisible();
    for (const name of ["Team Members", "Active Workspaces", "Pending Decisions", "Online Now"])
      await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
    for (const name of ["Team Members", "Workspaces", "Decisions"])
      await expect(tab(page, name)).toBeVisible();
    await expect(page.getByText("Your teammates appear here")).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("TEAM-18, TEAM-21, TEAM-26, TEAM-29, TEAM-31: a workspace", async () => {
    await button(page, "New Workspace").click();
    await dialog(page).getByRole("button", { name: "Create Workspace" }).click();
    await expect(toasts(page)).toContainText("Missing Information");
    await expect(toasts(page)).toContainText("Please enter a workspace name");
    await dialog(page).getByLabel("Name").fill("Leadership");
    await page.route("**/rpc/workspaces.create", (route) => route.abort());
    await dialog(page).getByRole("button", { name: "Create Workspace" }).click();
    await expect(toasts(page)).toContainText("Failed to create workspace");
    await expect(dialog(page).getByLabel("Name")).toHaveValue("Leadership");
    await page.unrouteAll();
    await dialog(page).getByRole("button", { name: "Create Workspace" }).click();
    await expect(toasts(page)).toContainText("Workspace Created");
    await tab(page, "Workspaces").click();
    const card = page.getByRole("listitem", { name: "Leadership" });
    await expect(card).toContainText("Active");
    await expect(card).toContainText("Admin");
  });
  await test.step("TEAM-16, TEAM-17, TEAM-20, TEAM-25, TEAM-30: an invitation, with its link once", async () => {
    await button(page, "Invite Member").click();
    await expect(dialog(page).getByLabel("Role")).toHaveValue("member");
    await expect(dialog(page).getByLabel("Role").locator("option")).toHaveText([
      "Team Member",
      "Admin",
      "Viewer",
    ]);
    await dialog(page).getByRole("button", { name: "Send Invitation" }).click();
    await expect(toasts(page)).toContainText("Missing Information");
    await expect(toasts(page)).toContainText("Please fill in all required fields");
    await dialog(page).getByLabel("Email").fill(bob.email);
    await dialog(page).getByLabel("Workspace").selectOption("Leadership");
    await expectAccessible(page);
    await page.route("**/rpc/invitations.create", (route) => route.abort());
    await dialog(page).getByRole("button", { name: "Send Invitation" }).click();
    await expect(toasts(page)).toContainText("Failed to send invitation");
    await page.unrouteAll();
    await dialog(page).getByRole("button", { name: "Send Invitation" }).click();
    await expect(toasts(page)).toContainText("Invitation Sent");
    await expect(dialog(page)).toContainText("No mail was sent");
    link = await dialog(page).getByLabel("Invitation link").inputValue();
    expect(link).toContain(`${instance.url}/invitation#`);
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await tab(page, "Team Members").click();
    await expect(page.getByRole("listitem", { name: bob.email })).toContainText("Team Member");
  });
  await test.step("D3: somebody else's link says nothing, one's own opens on a machine that nobody else reaches", async () => {
    const carol = await Person.signUp(instance.url, "Carol");
    const carols = await anotherBrowser(browser, instance);
    await carol.signInPage(carols);
    await carols.goto(link);
    await expect(carols.getByText("This invitation was made for another address")).toBeVisible();
    await expect(carols.getByText("Leadership")).toHaveCount(0);
    const [workspace] = (await ada.call<{ items: { id: string }[] }>("workspaces.list")).items;
    const hers = await ada.call<{ link: string }>("invitations.create", {
      workspaceId: workspace?.id,
      email: carol.email,
    });
    await carols.goto("/tasks");
    await carols.goto(hers.link);
    await expect(carols.getByText("Ada Lovelace invites you to 'Leadership'")).toBeVisible();
    await expectAccessible(carols);
    await carols.context().close();
  });
  await test.step("AUTH-04: the link survives the sign-in; accepted, both see each other at once", async () => {
    await bobs.goto(link);
    await expect(bobs).toHaveURL(/\/auth$/);
    await bobs.getByLabel("Email").fill(bob.email);
    await bobs.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await bobs.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(bobs.getByText("Ada Lovelace invites you to 'Leadership'")).toBeVisible();
    await expectAccessible(bobs);
    await button(bobs, "Accept invitation").click();
    await expect(bobs).toHaveURL(/\/team$/);
    await expect(member(bobs, "Ada Lovelace")).toContainText("Online");
    await expect(member(page, "Bob")).toContainText("Online");
    await expect(stat(page, "Online Now")).toContainText("2");
    await expect(stat(page, "Team Members")).toContainText("2");
    await expect(page.getByRole("listitem", { name: bob.email })).toHaveCount(0);
    await expectAccessible(page);
  });
  await test.step("TEAM-10: Chat and Call lead to the conversation and the call", async () => {
    const { items } = await ada.call<{ items: { fullName: string; userId: string }[] }>("members.list");
    const userId = items.find(({ fullName }) => fullName === "Bob")?.userId;
    await expect(member(page, "Bob").getByRole("link", { name: "Chat" })).toHaveAttribute(
      "href",
      `/communication?with=${userId}`,
    );
    await expect(member(page, "Bob").getByRole("link", { name: "Call" })).toHaveAttribute(
      "href",
      `/communication?call=${userId}`,
    );
  });
  await test.step("TEAM-09, TEAM-11, TEAM-19, TEAM-27, TEAM-32: a decision, live in the other browser", async () => {
    await tab(bobs, "Decisions").click();
    await expect(button(bobs, "New Decision")).toHaveCount(0);
    await tab(page, "Decisions").click();
    await button(page, "New Decision").click();
    await dialog(page).getByRole("button", { name: "Create Decision" }).click();
    await expect(toasts(page)).toContainText("Missing Information");
    await dialog(page).getByLabel("Title").fill("Open the Lisbon office");
    await dialog(page).getByLabel("Workspace").selectOption("Leadership");
    await dialog(page).getByLabel("Quorum").selectOption("Everyone");
    await expectAccessible(page);
    await page.route("**/rpc/decisions.create", (route) => route.abort());
    await dialog(page).getByRole("button", { name: "Create Decision" }).click();
    await expect(toasts(page)).toContainText("Failed to create decision");
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Open the Lisbon office");
    await page.unrouteAll();
    await dialog(page).getByRole("button", { name: "Create Decision" }).click();
    await expect(toasts(page)).toContainText("Decision Created");
    const shown = bobs.getByRole("article", { name: "Open the Lisbon office" });
    await expect(shown).toContainText("Voting");
    await expect(shown).toContainText("Quorum 100 %");
    await expect(stat(bobs, "Pending Decisions")).toContainText("1");
  });
  await test.step("TEAM-13, TEAM-14, TEAM-28, TEAM-33, decision 16: votes change, are seen, and complete it", async () => {
    const seen = page.getByRole("article", { name: "Open the Lisbon office" });
    await bobs.route("**/rpc/decisions.vote", (route) => route.abort());
    await button(bobs, "Reject").click();
    await expect(toasts(bobs)).toContainText("Failed to record vote");
    await expect(button(bobs, "Reject")).toHaveAttribute("aria-pressed", "false");
    await bobs.unrouteAll();
    await button(bobs, "Reject").click();
    await expect(toasts(bobs)).toContainText("Vote Recorded");
    await expect(seen).toContainText("Reject 1");
    await button(bobs, "Approve").click();
    await expect(seen).toContainText("Approve 1");
    await expect(seen).toContainText("Reject 0");
    await expectAccessible(bobs);
    await button(page, "Approve").click();
    await expect(seen).toContainText("Completed");
    await expect(seen).toContainText("Approved");
    await expect(bobs.getByRole("article", { name: "Open the Lisbon office" })).toContainText(
      "everyone voted",
    );
    await expect(button(bobs, "Approve")).toHaveCount(0);
    await button(page, "Open the Lisbon office").click();
    await expect(
      dialog(page).getByRole("region", { name: "Votes" }).getByRole("listitem").filter({ hasText: "Bob" }),
    ).toContainText("Approve");
  });
  await test.step("V2, V8: the log is verified in this browser and leaves as a file; a task follows from the outcome", async () => {
    await dialog(page).getByText("Log", { exact: true }).click();
    await expect(dialog(page).getByRole("list", { name: "Log" })).toContainText("Bob voted Reject");
    await dialog(page).getByRole("button", { name: "Verify" }).click();
    await expect(dialog(page)).toContainText("Intact: 5 entries");
    await expect(dialog(page)).toContainText("checked by the server and in this browser");
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "PDF" }).click();
    expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe("%PDF-");
    await dialog(page).getByRole("button", { name: "Create task" }).click();
    await expect(toasts(page)).toContainText("Task created from the decision");
    await dialog(page).getByRole("button", { name: "Draft email" }).click();
    await expect(toasts(page)).toContainText("Draft of an email created");
    await dialog(page).getByRole("button", { name: "Set a review" }).click();
    await page.getByRole("menuitem", { name: "In three months" }).click();
    await expect(toasts(page)).toContainText("Review on");
    await page.keyboard.press("Escape");
  });
  await test.step("a deleted decision goes from the other browser too, and comes back from the trash", async () => {
    await button(page, "Acts on 'Open the Lisbon office'").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(bobs.getByRole("article")).toHaveCount(0);
    await button(page, "Trash").click();
    await button(page, "Restore 'Open the Lisbon office'").click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await expect(bobs.getByRole("article", { name: "Open the Lisbon office" })).toBeVisible();
    await button(page, "Decisions").click();
  });
  await test.step("decision 15: who leaves goes offline; who is removed sees nothing more", async () => {
    await tab(page, "Team Members").click();
    const bobsContext = bobs.context();
    await bobs.goto("about:blank");
    await expect(member(page, "Bob")).toContainText("Seen");
    await bobs.goto("/team");
    await expect(member(page, "Bob")).toContainText("Online");
    await button(page, "Manage Bob").click();
    await dialog(page).getByLabel("Leadership", { exact: true }).selectOption("Viewer");
    await expect(member(bobs, "Bob")).toContainText("Viewer");
    await button(page, "Remove Bob from Leadership").click();
    await expect(toasts(page)).toContainText("Bob was removed");
    await expect(bobs.getByText("Your teammates appear here")).toBeVisible();
    await bobsContext.close();
  });
  await test.step("TEAM-15: inactive and active; the last administrator cannot leave", async () => {
    await page.keyboard.press("Escape");
    await tab(page, "Workspaces").click();
    const card = page.getByRole("listitem", { name: "Leadership" });
    await button(page, "Acts on Leadership").click();
    await page.getByRole("menuitem", { name: "Deactivate" }).click();
    await expect(toasts(page)).toContainText("'Leadership' is inactive");
    await expect(card).toContainText("Inactive");
    await undo(page, "'Leadership' is inactive");
    await expect(card).not.toContainText("Inactive");
    await button(page, "Acts on Leadership").click();
    await page.getByRole("menuitem", { name: "Leave" }).click();
    await dialog(page).getByRole("button", { name: "Leave" }).click();
    await expect(toasts(page)).toContainText("A workspace keeps at least one administrator");
    await expect(card).toBeVisible();
  });
  await test.step("TEAM-24: what cannot be read is said, with a way to try again", async () => {
    for (const noun of ["members.list", "workspaces.list", "team.stats"])
      await page.route(`**/rpc/${noun}`, (route) => route.abort());
    await page.goto("/team");
    await expect(toasts(page)).toContainText("Failed to load team data");
    await expect(button(page, "Try again")).toBeVisible();
    await page.unrouteAll();
    await button(page, "Try again").click();
    await expect(member(page, "Ada Lovelace")).toBeVisible();
  });
});

/** Somebody who has signed in, in a browser of their own, and has accepted Ada's invitation. */
async function aColleague(
  browser: Browser,
  instance: Instance,
  ada: Person,
  fullName: string,
  workspaceId: string,
) {
  const person = await Person.signIn(instance.url, await anAccount(instance, fullName));
  const { link } = await ada.call<{ link: string }>("invitations.create", {
    workspaceId,
    email: person.email,
  });
  await person.call("invitations.accept", { token: link.split("#")[1] });
  const page = await anotherBrowser(browser, instance);
  await person.signInPage(page);
  return { person, page };
}

test("issue 7: a paper is read and its receipt seen, a proxy votes, and hidden votes show when it is completed", async ({
  page,
  ada,
  browser,
  instance,
}) => {
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Board" });
  const bob = await aColleague(browser, instance, ada, "Bob", workspaceId);
  const carol = await aColleague(browser, instance, ada, "Carol", workspaceId);
  const form = new FormData();
  form.set("title", "Lisbon budget");
  form.set(
    "file",
    new File([new Uint8Array(aPdf("Forty desks"))], "budget.pdf", { type: "application/pdf" }),
  );
  const headers = { "x-adjutant-upload": "1" };
  expect((await ada.request("/files/documents", { method: "POST", headers, body: form })).ok).toBe(true);
  const card = (on: Page) => on.getByRole("article", { name: "Open the Lisbon office" });
  const open = (on: Page) => button(on, "Open the Lisbon office").click();
  const section = (on: Page, name: string) => dialog(on).getByRole("region", { name, exact: true });

  await test.step("a decision with a paper, its votes hidden until it is completed", async () => {
    await page.goto("/team?tab=decisions");
    await button(page, "New Decision").click();
    await dialog(page).getByLabel("Title").fill("Open the Lisbon office");
    await dialog(page).getByLabel("Workspace").selectOption("Board");
    await dialog(page)
      .getByRole("switch", { name: /Hide votes/ })
      .click();
    await dialog(page).getByLabel("Attach a paper").fill("lisbon");
    await page.getByRole("option", { name: "Lisbon budget" }).click();
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Create Decision" }).click();
    await expect(toasts(page)).toContainText("Decision Created");
    await expect(card(page)).toContainText("Hidden until closed");
  });
  await test.step("V5: who opens the paper from the decision leaves a receipt, seen at once", async () => {
    await open(page);
    await expect(section(page, "Papers")).toContainText("Nobody has opened it");
    await bob.page.goto("/team?tab=decisions");
    await open(bob.page);
    const download = bob.page.waitForEvent("download");
    await button(bob.page, "Lisbon budget").click();
    expect((await download).suggestedFilename()).toBe("budget.pdf");
    await expect(section(page, "Papers")).toContainText("Opened by Bob");
    await expectAccessible(page);
  });
  await test.step("V3: Bob lets Carol vote for him, here only; she does", async () => {
    await button(bob.page, "Let somebody vote for me").click();
    await dialog(bob.page).getByLabel("Who votes for me").selectOption("Carol");
    await expectAccessible(bob.page);
    await button(bob.page, "Give proxy").click();
    await expect(section(bob.page, "Proxies")).toContainText("Carol votes for Bob in this decision");
    await carol.page.goto("/team?tab=decisions");
    await open(carol.page);
    await button(carol.page, "Approve for Bob").click();
    await expect(toasts(carol.page)).toContainText("Vote Recorded");
    await expect(dialog(bob.page)).toContainText("Carol voted for you, as your proxy");
    await expectAccessible(carol.page);
  });
  await test.step("V4: how many have voted is seen, and how only when it is completed", async () => {
    await expect(dialog(page)).toContainText("1 of 3 voted");
    await expect(dialog(page)).toContainText("Votes are shown when it is completed");
    await expect(dialog(page)).not.toContainText("Approve 1");
    await dialog(bob.page).getByRole("button", { name: "Reject", exact: true }).click();
    await expect(dialog(bob.page)).not.toContainText("as your proxy");
    await page.keyboard.press("Escape");
    await card(page).getByRole("button", { name: "Approve", exact: true }).click();
    await expect(card(page)).toContainText("2 of 3 voted");
    await button(page, "Acts on 'Open the Lisbon office'").click();
    await page.getByRole("menuitem", { name: "Close voting" }).click();
    await expect(card(page)).toContainText("Completed");
    await expect(card(page)).toContainText("Reject 1");
    await open(page);
    await expect(section(page, "Votes").getByRole("listitem").filter({ hasText: "Bob" })).toContainText(
      "Reject",
    );
    await dialog(page).getByText("Log", { exact: true }).click();
    await expect(dialog(page).getByRole("list", { name: "Log" })).toContainText("Carol");
    await dialog(page).getByRole("button", { name: "Verify" }).click();
    await expect(dialog(page)).toContainText("Intact");
    await expectAccessible(page);
  });
  await test.step("C4: a colleague among the attendees is called from the event, and declines", async () => {
    const startTime = new Date();
    const endTime = new Date(startTime.getTime() + 3_600_000);
    const { id } = await ada.call<{ id: string }>("events.create", {
      ...{ title: "Budget", startTime: startTime.toISOString(), endTime: endTime.toISOString() },
      attendees: [bob.person.email],
    });
    await page.goto(`/calendar?event=${id}`);
    await button(page, "Call Bob").click();
    const ringing = bob.page.getByRole("alertdialog", { name: "Ada Lovelace is calling" });
    await ringing.getByRole("button", { name: "Decline" }).click();
    await expect(ringing).toHaveCount(0);
    await expect(dialog(page)).toContainText("Bob declined");
  });
  await Promise.all([bob.page.context().close(), carol.page.context().close()]);
});
