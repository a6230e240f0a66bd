import type { Page } from "@playwright/test";
import { turnServer } from "../src/platform/testing/servers/turn-server.ts";
import {
  button,
  conversationWith,
  expectFlow,
  flowOf,
  incomingCall,
  joinAsPerson,
  overlay,
  silenceMicrophone,
  startCall,
  ufragOf,
} from "./support/calls.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { LossyProxy } from "./support/lossy-proxy.ts";
import { Instance, type Program } from "./support/product.ts";
import { shoot } from "./support/shoot.ts";

/** For changes that the browsers detect with their own timers. */
const LONG_TIMEOUT = { timeout: 60_000 };

let relay: Awaited<ReturnType<typeof turnServer>>;
let proxy: LossyProxy;
let relaying: Instance;
let program: Program;
test.beforeAll(async () => {
  relay = await turnServer();
  proxy = await LossyProxy.to(Number(relay.url.split(":").at(-1)));
  relaying = await Instance.create({
    TURN_URLS: `turn:127.0.0.1:${proxy.port}`,
    TURN_SECRET: relay.secret,
    RELAY_CALLS_ONLY: "true",
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
  });
  program = await relaying.start();
});
test.afterAll(async () => {
  await program.end();
  proxy.close();
  await Promise.all([relaying.remove(), relay.close()]);
});

test("M3: media flows only through TURN, and the call survives a lossy, dead and changed network", async ({
  browser: chromium,
}) => {
  const ada = await joinAsPerson(chromium, relaying.url, "Ada Lovelace");
  await expectRelayTestPasses(ada.page);
  const bob = await joinAsPerson(chromium, relaying.url, "Bob Carter");
  const { id } = await conversationWith(ada.person, bob.person);
  await silenceMicrophone(ada.page);
  await startCall(ada.page, id);
  await incomingCall(bob.page, "Ada Lovelace").getByRole("button", { name: "Accept" }).click();
  for (const { page } of [ada, bob]) {
    await expectFlow(page, page === bob.page ? 0 : 1000);
    expect((await flowOf(page)).candidateTypes).toEqual(["relay"]);
  }
  const seen = overlay(ada.page, "Bob Carter");
  await expect(seen.getByText(/No sound from your microphone/)).toBeVisible();
  await expect(bob.page.getByText(/No sound from/)).toHaveCount(0);
  await expectAccessible(ada.page);
  await button(ada.page, "Mute").click();
  await expect(seen.getByText(/No sound from your microphone/)).toHaveCount(0);
  const before = await ufragOf(ada.page);
  await bob.page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => ufragOf(ada.page), LONG_TIMEOUT).not.toBe(before);
  await expect(seen.getByText("Connected")).toBeVisible();
  proxy.loss = 0.12;
  await expect(seen.getByText("Poor connection")).toBeVisible(LONG_TIMEOUT);
  await expectAccessible(ada.page);
  proxy.loss = 0;
  await expect(seen.getByText("Poor connection")).toHaveCount(0, LONG_TIMEOUT);
  const again = await ufragOf(ada.page);
  proxy.loss = 1;
  await expect(seen.getByText("Reconnecting …")).toBeVisible(LONG_TIMEOUT);
  await expect.poll(() => ufragOf(ada.page), LONG_TIMEOUT).not.toBe(again);
  proxy.loss = 0;
  await expect(seen.getByText("Connected")).toBeVisible(LONG_TIMEOUT);
  const { frames } = await flowOf(ada.page);
  await expect.poll(async () => (await flowOf(ada.page)).frames, LONG_TIMEOUT).toBeGreaterThan(frames + 5);
  await button(ada.page, "End").click();
  await expect(overlay(bob.page, "Ada Lovelace")).toHaveCount(0);
  await Promise.all([ada.context.close(), bob.context.close()]);
});

/** The administrator tests the relay; settings given at the start take precedence, and their field is disabled. */
async function expectRelayTestPasses(page: Page): Promise<void> {
  await page.goto("/admin/settings?tab=api-keys");
  const calls = page.getByRole("region", { name: "Calls" });
  await calls.getByRole("button", { name: "Test Connection to TURN" }).click();
  await expect(calls.getByRole("status")).toContainText("The server relays calls.");
  await shoot(page, "turn-works");
  await expect(calls.getByLabel("TURN Shared Secret")).toBeDisabled();
  await expectAccessible(page);
}
