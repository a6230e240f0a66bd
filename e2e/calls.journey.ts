import {
  button,
  conversationWith,
  expectFlow,
  incomingCall,
  joinAsPerson,
  overlay,
  showAsScreen,
  startCall,
  type Watched,
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

test("COMM-10, COMM-15, COMM-16: a key and End turn the camera and its light off; a denied camera shows what to do", async ({
  page,
  ada,
  instance,
  browser: chromium,
}) => {
  const bob = await joinAsPerson(chromium, instance.url, "Bob Carter");
  const { id } = await conversationWith(ada, bob.person);
  await bob.context.close();
  await startCall(page, id);
  const call = overlay(page, "Bob Carter");
  const camera = call.getByLabel("Your camera");
  const trackOf = () =>
    camera.evaluateHandle((video: HTMLVideoElement) => (video.srcObject as MediaStream).getVideoTracks()[0]);
  await expect(camera).not.toHaveJSProperty("videoWidth", 0);
  const first = await trackOf();
  await page.keyboard.press("v");
  await expect(call.getByText("Your camera is off")).toBeVisible();
  expect(await first.evaluate((track) => track?.readyState)).toBe("ended");
  await page.keyboard.press("v");
  await expect(camera).toBeVisible();
  const second = await trackOf();
  await button(page, "Mute").click();
  await expect(button(page, "Unmute")).toBeVisible();
  await button(page, "End").click();
  await expect(call).toHaveCount(0);
  expect(await second.evaluate((track) => track?.readyState)).toBe("ended");
  await button(page, "Start video call").click();
  await expect(button(page, "Mute")).toBeVisible();
  await expect(button(page, "Stop camera")).toBeVisible();
  await button(page, "End").click();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await button(page, "Start video call").click();
  await expect(call.getByText(/may not use your camera/)).toBeVisible();
  await expect(call.getByText(/may not use your microphone/)).toBeVisible();
  await button(page, "End").click();
});
