import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { shoot } from "./support/shoot.ts";

// Issue 26, section 5 (decision 0164): cards read like the thing, are edited in place, and have one filled button.

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const card = (page: Page) => log(page).getByRole("region", { name: "Needs your approval" }).last();
const line = (page: Page) => page.getByRole("textbox", { name: "Message to the assistant" });
const send = async (page: Page, text: string) => {
  await line(page).fill(text);
  await line(page).press("Enter");
};
/** Tomorrow in Vienna, where the browser is, at an hour of Greenwich. */
const tomorrowAt = (hour: number) => {
  const at = new Date(new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Vienna" }));
  at.setUTCDate(at.getUTCDate() + 1);
  at.setUTCHours(hour);
  return at.toISOString();
};

test("a mail is edited in its card and sent by a key; an event shows its clash, a set its records", async ({
  page,
  ada,
}) => {
  await ada.call("contacts.create", { contactName: "Bob Babbage", contactEmail: "bob@example.com" });
  await ada.call("events.create", {
    ...{ title: "Board meeting", startTime: tomorrowAt(15), endTime: tomorrowAt(16) },
    attendees: ["Ingrid Olsen <ingrid@example.com>"],
  });
  await ada.call("events.create", {
    ...{ title: "Lunch with Bob", startTime: tomorrowAt(12), endTime: tomorrowAt(13) },
  });
  const ids: string[] = [];
  for (let number = 1; number <= 14; number += 1)
    ids.push((await ada.call<{ id: string }>("tasks.create", { title: `Review chapter ${number}` })).id);
  await page.goto("/ai-assistant");
  await shoot(page, "empty");
  await test.step("the mail", async () => {
    await send(page, "send an email to bob@example.com saying the budget is approved");
    await expect(card(page)).toContainText("Bob Babbage <bob@example.com>");
    await expect(card(page).locator("button[data-variant=filled]")).toHaveCount(1);
    await expectAccessible(page);
    await shoot(page, "mail");
    await card(page).focus();
    await page.keyboard.press("e");
    await card(page).getByRole("textbox", { name: "Subject" }).fill("The budget of the north");
    await shoot(page, "edit");
    await expectAccessible(page);
    await card(page).getByRole("button", { name: "Save" }).click();
    await expect(card(page)).toContainText("Edited by you");
    await expect(card(page)).toBeFocused();
    await page.keyboard.press("y");
    await expect(card(page)).toContainText("Approved and done");
  });
  await test.step("the event", async () => {
    await send(page, "move lunch with Bob to tomorrow at 3:30pm");
    await expect(card(page)).toContainText("Clashes with 'Board meeting'");
    await expect(card(page)).toContainText("with Ingrid Olsen");
    await shoot(page, "event");
    await card(page).focus();
    await page.keyboard.press("n");
    await expect(card(page)).toContainText("Not done");
  });
  await test.step("the set, which an agent asks for", async () => {
    const agent = { name: "Desk agent", scopes: ["read", "write", "destroy"], isAgent: true };
    const { key } = await ada.call<{ key: string }>("apiKeys.create", agent);
    await page.request.post("/rpc/tasks.deleteMany", {
      headers: { authorization: `Bearer ${key}` },
      data: { ids },
    });
    await page.goto("/ai-assistant?tab=approvals");
    const set = page.getByRole("region", { name: /^Desk agent: Move/ });
    await expect(set.getByRole("listitem")).toHaveCount(10);
    await shoot(page, "set");
    await set.getByRole("button", { name: "and 4 more" }).click();
    await expect(set.getByRole("listitem")).toHaveCount(14);
    await set.getByRole("button", { name: "Delete 14 tasks" }).click();
    await expect(set).toBeHidden();
  });
});

test("on a phone the buttons of a card are in view when it comes", async ({ page, ada }) => {
  await ada.call("contacts.create", { contactName: "Bob Babbage", contactEmail: "bob@example.com" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/ai-assistant");
  await send(page, "send an email to bob@example.com saying the budget is final");
  await expect(card(page)).toContainText("The budget is final.");
  await expect(card(page).getByRole("button", { name: "Send" })).toBeInViewport();
});

test("sentences wait in line, a failing answer is asked again, and the panel opens over a page", async ({
  page,
  ada,
}) => {
  await page.goto("/ai-assistant");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const failOnce = async (route: Route) => {
    await held;
    await route.abort();
  };
  await page.route("**/files/assistant/ask", failOnce, { times: 1 });
  await send(page, "create a task to call Anna");
  await send(page, "create a task to water the palms");
  await expect(log(page).getByRole("list", { name: "Waiting in line" })).toContainText("water the palms");
  await expect(log(page)).toContainText("I understand your request.");
  await shoot(page, "waiting");
  release();
  await expect(log(page)).toContainText("The connection was lost before the answer came.");
  const answer = log(page).getByText("I created the task 'water the palms'");
  await expect(answer).toBeVisible();
  // One line: a bubble is as wide as its text, up to its share of the page.
  expect((await answer.boundingBox())?.height).toBeLessThan(45);
  await shoot(page, "failing");
  await log(page).getByRole("button", { name: "Ask again" }).click();
  await expect(log(page)).toContainText("I created the task 'call Anna'");
  expect((await ada.call<{ items: unknown[] }>("tasks.list")).items).toHaveLength(2);
  await line(page).press("ArrowUp");
  await shoot(page, "correcting");
  await page.goto("/tasks");
  await page.getByText("call Anna").first().click();
  await page.getByRole("dialog", { name: "Edit Task" }).waitFor();
  await page.keyboard.press("ControlOrMeta+j");
  const panel = page.getByRole("dialog", { name: "AI Assistant" });
  await expect(panel).toContainText("About the task on this page");
  await shoot(page, "panel");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.goto("/calendar");
  await page.getByRole("button", { name: "Ask the assistant" }).click();
  await expect(line(page)).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
