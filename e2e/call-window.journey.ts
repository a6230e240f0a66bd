import {
  button,
  conversationWith,
  incomingCall,
  joinAsPerson,
  overlay,
  startCall,
  type Watched,
} from "./support/calls.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";

test("decision 17: a call continues in the small window, ends for both and is recorded; a declined one too", async ({
  page,
  ada,
  instance,
  browser: chromium,
}) => {
  const bob = await joinAsPerson(chromium, instance.url, "Bob Carter");
  const { id } = await conversationWith(ada, bob.person);
  await startCall(page, id);
  await incomingCall(bob.page, "Ada Lovelace").getByRole("button", { name: "Accept" }).click();
  await expect(overlay(page, "Bob Carter").getByLabel("Bob Carter, camera")).toBeVisible();
  await page.keyboard.press("Escape");
  const smallWindow = page.getByRole("region", { name: "Call: Bob Carter" });
  await expect(smallWindow).toBeVisible();
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByRole("heading", { name: "Task Management", level: 1 })).toBeVisible();
  await expect(smallWindow.getByRole("timer")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Back to the call").click();
  await expect(overlay(page, "Bob Carter")).toBeVisible();
  await button(bob.page, "End").click();
  for (const [each, name] of [
    [bob.page, "Ada Lovelace"],
    [page, "Bob Carter"],
  ] as const)
    await expect(overlay(each, name)).toHaveCount(0);
  const states = () => bob.page.evaluate(() => (globalThis as Watched).connections?.at(-1)?.connectionState);
  await expect.poll(states).toBe("closed");
  await page.goto(`/communication?conversation=${id}`);
  await expect(page.getByText(/^Video call, \d+ (s|min)$/).first()).toBeVisible();
  await button(page, "Start video call").click();
  await incomingCall(bob.page, "Ada Lovelace").getByRole("button", { name: "Decline" }).click();
  await expect(overlay(page, "Bob Carter").getByText("Bob Carter declined").first()).toBeVisible();
  await expect(incomingCall(bob.page, "Ada Lovelace")).toHaveCount(0);
  await button(page, "Close").click();
  await expect(page.getByText("Video call, declined").first()).toBeVisible();
  await bob.context.close();
});
