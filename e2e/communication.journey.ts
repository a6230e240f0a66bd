import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test, tick, undo } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { shoot } from "./support/shoot.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const conversationList = (page: Page) => page.getByRole("list", { name: "Conversations" });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const messageInput = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const stat = (page: Page, label: string) =>
  button(page, label)
    .or(page.getByText(label, { exact: true }))
    .locator("xpath=../..");

async function openHub(page: Page, search = ""): Promise<void> {
  await page.goto(`/communication${search}`);
  await expect(page.getByRole("heading", { name: "Communication Hub" })).toBeVisible();
}

const knows = (person: Person, other: Person) =>
  person.call<{ id: string }>("contacts.create", { contactName: other.fullName, contactEmail: other.email });

/** Somebody else, in a browser of their own. */
async function another(browser: Browser, url: string, fullName: string) {
  const person = await Person.signUp(url, fullName);
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
  });
  const page = await context.newPage();
  await person.signInPage(page);
  return { person, page, context };
}

test("COMM-01, COMM-08, COMM-09, COMM-19 to COMM-22, COMM-33 to COMM-37: contacts and conversations from nothing", async ({
  page,
  ada,
}) => {
  expect(ada.fullName).toBe("Ada Lovelace");
  await openHub(page);
  await expect(page.getByText("Your conversations appear here")).toBeVisible();
  for (const label of ["Active Chats", "Contacts", "Online", "Unread"])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);

  await test.step("a contact needs a name; a failure keeps what was typed", async () => {
    await button(page, "Add Contact").first().click();
    await dialog(page).getByRole("button", { name: "Add Contact" }).click();
    await expect(dialog(page).getByText("Please enter a name")).toBeVisible();
    await dialog(page).getByLabel("Name").fill("Clara Voss");
    await dialog(page).getByLabel("Email").fill("clara@elsewhere.test");
    await expect(dialog(page).getByLabel("Relationship")).toHaveValue("colleague");
    await page.route("**/rpc/contacts.create", (route) => route.abort());
    await dialog(page).getByRole("button", { name: "Add Contact" }).click();
    await expect(toasts(page)).toContainText("Failed to create contact");
    await page.unroute("**/rpc/contacts.create");
    await dialog(page).getByRole("button", { name: "Add Contact" }).click();
    await expect(toasts(page)).toContainText("Contact added");
  });
  await test.step("a direct conversation needs a contact, a group a title", async () => {
    await button(page, "New Conversation").first().click();
    await dialog(page).getByRole("button", { name: "Create" }).click();
    await expect(toasts(page)).toContainText("Please select a contact");
    await tick(dialog(page).getByRole("radio", { name: "Group" }));
    await dialog(page).getByRole("button", { name: "Create" }).click();
    await expect(toasts(page)).toContainText("Please enter a conversation title");
    await expectAccessible(page);
    await dialog(page).getByLabel("Title").fill("Board");
    await page.route("**/rpc/conversations.create", (route) => route.abort());
    await dialog(page).getByRole("button", { name: "Create" }).click();
    await expect(toasts(page)).toContainText("Failed to create conversation");
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Board");
    await page.unroute("**/rpc/conversations.create");
    await dialog(page).getByRole("button", { name: "Create" }).click();
    await expect(toasts(page)).toContainText("Conversation created");
    await expect(page.getByRole("region", { name: "Board" })).toBeVisible();
  });
  await test.step("issue 8: with a contact who has no account by email, or kept by choice, and said so", async () => {
    await page.getByRole("tab", { name: "Contacts" }).click();
    await button(page, "Message 'Clara Voss'").click();
    await expect(page.getByText(/sent to Clara Voss by email/)).toBeVisible();
    await messageInput(page).fill("The papers are ready");
    await messageInput(page).press("Enter");
    await expect(log(page).getByText("On its way by email")).toBeVisible();
    await expect(log(page).getByRole("link", { name: "by email" })).toBeVisible();
    await expectAccessible(page);
    const answer = Promise.withResolvers<void>();
    await page.route("**/rpc/conversations.goByEmail", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await button(page, "Do not send by email").click();
    await expect(page.getByText(/Nobody receives this yet/)).toBeVisible();
    await messageInput(page).fill("Welcome, Clara");
    await messageInput(page).press("Enter");
    await expect(log(page).getByText("Welcome, Clara")).toBeVisible();
    answer.resolve();
    await expect(log(page).getByText("Saved")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await expectAccessible(page);
  });
  await test.step("a contact is a favourite, is edited, deleted and comes back", async () => {
    await button(page, "Favourite 'Clara Voss'").click();
    await button(page, "Favourites only").click();
    await expect(page.getByRole("list", { name: "Contacts" }).getByRole("listitem")).toHaveCount(1);
    await button(page, "More for 'Clara Voss'").click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog(page).getByLabel("Name").fill("Clara Voss-Lind");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await button(page, "More for 'Clara Voss-Lind'").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByText("No favourites yet")).toBeVisible();
    await undo(page, "Contact deleted");
    await expect(page.getByRole("listitem", { name: "Clara Voss-Lind" })).toBeVisible();
  });
  await test.step("M7, I6: vCards come in, doubles are merged, a card shows what was last", async () => {
    await button(page, "Favourites only").click();
    const lines = ["BEGIN:VCARD", "VERSION:4.0", "FN:Clara V.", "EMAIL:clara@elsewhere.test", "END:VCARD"];
    const another = ["BEGIN:VCARD", "VERSION:3.0", "FN:Dan Diaz", "TEL:+43 1 2345678", "END:VCARD", ""];
    const buffer = Buffer.from([...lines, ...another].join("\r\n"));
    await page.getByLabel("vCard file").setInputFiles({ name: "cards.vcf", mimeType: "text/vcard", buffer });
    await expect(toasts(page)).toContainText("1 contact imported");
    await ada.call("contacts.create", { contactName: "Diaz, Dan", contactPhone: "0043 1 2345678" });
    await button(page, "More for contacts").click();
    await page.getByRole("menuitem", { name: "Merge duplicates" }).click();
    await expect(dialog(page).getByText("The same number")).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Merge" }).click();
    await expect(dialog(page).getByText("No duplicates found")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("list", { name: "Contacts" }).getByText("Clara Voss-Lind").click();
    await expect(dialog(page).getByRole("link", { name: /Welcome, Clara/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });
  await test.step("search asks the server, and stands in the address", async () => {
    await page.getByRole("tab", { name: "Conversations" }).click();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("boa");
    await expect(conversationList(page).getByRole("listitem")).toHaveCount(1);
    await expect(page).toHaveURL(/search=boa/);
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("zebra");
    await expect(page.getByText("No conversation matches")).toBeVisible();
  });
});

test("COMM-04, COMM-05, COMM-07, COMM-11 to COMM-14, COMM-24, COMM-25, COMM-30, COMM-35: two people talk, live", async ({
  page,
  ada,
  instance,
  browser,
}) => {
  const bob = await another(browser, instance.url, "Bob Carter");
  await knows(ada, bob.person);
  await knows(bob.person, ada);
  await openHub(page, `?with=${await idOf(bob.person)}`);
  await expect(page).toHaveURL(/conversation=/);
  await openHub(bob.page);

  await test.step("Shift+Enter begins a line, Enter sends; the other one sees it at once", async () => {
    await messageInput(page).fill("Hello Bob");
    await messageInput(page).press("Shift+Enter");
    await messageInput(page).pressSequentially("second line");
    await expect(log(page).getByRole("article")).toHaveCount(0);
    await messageInput(page).press("Enter");
    await expect(toasts(page)).toContainText("Message sent");
    await expect(messageInput(page)).toHaveValue("");
    await expect(log(page).getByText("Just now").first()).toBeVisible();
    await expect(log(bob.page).getByText("Hello Bob\nsecond line")).toBeVisible();
    await expect(log(page).getByText("Read", { exact: true })).toBeVisible();
  });
  await test.step("each is online to the other", async () => {
    await expect(page.getByRole("region", { name: "Bob Carter" }).getByText("Online")).toBeVisible();
    await expect(stat(page, "Online").getByText("1", { exact: true })).toBeVisible();
  });
  await test.step("what arrives elsewhere is unread, and read when opened", async () => {
    const group = await ada.call<{ id: string }>("conversations.create", {
      type: "group",
      title: "Board",
      userIds: [await idOf(bob.person)],
    });
    for (const content of ["One", "Two"])
      await ada.call("messages.send", { conversationId: group.id, content });
    const row = conversationList(bob.page).getByRole("button", { name: /Board/ });
    await expect(row).toContainText("2 unread");
    await expect(stat(bob.page, "Unread").getByText("2", { exact: true })).toBeVisible();
    await row.click();
    await expect(log(bob.page).getByText("New messages")).toBeVisible();
    await expect(row).not.toContainText("unread");
    await expect(stat(bob.page, "Unread").getByText("0", { exact: true })).toBeVisible();
    await messageInput(bob.page).fill("Three");
    await messageInput(bob.page).press("Enter");
    await expect(conversationList(page).getByRole("listitem").first()).toContainText("Bob: Three");
  });
  await test.step("an edit and a deletion reach the other one as well", async () => {
    await conversationList(page)
      .getByRole("button", { name: /Bob Carter/ })
      .click();
    await log(page).getByText("Hello Bob").hover();
    await button(page, "Edit message").click();
    await page.getByRole("textbox", { name: "Edit message" }).fill("Good morning");
    await page.getByRole("textbox", { name: "Edit message" }).press("Enter");
    await conversationList(bob.page)
      .getByRole("button", { name: /Ada Lovelace/ })
      .click();
    await expect(log(bob.page).getByText("Good morning")).toBeVisible();
    await log(page).getByText("Good morning").hover();
    await button(page, "Delete message").click();
    await expect(log(bob.page).getByText("Good morning")).toHaveCount(0);
    await undo(page, "Message deleted");
    await expect(log(bob.page).getByText("Good morning")).toBeVisible();
  });
  await test.step("COMM: typing shows, an answer quotes, an emoji and a name reach the other one", async () => {
    await conversationList(bob.page).getByRole("button", { name: /Board/ }).click();
    await conversationList(page).getByRole("button", { name: /Board/ }).click();
    await expect(async () => {
      await messageInput(bob.page).pressSequentially("Hm");
      await expect(page.getByText("Bob is writing …")).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await messageInput(bob.page).fill("");
    await log(page).getByText("Three").hover();
    await button(page, "Reply to message").last().click();
    await expect(messageInput(page)).toBeFocused();
    await messageInput(page).pressSequentially("Four is better, @bo");
    await page.getByRole("option", { name: "Bob Carter" }).click();
    await expect(messageInput(page)).toHaveValue("Four is better, @Bob Carter ");
    await messageInput(page).press("Enter");
    const answer = log(bob.page).getByRole("article").filter({ hasText: "Four is better" });
    await expect(answer.getByRole("link", { name: /In reply to Bob Carter/ })).toBeVisible();
    await answer.getByText("Four is better").hover();
    await answer.getByRole("button", { name: "React to message" }).click();
    await bob.page.getByRole("button", { name: "🎉" }).click();
    await expect(log(page).getByRole("button", { name: "🎉 1" })).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("M1: a message shows its thread, where it is answered apart from the rest", async () => {
    await log(page).getByRole("link", { name: "1 answer" }).click();
    const thread = dialog(page).getByRole("list", { name: "Thread" });
    await expect(thread.getByRole("listitem")).toHaveText([/Three/, /Four is better/]);
    await expectAccessible(page);
    await shoot(page, "thread");
    await page.keyboard.type("We agree");
    await page.keyboard.press("Enter");
    await expect(thread.getByRole("listitem").nth(2)).toContainText("We agree");
    await expect(log(bob.page).getByRole("link", { name: "2 answers" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/thread=/);
    await log(page).getByText("We agree").hover();
    await button(page, "Delete message").last().click();
    await expect(log(page).getByText("We agree")).toHaveCount(0);
    await messageInput(page).focus();
  });
  await test.step("COMM: by keyboard to a message, a task of it, its words changed from the empty field", async () => {
    await messageInput(page).press("ArrowUp");
    await page.getByRole("textbox", { name: "Edit message" }).fill("Five is better");
    await page.getByRole("textbox", { name: "Edit message" }).press("Enter");
    await expect(log(bob.page).getByText("Five is better")).toBeVisible();
    await log(page).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("t");
    await expect(toasts(page)).toContainText("Task created");
    await expect(log(page).getByRole("link", { name: "Your task" })).toBeVisible();
  });
  await test.step("M1: a message is put to the vote, with the way back to it", async () => {
    await log(page).getByText("Five is better").hover();
    await log(page)
      .getByRole("article")
      .filter({ hasText: "Five is better" })
      .getByRole("button", { name: "More for this message" })
      .click();
    await page.getByRole("menuitem", { name: "Create a vote" }).click();
    await expect(dialog(page).getByLabel("Title")).toHaveValue(/^Five is better/);
    await expect(dialog(page).getByLabel("Description")).toHaveValue(/\/communication\?conversation=/);
    await page.goBack();
    await expect(log(page).getByText("Five is better")).toBeVisible();
  });
  await test.step("COMM: the search goes to where it was said", async () => {
    await button(page, "Search messages").click();
    await dialog(page).getByRole("searchbox").fill("morn");
    await dialog(page)
      .getByRole("button", { name: /Good morning/ })
      .click();
    await expect(page.getByRole("region", { name: "Bob Carter" })).toBeVisible();
    await expect(log(page).getByText("Good morning")).toBeInViewport();
  });
  await test.step("who is taken out sees nothing any more", async () => {
    await conversationList(bob.page).getByRole("button", { name: /Board/ }).click();
    await conversationList(page).getByRole("button", { name: /Board/ }).click();
    await button(page, "2 people").click();
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Remove Bob Carter" }).click();
    await expect(bob.page.getByText("You are not in this conversation")).toBeVisible();
    await expect(conversationList(bob.page).getByRole("button", { name: /Board/ })).toHaveCount(0);
  });
  await bob.context.close();
});

/** Known from a conversation only: nobody tells ids of accounts. */
async function idOf(person: Person): Promise<string> {
  const { user } = await person.call<{ user: { id: string } }>("session.current");
  return user.id;
}

test("COMM-31, COMM-32: offline, nothing that was written is lost; it arrives once", async ({
  page,
  ada,
  context,
}) => {
  const talk = await ada.call<{ id: string }>("conversations.create", { type: "group", title: "Board" });
  await openHub(page);
  await expect(page.getByText("No messages yet. Say hello.")).toBeVisible();
  await context.setOffline(true);
  await messageInput(page).fill("Is anybody there?");
  await messageInput(page).press("Enter");
  await expect(toasts(page)).toContainText("Failed to send message");
  await expect(log(page).getByText("Waiting for a connection")).toBeVisible();
  await expectAccessible(page);
  await messageInput(page).fill("Never mind");
  await messageInput(page).press("Enter");
  await expect(button(page, "Discard")).toHaveCount(2);
  await button(page, "Discard").last().click();
  await messageInput(page).fill("Half a thou");
  await context.setOffline(false);
  await expect(toasts(page)).toContainText("Message sent");
  await expect(log(page).getByText("Waiting for a connection")).toHaveCount(0);
  await expect(log(page).getByText("Is anybody there?")).toHaveCount(1);
  const { items } = await ada.call<{ items: { content: string }[] }>("messages.list", {
    conversationId: talk.id,
  });
  expect(items.map(({ content }) => content)).toEqual(["Is anybody there?"]);

  await test.step("what the server refuses stays, also when the page is loaded again, until it is tried anew", async () => {
    await page.route("**/rpc/messages.send", (route) =>
      route.fulfill({ status: 409, json: { error: { code: "conflict", message: "Not now" } } }),
    );
    const draft = await messageInput(page).inputValue();
    await messageInput(page).fill("Once more");
    await messageInput(page).press("Enter");
    await expect(log(page).getByText("Not sent")).toBeVisible();
    await messageInput(page).fill(draft);
    await page.reload();
    await expect(log(page).getByText("Not sent")).toBeVisible();
    await expect(messageInput(page)).toHaveValue("Half a thou");
    await page.unroute("**/rpc/messages.send");
    await button(page, "Try again").click();
    await expect(log(page).getByText("Not sent")).toHaveCount(0);
  });
  await test.step("a draft waits in its conversation", async () => {
    await ada.call("conversations.create", { type: "group", title: "Other" });
    await conversationList(page).getByRole("button", { name: /Other/ }).click();
    await expect(messageInput(page)).toHaveValue("");
    await conversationList(page).getByRole("button", { name: /Board/ }).click();
    await expect(messageInput(page)).toHaveValue("Half a thou");
  });
  await test.step("a list that cannot be read says so and offers another try", async () => {
    await page.route("**/rpc/conversations.list", (route) => route.abort());
    await page.reload();
    await expect(toasts(page)).toContainText("Failed to load communication data");
    await page.unroute("**/rpc/conversations.list");
    await button(page, "Try again").click();
    await expect(conversationList(page).getByRole("listitem")).toHaveCount(2);
  });
});

test("COMM-10, COMM-15, COMM-16: the call overlay shows the real camera, mutes, and resets with End", async ({
  page,
  ada,
  instance,
}) => {
  await page.context().grantPermissions(["camera", "microphone"]);
  const bob = await Person.signUp(instance.url, "Bob Carter");
  await knows(ada, bob);
  await openHub(page, `?call=${await idOf(bob)}`);
  const call = page.getByRole("dialog", { name: "Video call: Bob Carter" });
  const camera = call.getByLabel("Your camera");
  await expect(camera).toBeVisible();
  await expect.poll(() => camera.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  await expect(call.getByText("Ringing Bob Carter …")).toBeVisible();
  await expectAccessible(page);
  const track = await camera.evaluateHandle(
    (video: HTMLVideoElement) => (video.srcObject as MediaStream).getVideoTracks()[0],
  );
  await button(page, "Mute").click();
  await expect(button(page, "Unmute")).toBeVisible();
  await page.keyboard.press("v");
  await expect(call.getByText("Your camera is off")).toBeVisible();
  expect(await track.evaluate((each) => each?.readyState)).toBe("ended");
  await page.keyboard.press("v");
  await expect(camera).toBeVisible();
  const again = await camera.evaluateHandle(
    (video: HTMLVideoElement) => (video.srcObject as MediaStream).getVideoTracks()[0],
  );
  await button(page, "End").click();
  await expect(call).toHaveCount(0);
  expect(await again.evaluate((each) => each?.readyState)).toBe("ended");
  await button(page, "Start video call").click();
  await expect(button(page, "Mute")).toBeVisible();
  await expect(button(page, "Stop camera")).toBeVisible();
  await button(page, "End").click();

  await test.step("a refused camera is told, with what to do", async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await button(page, "Start video call").click();
    await expect(call.getByText(/may not use your camera/)).toBeVisible();
    await expect(call.getByText(/may not use your microphone/)).toBeVisible();
    await button(page, "End").click();
  });
});

test("COMM-06, COMM-17, COMM-29: long conversations scroll back, keep the place, and jump to what is new", async ({
  page,
  ada,
  instance,
}) => {
  const bob = await Person.signUp(instance.url, "Bob Carter");
  await knows(ada, bob);
  const talk = await ada.call<{ id: string }>("conversations.openWith", { userId: await idOf(bob) });
  const say = (person: Person, content: string) =>
    person.call<{ id: string }>("messages.send", { conversationId: talk.id, content });
  const first = await say(bob, "The very first words");
  for (let number = 1; number <= 70; number += 1) await say(number % 3 ? bob : ada, `Message ${number}`);
  await openHub(page);
  await expect(log(page).getByText("Message 70")).toBeInViewport();
  await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(async () => {
    await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(log(page).getByText("The very first words")).toBeInViewport({ timeout: 500 });
  }).toPass();
  await say(bob, "Something new");
  await expect(button(page, "1 new")).toBeVisible();
  await expect(log(page).getByText("The very first words")).toBeInViewport();
  await button(page, "1 new").click();
  await expect(log(page).getByText("Something new")).toBeInViewport();
  await expect(button(page, "1 new")).toHaveCount(0);

  await test.step("a message found by the search is shown where it was said", async () => {
    await page.goto(`/communication?message=${first.id}`);
    await expect(log(page).getByText("The very first words")).toBeInViewport();
    await expect(log(page).getByText("Message 70")).toHaveCount(0);
    await button(page, "Jump to newest").click();
    await expect(log(page).getByText("Something new")).toBeInViewport();
  });
});

test("COMM: by keyboard alone, and on a phone from the list to the conversation and back", async ({
  page,
  ada,
}) => {
  for (const title of ["Board", "Lisbon"]) await ada.call("conversations.create", { type: "group", title });
  await openHub(page);
  await expect(page.getByRole("region", { name: "Lisbon" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Board" })).toBeVisible();
  await page.keyboard.press("r");
  await expect(messageInput(page)).toBeFocused();
  await page.keyboard.type("Typed without a mouse");
  await page.keyboard.press("Enter");
  await expect(log(page).getByText("Typed without a mouse")).toBeVisible();
  // A page that is left before the answer came has the message once more on its way when it is opened again.
  await expect(toasts(page)).toContainText("Message sent");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New Conversation" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 360, height: 740 });
  await openHub(page);
  await expect(conversationList(page).getByRole("listitem")).toHaveCount(2);
  await expect(messageInput(page)).toHaveCount(0);
  await expectAccessible(page);
  await conversationList(page).getByRole("button", { name: /Board/ }).click();
  await expect(log(page).getByText("Typed without a mouse")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await button(page, "Back to conversations").click();
  await expect(conversationList(page)).toBeVisible();
});
