import { expectAccessible } from "../testing/expect-accessible.ts";
import { expect, toasts, undo } from "../testing/expect-shown.ts";
import type { Page } from "../testing/page.tsx";
import { type PagePerson, startPages } from "../testing/start-pages.ts";
import { vouchFor } from "../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const conversationList = (page: Page) => page.getByRole("list", { name: "Conversations" });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const article = (page: Page, words: string) => log(page).getByRole("article").filter({ hasText: words });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

const idOf = async (person: PagePerson) =>
  (await person.call<{ user: { id: string } }>("session.current")).user.id;

/** Ada's page, in a group with Bob. */
async function openConversation(page: Page, ada: PagePerson) {
  const bob = await aPerson("Bob Carter");
  await vouchFor(pages, ada, bob);
  await ada.call("contacts.create", { contactName: bob.fullName, contactEmail: bob.email });
  const group = { type: "group", title: "Board", userIds: [await idOf(bob)] };
  const { id } = await ada.call<{ id: string }>("conversations.create", group);
  const sendAs = (person: PagePerson, content: string) =>
    person.call<{ id: string }>("messages.send", { conversationId: id, content });
  const contents = async (person: PagePerson) =>
    (await person.call<{ items: { content: string }[] }>("messages.list", { conversationId: id })).items.map(
      ({ content }) => content,
    );
  await page.goto(`/communication?conversation=${id}`);
  await expect(page.getByRole("region", { name: "Board" })).toBeVisible();
  return { bob, id, say: sendAs, contents };
}

test("COMM-11, COMM-12, COMM-24, COMM-25: Shift+Enter adds a line, Enter sends; edits and deletions reach others", async ({
  page,
  ada,
}) => {
  const { bob, contents } = await openConversation(page, ada);
  await messageInput(page).focus();
  await page.keyboard.type("Hello Bob");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second line");
  await expect(log(page).getByRole("article")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText("Message sent");
  await expect(messageInput(page)).toHaveValue("");
  await expect(log(page).getByText("Just now").first()).toBeVisible();
  expect(await contents(bob)).toEqual(["Hello Bob\nsecond line"]);
  await log(page).getByText("Hello Bob").hover();
  await button(page, "Edit message").click();
  await page.getByRole("textbox", { name: "Edit message" }).fill("Good morning");
  await page.getByRole("textbox", { name: "Edit message" }).press("Enter");
  await expect.poll(() => contents(bob)).toEqual(["Good morning"]);
  await log(page).getByText("Good morning").hover();
  await button(page, "Delete message").click();
  await expect(log(page).getByText("Good morning")).toHaveCount(0);
  await expect.poll(() => contents(bob)).toEqual([]);
  await undo(page, "Message deleted");
  await expect(log(page).getByText("Good morning")).toBeVisible();
  await expect.poll(() => contents(bob)).toEqual(["Good morning"]);
});

test("COMM: a reply quotes and mentions; a reaction of another person shows", async ({ page, ada }) => {
  const { bob, id, say } = await openConversation(page, ada);
  await say(bob, "Three");
  await log(page).getByText("Three").hover();
  await button(page, "Reply to message").last().click();
  await expect(messageInput(page)).toBeFocused();
  await page.keyboard.type("Four is better, @bo");
  await page.getByRole("option", { name: "Bob Carter" }).click();
  await expect(messageInput(page)).toHaveValue("Four is better, @Bob Carter ");
  await page.keyboard.press("Enter");
  const answer = article(page, "Four is better");
  await expect(answer.getByRole("link", { name: /In reply to ?Bob Carter/ })).toBeVisible();
  await answer.getByText("Four is better").hover();
  await answer.getByRole("button", { name: "React to message" }).click();
  await page.getByRole("button", { name: "🎉" }).click();
  await expect(log(page).getByRole("button", { name: "🎉 1" })).toBeVisible();
  const messageSeenByBob = async () => {
    const { items } = await bob.call<{ items: { id: string; reactions: unknown[] }[] }>("messages.list", {
      conversationId: id,
    });
    return items[0];
  };
  await expect.poll(async () => (await messageSeenByBob())?.reactions.length).toBe(1);
  await bob.call("messages.react", { id: (await messageSeenByBob())?.id, emoji: "🎉" });
  await expect(log(page).getByRole("button", { name: "🎉 2" })).toBeVisible();
});

test("M1: a message shows its thread, with its own replies", async ({ page, ada }) => {
  const { bob, id, say } = await openConversation(page, ada);
  const first = await say(bob, "Three");
  await bob.call("messages.send", { conversationId: id, content: "Four is better", replyToId: first.id });
  await log(page).getByRole("link", { name: "1 answer" }).click();
  const thread = dialog(page).getByRole("list", { name: "Thread" });
  await expect(thread.getByRole("listitem")).toHaveCount(2);
  await expect(thread.getByRole("listitem").nth(1)).toContainText("Four is better");
  await expectAccessible();
  await page.keyboard.type("We agree");
  await page.keyboard.press("Enter");
  await expect(thread.getByRole("listitem").nth(2)).toContainText("We agree");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/thread=/);
  await expect(log(page).getByRole("link", { name: "2 answers" })).toBeVisible();
});

test("COMM, M1: by keyboard the last words are changed and a message becomes a task; one is put to the vote", async ({
  page,
  ada,
}) => {
  const { say } = await openConversation(page, ada);
  await say(ada, "Four is better");
  await expect(article(page, "Four is better")).toBeVisible();
  await messageInput(page).press("ArrowUp");
  await page.getByRole("textbox", { name: "Edit message" }).fill("Five is better");
  await page.getByRole("textbox", { name: "Edit message" }).press("Enter");
  await expect(article(page, "Five is better")).toBeVisible();
  await log(page).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("t");
  await expect(toasts(page)).toContainText("Task created");
  await expect(log(page).getByRole("link", { name: "Your task" })).toBeVisible();
  await article(page, "Five is better").getByRole("button", { name: "More for this message" }).click();
  await page.getByRole("menuitem", { name: "Create a vote" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue(/^Five is better/);
  await expect(dialog(page).getByLabel("Description")).toHaveValue(/\/communication\?conversation=/);
});

test("COMM: a search result opens the conversation of the message", async ({ page, ada }) => {
  const { say } = await openConversation(page, ada);
  await say(ada, "Good morning");
  await ada.call("conversations.create", { type: "group", title: "Other" });
  await conversationList(page).getByRole("button", { name: /Other/ }).click();
  await button(page, "Search messages").click();
  await dialog(page).getByRole("searchbox").fill("morn");
  await dialog(page)
    .getByRole("button", { name: /Good morning/ })
    .click();
  await expect(page.getByRole("region", { name: "Board" })).toBeVisible();
  await expect(log(page).getByText("Good morning")).toBeVisible();
});

test("a call of a group that everybody else has left opens its people, and no camera", async ({
  page,
  ada,
}) => {
  const { bob, id } = await openConversation(page, ada);
  await bob.call("conversations.leave", { id });
  await expect(page.getByRole("button", { name: "Only you" })).toBeVisible();
  await button(page, "Start video call").click();
  await expect(page.getByRole("dialog", { name: "People in Board" })).toContainText(
    "You are the only one here.",
  );
  await dialog(page).getByRole("button", { name: "Add people" }).click();
  await expect(page.getByRole("dialog", { name: "Add people" })).toBeVisible();
  expect(await ada.call("calls.current", {})).toMatchObject({ calls: [] });
});
