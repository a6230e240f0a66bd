import { button, conversationWith, joinAsPerson, overlay, startCall } from "./support/calls.ts";
import { expect, test } from "./support/fixtures.ts";

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
