import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";

// Bob has signed up and nobody has confirmed his address: what others send to it waits, and both of them see that.

const { test: plainTest, aPerson, aConfirmedPerson, openPage } = await startPages();

const test = plainTest
  .extend("ada", () => aConfirmedPerson("Ada Lovelace"))
  .extend("bob", () => aPerson("Bob Noyce"));

const admin = await aPerson("Grace Hopper", "admin");
const dialog = (page: Page) => page.getByRole("dialog");
const inDialog = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

async function shareWith(ada: PagePerson, bob: PagePerson, title: string): Promise<void> {
  const body = new FormData();
  body.append("title", title);
  body.append("file", new Blob(["Ten years, two doors"]), "lease.txt");
  const headers = { "x-adjutant-upload": "1" };
  const stored = await ada.request("/files/documents", { method: "POST", body, headers });
  const { id } = await stored.json();
  await ada.call("documents.share", { id, with: { email: bob.email } });
}

async function inviteToWorkspace(ada: PagePerson, bob: PagePerson): Promise<void> {
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Leadership" });
  await ada.call("invitations.create", { workspaceId, email: bob.email });
}

async function mail(ada: PagePerson, bob: PagePerson): Promise<void> {
  await ada.call("mailPreferences.update", { undoSeconds: 0 });
  await ada.call("emails.send", { subject: "Figures", body: "See below.", recipients: [bob.email] });
}

async function write(ada: PagePerson, bob: PagePerson): Promise<void> {
  const contact = { contactName: "Bob Noyce", contactEmail: bob.email };
  const { id: contactId } = await ada.call<{ id: string }>("contacts.create", contact);
  const conversation = { type: "direct", contactId };
  const { id: conversationId } = await ada.call<{ id: string }>("conversations.create", conversation);
  await ada.call("messages.send", { conversationId, content: "Are you there?" });
}

type Waiting = { documents: number; invitations: number; mails: number; conversations: number };
const waitingFor = async (person: PagePerson) =>
  (await person.call<{ waiting: Waiting }>("emailConfirmation.state")).waiting;

test("a page counts the items that wait for an unconfirmed address, until an administrator confirms it", async ({
  ada,
  bob,
}) => {
  for (const title of ["The lease", "The plan"]) await shareWith(ada, bob, title);
  await inviteToWorkspace(ada, bob);
  await mail(ada, bob);
  await write(ada, bob);
  // A message to an address that no account has proven leaves as an email, too.
  const all = { documents: 2, invitations: 1, mails: 2, conversations: 1 };
  await expect.poll(() => waitingFor(bob), { timeout: 15_000 }).toEqual(all);
  const notices = {
    "/documents": "2 documents wait until your address is confirmed.",
    "/team": "1 invitation waits until your address is confirmed.",
    "/email": "2 emails wait until your address is confirmed.",
    "/communication": "1 conversation waits until your address is confirmed.",
  };
  const page = await openPage(bob, "/");
  for (const [address, words] of Object.entries(notices)) {
    await page.goto(address);
    await expect(page.getByRole("note")).toContainText(words);
  }
  await page.getByRole("note").getByRole("link", { name: "What to do" }).click();
  await expect(page).toHaveURL(/\/settings\?tab=profile/);
  await page.goto("/documents?show=withMe&view=grid");
  await expect(page.getByRole("note")).toBeVisible();
  const id = (await bob.call<{ user: { id: string } }>("session.current")).user.id;
  await admin.call("adminAccounts.vouch", { id, isVouched: true });
  await expect(page.getByRole("article", { name: "The lease", exact: true })).toBeVisible();
  await expect(page.getByRole("note")).toHaveCount(0);
});

test("with a confirmed address nothing waits, and no notice is shown", async ({ ada, bob }) => {
  await shareWith(bob, ada, "The lease");
  const page = await openPage(ada, "/documents");
  await expect(page.getByText("No documents yet").first()).toBeVisible();
  await expect(page.getByRole("note")).toHaveCount(0);
});

test("an administrator confirms an address in the list of users, and revokes it", async ({ bob }) => {
  const page = await openPage(admin, `/admin?q=${bob.email}`);
  const row = page.getByRole("table", { name: "Users" }).locator("tbody tr");
  await expect(row).toContainText("Not proven");
  const vouch = page.getByRole("button", { name: `Vouch… ${bob.email}` });
  await vouch.click();
  await expect(dialog(page)).toHaveAccessibleName("Vouch for this address?");
  await expect(dialog(page)).toContainText(`Bob Noyce, ${bob.email}`);
  await expect(dialog(page)).toContainText("Your name is shown next to the address.");
  await expect(inDialog(page, "Vouch")).toBeFocused();
  await inDialog(page, "Cancel").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row).toContainText("Not proven");
  await vouch.click();
  page.cut("adminAccounts.vouch");
  await inDialog(page, "Vouch").click();
  await expect(toasts(page)).toContainText("The address was not changed");
  await expect(dialog(page)).toHaveAccessibleName("Vouch for this address?");
  page.restore();
  await inDialog(page, "Vouch").click();
  await expect(toasts(page)).toContainText("Address vouched for");
  await expect(dialog(page)).toHaveCount(0);
  await expect(row).toContainText("Vouched for");
  await expect(row).toContainText("by Grace Hopper");
  await page.getByRole("button", { name: `Stop vouching… ${bob.email}` }).click();
  await expect(dialog(page)).toHaveAccessibleName("Stop vouching for this address?");
  await expect(dialog(page)).toContainText("Mail from and to this address is held again.");
  await inDialog(page, "Stop vouching").click();
  await expect(toasts(page)).toContainText("No longer vouched for");
  await expect(row).toContainText("Not proven");
});
