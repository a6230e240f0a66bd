import type { Page } from "@playwright/test";
import { launchOptions } from "../scripts/browser.ts";
import { turnServer } from "../src/platform/testing/servers/turn-server.ts";
import { environment } from "./environment.ts";
import {
  another,
  button,
  CALLS,
  conversationWith,
  expectFlow,
  flowOf,
  overlay,
  ringing,
  silenceMicrophone,
  startCall,
  ufragOf,
} from "./support/calls.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { LossyProxy } from "./support/lossy-proxy.ts";
import { Instance, type Program } from "./support/product.ts";
import { shoot } from "./support/shoot.ts";

/** For changes that the browsers detect with their own timers. */
const PATIENTLY = { timeout: 60_000 };
// The maximum of a call is CALLERS=6; set FPS=5 where one small machine runs all browsers.
const CALLERS = Number(environment.CALLERS ?? 3);

test.use({ launchOptions: launchOptions(...CALLS) });

test(`issue 8: ${CALLERS} people in one call, everybody sees everybody, one goes and the rest stay`, async ({
  page,
  ada,
  instance,
  browser: chromium,
}) => {
  test.setTimeout(60_000 * CALLERS);
  const others: Awaited<ReturnType<typeof another>>[] = [];
  for (let n = 1; n < CALLERS; n += 1) others.push(await another(chromium, instance.url, `Person ${n}`));
  const userIds: string[] = [];
  for (const { person } of others) {
    await ada.call("contacts.create", { contactName: person.fullName, contactEmail: person.email });
    userIds.push((await person.call<{ user: { id: string } }>("session.current")).user.id);
  }
  const group = { type: "group", title: "Board", userIds };
  const { id } = await ada.call<{ id: string }>("conversations.create", group);
  await startCall(page, id);
  for (const other of others)
    await other.page.getByRole("alertdialog").getByRole("button", { name: "Accept" }).click();
  const all = [page, ...others.map((other) => other.page)];
  for (const each of all) {
    await expect(each.getByText(`${CALLERS} people`)).toBeVisible(PATIENTLY);
    const videos = each.getByRole("dialog").getByLabel(/, camera$/);
    await expect(videos).toHaveCount(CALLERS - 1);
    for (const video of await videos.all())
      await expect(video).not.toHaveJSProperty("videoWidth", 0, PATIENTLY);
  }
  await expectAccessible(page);
  if (environment.PICTURE) await page.screenshot({ path: environment.PICTURE });
  const [gone] = others;
  if (gone) await button(gone.page, "End").click();
  for (const each of [page, ...others.slice(1).map((other) => other.page)])
    await expect(each.getByRole("dialog").getByLabel(/, camera$/)).toHaveCount(CALLERS - 2, PATIENTLY);
  await button(page, "End").click();
  await Promise.all(others.map(({ context }) => context.close()));
});

test.describe("issue 8: where all calls are relayed", () => {
  let turn: Awaited<ReturnType<typeof turnServer>>;
  let line: LossyProxy;
  let relaying: Instance;
  let program: Program;
  test.beforeAll(async () => {
    turn = await turnServer();
    line = await LossyProxy.to(Number(turn.url.split(":").at(-1)));
    relaying = await Instance.create({
      TURN_URLS: `turn:127.0.0.1:${line.port}`,
      TURN_SECRET: turn.secret,
      RELAY_CALLS_ONLY: "true",
      ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
    });
    program = await relaying.start();
  });
  test.afterAll(async () => {
    await program.end();
    line.close();
    await Promise.all([relaying.remove(), turn.close()]);
  });

  test("issue 8, M3: media flows through a real TURN server only, and the call gets over a bad, a dead and a changed line", async ({
    browser: chromium,
  }) => {
    const ada = await another(chromium, relaying.url, "Ada Lovelace");
    await expectRelayTried(ada.page);
    const bob = await another(chromium, relaying.url, "Bob Carter");
    const { id } = await conversationWith(ada.person, bob.person);
    await silenceMicrophone(ada.page);
    await startCall(ada.page, id);
    await ringing(bob.page, "Ada Lovelace").getByRole("button", { name: "Accept" }).click();
    for (const { page } of [ada, bob]) {
      await expectFlow(page, page === bob.page ? 0 : 1000);
      expect((await flowOf(page)).ways).toEqual(["relay"]);
    }
    const seen = overlay(ada.page, "Bob Carter");
    await expect(seen.getByText(/No sound from your microphone/)).toBeVisible();
    await expect(bob.page.getByText(/No sound from/)).toHaveCount(0);
    await expectAccessible(ada.page);
    await button(ada.page, "Mute").click();
    await expect(seen.getByText(/No sound from your microphone/)).toHaveCount(0);
    const before = await ufragOf(ada.page);
    await bob.page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => ufragOf(ada.page), PATIENTLY).not.toBe(before);
    await expect(seen.getByText("Connected")).toBeVisible();
    line.loss = 0.12;
    await expect(seen.getByText("Poor connection")).toBeVisible(PATIENTLY);
    await expectAccessible(ada.page);
    line.loss = 0;
    await expect(seen.getByText("Poor connection")).toHaveCount(0, PATIENTLY);
    const again = await ufragOf(ada.page);
    line.loss = 1;
    await expect(seen.getByText("Reconnecting …")).toBeVisible(PATIENTLY);
    await expect.poll(() => ufragOf(ada.page), PATIENTLY).not.toBe(again);
    line.loss = 0;
    await expect(seen.getByText("Connected")).toBeVisible(PATIENTLY);
    const { frames } = await flowOf(ada.page);
    await expect.poll(async () => (await flowOf(ada.page)).frames, PATIENTLY).toBeGreaterThan(frames + 5);
    await button(ada.page, "End").click();
    await expect(overlay(bob.page, "Ada Lovelace")).toHaveCount(0);
    await Promise.all([ada.context.close(), bob.context.close()]);
  });
});

/** The administrator tests the relay; settings given at the start take precedence, and their field is disabled. */
async function expectRelayTried(page: Page): Promise<void> {
  await page.goto("/admin/settings?tab=api-keys");
  const calls = page.getByRole("region", { name: "Calls" });
  await calls.getByRole("button", { name: "Test Connection to TURN" }).click();
  await expect(calls.getByRole("status")).toContainText("The server relays calls.");
  await shoot(page, "turn-works");
  await expect(calls.getByLabel("TURN Shared Secret")).toBeDisabled();
  await expectAccessible(page);
}
