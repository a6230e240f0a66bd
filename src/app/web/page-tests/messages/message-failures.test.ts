import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect, toasts } from "../../testing/expect-shown.ts";
import type { Page } from "../../testing/page.tsx";
import { type PagePerson, startPages } from "../../testing/start-pages.ts";
import { vouchFor } from "../../testing/vouch-for.ts";

const pages = await startPages();
const { test, aPerson } = pages;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const conversationList = (page: Page) => page.getByRole("list", { name: "Conversations" });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

async function openBoard(page: Page, ada: PagePerson): Promise<string> {
  const { id } = await ada.call<{ id: string }>("conversations.create", { type: "group", title: "Board" });
  await page.goto("/communication");
  await expect(page.getByText("No messages yet. Say hello.")).toBeVisible();
  return id;
}

async function sendMessage(page: Page, words: string): Promise<void> {
  await messageInput(page).fill(words);
  await messageInput(page).press("Enter");
}

test("COMM-31, COMM-32: offline, no message is lost; it arrives once, and a discarded one never", async ({
  page,
  ada,
}) => {
  const conversationId = await openBoard(page, ada);
  page.cut("messages.send");
  await sendMessage(page, "Is anybody there?");
  await expect(toasts(page)).toContainText("Failed to send message");
  await expect(log(page).getByText("Waiting for a connection")).toBeVisible();
  await expectAccessible();
  await sendMessage(page, "Never mind");
  await expect(button(page, "Discard")).toHaveCount(2);
  await button(page, "Discard").last().click();
  await messageInput(page).fill("Half a thou");
  page.restore();
  window.dispatchEvent(new Event("online"));
  await expect(toasts(page)).toContainText("Message sent");
  await expect(log(page).getByText("Waiting for a connection")).toHaveCount(0);
  await expect(log(page).getByText("Is anybody there?")).toHaveCount(1);
  const { items } = await ada.call<{ items: { content: string }[] }>("messages.list", { conversationId });
  expect(items.map(({ content }) => content)).toEqual(["Is anybody there?"]);
  await expect(messageInput(page)).toHaveValue("Half a thou");
});

test("COMM-31: a draft is restored in its conversation, also after a reload", async ({ page, ada }) => {
  await openBoard(page, ada);
  await messageInput(page).fill("Half a thou");
  await ada.call("conversations.create", { type: "group", title: "Other" });
  await conversationList(page).getByRole("button", { name: /Other/ }).click();
  await expect(messageInput(page)).toHaveValue("");
  await conversationList(page).getByRole("button", { name: /Board/ }).click();
  await expect(messageInput(page)).toHaveValue("Half a thou");
  await page.reload();
  await conversationList(page).getByRole("button", { name: /Board/ }).click();
  await expect(messageInput(page)).toHaveValue("Half a thou");
});

test("COMM-32: a message whose answer is lost is shown once, also after a reload, and arrives once", async ({
  page,
  ada,
}) => {
  const conversationId = await openBoard(page, ada);
  page.loseAnswerOnce("messages.send");
  await sendMessage(page, "Is anybody there?");
  const row = log(page).getByText("Is anybody there?");
  await expect(log(page).getByText("Sent", { exact: true })).toBeVisible();
  await expect(row).toHaveCount(1);
  await expect(log(page).getByText("Waiting for a connection")).toHaveCount(0);

  // The page closes before its answer, and the next one cannot ask.
  page.loseAnswerOnce("messages.send");
  page.cut("messages.list", "messages.get");
  // An announcement would carry the message as well.
  page.network.cut("/events");
  page.network.close();
  await sendMessage(page, "Hello?");
  await expect(log(page).getByText("Waiting for a connection")).toBeVisible();
  page.restore();
  page.cut("messages.send");
  await page.reload();
  await expect(log(page).getByText("Hello?")).toHaveCount(1);
  await expect(log(page).getByText("Sent", { exact: true })).toBeVisible();
  await expect(log(page).getByText("Waiting for a connection")).toHaveCount(0);
  expect(sessionStorage.getItem("outbox")).toBeNull();
  const { items } = await ada.call<{ items: { content: string }[] }>("messages.list", { conversationId });
  expect(items.map(({ content }) => content)).toEqual(["Hello?", "Is anybody there?"]);
});

test("COMM-32: a refused message stays, also after a reload, until it is retried", async ({ page, ada }) => {
  const conversationId = await openBoard(page, ada);
  const { id } = await ada.call<{ id: string }>("messages.send", { conversationId, content: "Three" });
  await log(page).getByText("Three").hover();
  await button(page, "Reply to message").click();
  // A deleted message cannot be answered.
  await ada.call("messages.delete", { id });
  await sendMessage(page, "Four is better");
  await expect(toasts(page)).toContainText("Failed to send message");
  await expect(log(page).getByText("Not sent")).toBeVisible();
  await page.reload();
  await expect(log(page).getByText("Not sent")).toBeVisible();
  await button(page, "Try again").click();
  await expect(toasts(page)).toContainText("Failed to send message");
  await expect(log(page).getByText("Not sent")).toBeVisible();
  await ada.call("messages.restore", { id });
  await button(page, "Try again").click();
  await expect(toasts(page)).toContainText("Message sent");
  await expect(log(page).getByText("Not sent")).toHaveCount(0);
  await expect(log(page).getByText("Four is better")).toHaveCount(1);
  const { items } = await ada.call<{ items: { content: string }[] }>("messages.list", { conversationId });
  expect(items.map(({ content }) => content)).toEqual(["Four is better", "Three"]);
});

test("a list that cannot be loaded says so and can be retried", async ({ page, ada }) => {
  await ada.call("conversations.create", { type: "group", title: "Board" });
  page.cut("conversations.list");
  await page.goto("/communication");
  await expect(toasts(page)).toContainText("Failed to load communication data");
  page.restore();
  await button(page, "Try again").click();
  await expect(conversationList(page).getByRole("listitem")).toHaveCount(1);
});

test("COMM-10: leaving a call whose first request is lost reaches the server", async ({ page, ada }) => {
  const bob = await aPerson("Bob Lens");
  await vouchFor(pages, ada, bob);
  await ada.call("contacts.create", { contactName: bob.fullName, contactEmail: bob.email });
  const { user } = await bob.call<{ user: { id: string } }>("session.current");
  const { id } = await ada.call<{ id: string }>("conversations.openWith", { userId: user.id });
  await page.goto(`/communication?conversation=${id}`);
  await button(page, "Start video call").click();
  const ringing = async () => (await bob.call<{ calls: unknown[] }>("calls.current")).calls.length;
  await expect.poll(ringing, { timeout: 15_000 }).toBe(1);
  page.cutOnce("calls.leave");
  await button(page, "End").click();
  await expect.poll(ringing, { timeout: 15_000 }).toBe(0);
});
