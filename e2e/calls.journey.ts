import {
  button,
  conversationWith,
  expectFlow,
  incomingCall,
  joinAsPerson,
  overlay,
  showAsScreen,
  watchConnections,
} from "./support/calls.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";

test("decision 17, COMM-10, COMM-15: after the camera preview two people talk; one mutes and shares the screen", async ({
  page,
  ada,
  instance,
  browser: chromium,
}) => {
  await watchConnections(page);
  const bob = await joinAsPerson(chromium, instance.url, "Bob Carter");
  const { id } = await conversationWith(ada, bob.person);
  await page.goto(`/communication?conversation=${id}`);
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Check camera, then call" }).click();
  const check = page.getByRole("dialog", { name: "Camera and microphone" });
  await expect(check.getByLabel("Your camera")).not.toHaveJSProperty("videoWidth", 0);
  await expect(check.getByLabel("Microphone", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await button(page, "Call Bob Carter").click();
  await expect(incomingCall(bob.page, "Ada Lovelace")).toBeVisible();
  await expect(overlay(page, "Bob Carter").getByText("Ringing Bob Carter …")).toBeVisible();
  await expectAccessible(bob.page);
  await bob.page.keyboard.press("Control+e");
  await Promise.all([expectFlow(page), expectFlow(bob.page)]);
  await expect(overlay(page, "Bob Carter").getByLabel("Bob Carter, camera")).toBeVisible();
  await expect(overlay(page, "Bob Carter").getByRole("timer")).toBeVisible();
  await expectAccessible(page);
  const adasTile = overlay(bob.page, "Ada Lovelace").getByRole("region", { name: "Ada Lovelace" });
  await button(page, "Mute").click();
  await expect(adasTile.getByText("Muted")).toBeAttached();
  await button(page, "Unmute").click();
  await expect(adasTile.getByText("Muted")).toHaveCount(0);
  await button(page, "Stop camera").click();
  await expect(adasTile.getByLabel("Ada Lovelace, camera")).toBeHidden();
  await showAsScreen(page);
  await button(page, "Share screen").click();
  await expect(adasTile.getByText("shares the screen")).toBeVisible();
  await expect(adasTile.getByLabel("Ada Lovelace, screen")).toHaveJSProperty("videoWidth", 800);
  await button(page, "Stop sharing").click();
  await expect(adasTile.getByText("shares the screen")).toHaveCount(0);
  await bob.context.close();
});
