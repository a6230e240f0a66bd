import { expect } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test } = pages;

const row = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Conversations" }).getByRole("listitem", { name: subject, exact: true });
const reader = (page: Page) => page.getByRole("region", { name: "Reader" });

test("what another browser changes, makes and deletes is shown without a request", async ({ page, ada }) => {
  const { id } = await ada.call<{ id: string }>("tasks.create", { title: "Call Anna" });
  const { id: deletedId } = await ada.call<{ id: string }>("tasks.create", { title: "Call nobody" });
  await page.goto("/tasks");
  await expect(page.getByText("Call Anna")).toBeVisible();
  await expect(page.getByText("Call nobody")).toBeVisible();
  const before = page.network.requested.length;
  await ada.call("tasks.update", { id, version: 1, title: "Call Berta" });
  await ada.call("tasks.create", { title: "Call Clara" });
  await ada.call("tasks.delete", { id: deletedId });
  await expect(page.getByText("Call Berta")).toBeVisible();
  await expect(page.getByText("Call Clara")).toBeVisible();
  await expect(page.getByText("Call nobody")).toHaveCount(0);
  expect(page.network.requested.slice(before)).toEqual([]);
});

test("what happens while the page is opened is not missed: nothing is read before it is known where its changes begin", async ({
  page,
  ada,
}) => {
  const answerSession = page.hold("session.current");
  await page.goto("/email?look=cards&view=all");
  await expect.poll(() => page.network.requested.join()).toContain("/rpc/session.current");
  // Everything else that the page asks for now is answered, from before the change.
  await expect.poll(() => page.network.pendingCount).toBe(1);
  await ada.call("emails.create", { subject: "Written meanwhile", body: "Text" });
  answerSession();
  await expect(page.getByText("Written meanwhile")).toBeVisible();
});

async function receiveMail(ada: PagePerson, subject: string): Promise<void> {
  await ada.call("emails.send", { subject, body: "See you", recipients: [ada.email] });
  const arrived = async () =>
    (await ada.call<{ items: unknown[] }>("emails.list", { view: "inbox", text: subject })).items.length;
  await expect.poll(arrived, { timeout: 30_000 }).toBe(1);
  // Its delivery ends a moment later, which is another change of the conversation.
  type Sent = { delivery: { state: string } | null };
  const states = async () =>
    (await ada.call<{ items: Sent[] }>("emails.list", { status: "sent", text: subject })).items.map(
      ({ delivery }) => delivery?.state,
    );
  await expect.poll(states, { timeout: 30_000 }).toEqual(["sent"]);
}

/** In another browser. */
async function starElsewhere(ada: PagePerson, subject: string): Promise<void> {
  const { items } = await ada.call<{ items: { id: string; version: number }[] }>("emails.list", {
    ...{ view: "inbox", text: subject },
  });
  await ada.call("emails.update", { id: items[0]?.id, version: items[0]?.version, isStarred: true });
}

const quiet = (page: Page) => expect.poll(() => page.network.pendingCount, { timeout: 30_000 }).toBe(0);

test("a star on an opened mail is one request", async ({ page, ada }) => {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0 });
  for (const subject of ["Lunch", "Dinner"]) await receiveMail(ada, subject);
  await page.goto("/email?look=split&view=inbox");
  await row(page, "Lunch").click();
  await expect(reader(page).getByRole("heading", { name: "Lunch" })).toBeVisible();
  await expect(row(page, "Lunch").getByRole("img", { name: "Unread" })).toHaveCount(0);
  // The code of what it promises is fetched after it.
  // It may travel with another one.
  await expect
    .poll(() => page.network.requested.join(), { timeout: 30_000 })
    .toContain("/rpc/commitments.list");
  await quiet(page);
  const before = page.network.requested.length;
  await page.keyboard.press("s");
  await expect(row(page, "Lunch").getByLabel("Starred")).toBeVisible();
  await quiet(page);
  await starElsewhere(ada, "Dinner");
  await expect(row(page, "Dinner").getByLabel("Starred")).toBeVisible();
  await quiet(page);
  expect(page.network.requested.slice(before)).toEqual(["/rpc/emails.updateMany"]);
});

test("the texts of the mails on screen are there before one is opened", async ({ page, ada }) => {
  await vouchFor(pages, ada);
  await ada.call("mailPreferences.update", { undoSeconds: 0 });
  await receiveMail(ada, "Lunch");
  await page.goto("/email?look=split&view=inbox");
  await expect(row(page, "Lunch")).toBeVisible();
  const read = () => page.network.requested.filter((path) => /emails\.get(Many)?$/.test(path));
  await expect.poll(read, { timeout: 30_000 }).toEqual(["/rpc/emails.getMany"]);
  await row(page, "Lunch").click();
  await expect(reader(page).getByText("See you")).toBeVisible();
  expect(read()).toEqual(["/rpc/emails.getMany"]);
});
