import type { Browser, Page } from "@playwright/test";
import { turnServer } from "#platform/testing/turn-server.ts";
import { browser } from "../scripts/browser.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { Person } from "./person.ts";
import { Instance } from "./product.ts";

// A camera and a microphone that are not there: a moving picture and a beep. The pages are on one machine.
const { executablePath, args, env } = browser();
const CALLS = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--allow-loopback-in-peer-connection",
  "--disable-features=WebRtcHideLocalIpsWithMdns",
];
const inherited = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);
test.use({
  launchOptions: {
    args: [...args, ...CALLS],
    env: { ...inherited, ...env },
    ...(executablePath ? { executablePath } : {}),
  },
});

type Watched = { connections?: RTCPeerConnection[] };

/** Keeps the page's connections, so that what really flows can be asked of the browser. */
const watchConnections = (page: Page) =>
  page.addInitScript(() => {
    const kept: RTCPeerConnection[] = [];
    (globalThis as Watched).connections = kept;
    const Real = RTCPeerConnection;
    globalThis.RTCPeerConnection = new Proxy(Real, {
      construct: (target, given) => {
        const connection = Reflect.construct(target, given) as RTCPeerConnection;
        kept.push(connection);
        return connection;
      },
    });
  });

type Flow = { audioBytes: number; frames: number; ways: string[] };

/** What came in over all connections that are open, and by which kind of way. */
const flowOf = (page: Page): Promise<Flow> =>
  page.evaluate(async () => {
    const flow: Flow = { audioBytes: 0, frames: 0, ways: [] };
    for (const connection of (globalThis as Watched).connections ?? []) {
      if (connection.connectionState !== "connected") continue;
      const report = await connection.getStats();
      for (const each of report.values()) {
        if (each.type === "inbound-rtp" && each.kind === "audio") flow.audioBytes += each.bytesReceived;
        if (each.type === "inbound-rtp" && each.kind === "video") flow.frames += each.framesDecoded ?? 0;
        if (each.type === "transport") {
          const pair = report.get(each.selectedCandidatePairId);
          flow.ways.push(report.get(pair?.localCandidateId)?.candidateType ?? "none");
        }
      }
    }
    return flow;
  });

const expectFlow = (page: Page) =>
  expect
    .poll(async () => {
      const { audioBytes, frames } = await flowOf(page);
      return audioBytes > 1000 && frames > 5;
    })
    .toBe(true);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const ringing = (page: Page, name: string) => page.getByRole("alertdialog", { name: `${name} is calling` });
const overlay = (page: Page, name: string) => page.getByRole("dialog", { name: `Video call: ${name}` });

/** Somebody else, in a browser of their own, on some other page. */
async function another(browser: Browser, url: string, fullName: string) {
  const person = await Person.signUp(url, fullName);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await watchConnections(page);
  await person.takeOver(page);
  await page.goto("/tasks");
  return { person, page, context };
}

const conversationWith = async (person: Person, other: Person) => {
  await person.call("contacts.create", { contactName: other.fullName, contactEmail: other.email });
  const { user } = await other.call<{ user: { id: string } }>("session.current");
  return person.call<{ id: string }>("conversations.openWith", { userId: user.id });
};

test("decision 17, COMM-10, COMM-15, COMM-16: two pages talk, one mutes, shares and works on, and hangs up; a third declines", async ({
  page,
  ada,
  instance,
  browser: chromium,
}) => {
  await watchConnections(page);
  const bob = await another(chromium, instance.url, "Bob Carter");
  const { id } = await conversationWith(ada, bob.person);
  await page.goto(`/communication?conversation=${id}`);

  await test.step("the look at camera and microphone before", async () => {
    await button(page, "More").click();
    await page.getByRole("menuitem", { name: "Check camera, then call" }).click();
    const check = page.getByRole("dialog", { name: "Camera and microphone" });
    const mirror = check.getByLabel("Your camera");
    await expect
      .poll(() => mirror.evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0);
    await expect(check.getByLabel("Microphone", { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
    await button(page, "Call Bob Carter").click();
  });

  await test.step("it rings on the page where Bob works, and media flows once he accepts", async () => {
    await expect(ringing(bob.page, "Ada Lovelace")).toBeVisible();
    await expect(overlay(page, "Bob Carter").getByText("Ringing Bob Carter …")).toBeVisible();
    await expectAccessible(bob.page);
    await bob.page.keyboard.press("Control+e");
    await Promise.all([expectFlow(page), expectFlow(bob.page)]);
    const seen = overlay(page, "Bob Carter").getByLabel("Bob Carter, camera");
    await expect(seen).toBeVisible();
    expect(await seen.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
    await expect(overlay(page, "Bob Carter").getByRole("timer")).toBeVisible();
    await expectAccessible(page);
  });

  const adasTile = overlay(bob.page, "Ada Lovelace").getByRole("region", { name: "Ada Lovelace" });
  await test.step("the other side sees who is muted, whose camera is off and who shares", async () => {
    await button(page, "Mute").click();
    await expect(adasTile.getByText("Muted")).toBeAttached();
    await button(page, "Unmute").click();
    await expect(adasTile.getByText("Muted")).toHaveCount(0);
    await button(page, "Stop camera").click();
    await expect(adasTile.getByLabel("Ada Lovelace, camera")).toBeHidden();
    await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      canvas.width = 800;
      canvas.height = 450;
      const ink = canvas.getContext("2d");
      setInterval(() => ink?.fillRect(Math.random() * 800, Math.random() * 450, 40, 40), 50);
      navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(15);
    });
    await button(page, "Share screen").click();
    await expect(adasTile.getByText("shares the screen")).toBeVisible();
    const screen = adasTile.getByLabel("Ada Lovelace, screen");
    await expect.poll(() => screen.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(800);
    await button(page, "Stop sharing").click();
    await expect(adasTile.getByText("shares the screen")).toHaveCount(0);
  });

  await test.step("in the small window the call goes on while one works", async () => {
    await page.keyboard.press("Escape");
    const small = page.getByRole("region", { name: "Call: Bob Carter" });
    await expect(small).toBeVisible();
    await page.getByRole("link", { name: "Tasks" }).first().click();
    await expect(page.getByRole("heading", { name: "Task Management", level: 1 })).toBeVisible();
    await expect(small.getByRole("timer")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Back to the call").click();
    await expect(overlay(page, "Bob Carter")).toBeVisible();
  });

  await test.step("one ends it for both, and the conversation keeps a line of it", async () => {
    await button(bob.page, "End").click();
    await expect(overlay(bob.page, "Ada Lovelace")).toHaveCount(0);
    await expect(overlay(page, "Bob Carter")).toHaveCount(0);
    await page.goto(`/communication?conversation=${id}`);
    await expect(page.getByText(/^Video call, \d+ s$/).first()).toBeVisible();
    expect(await bob.page.evaluate(() => (globalThis as Watched).connections?.at(-1)?.connectionState)).toBe(
      "closed",
    );
  });
  await bob.context.close();

  await test.step("a third one declines", async () => {
    const carol = await another(chromium, instance.url, "Carol Diaz");
    const other = await conversationWith(ada, carol.person);
    await page.goto(`/communication?conversation=${other.id}`);
    await button(page, "Start video call").click();
    await ringing(carol.page, "Ada Lovelace").getByRole("button", { name: "Decline" }).click();
    await expect(overlay(page, "Carol Diaz").getByText("Carol Diaz declined").first()).toBeVisible();
    await expect(ringing(carol.page, "Ada Lovelace")).toHaveCount(0);
    await button(page, "Close").click();
    await expect(overlay(page, "Carol Diaz")).toHaveCount(0);
    await expect(page.getByText("Video call, declined").first()).toBeVisible();
    await carol.context.close();
  });
});

test("issue 8: where all calls are relayed, media flows through a real TURN server only", async ({
  browser: chromium,
}) => {
  const turn = await turnServer();
  const instance = await Instance.create({
    TURN_URLS: turn.url,
    TURN_SECRET: turn.secret,
    RELAY_CALLS_ONLY: "true",
  });
  const program = await instance.start();
  const ada = await another(chromium, instance.url, "Ada Lovelace");
  const bob = await another(chromium, instance.url, "Bob Carter");
  const { id } = await conversationWith(ada.person, bob.person);
  await ada.page.goto(`/communication?conversation=${id}`);
  await button(ada.page, "Start video call").click();
  await ringing(bob.page, "Ada Lovelace").getByRole("button", { name: "Accept" }).click();
  for (const { page } of [ada, bob]) {
    await expectFlow(page);
    expect((await flowOf(page)).ways).toEqual(["relay"]);
  }
  await button(ada.page, "End").click();
  await expect(overlay(bob.page, "Ada Lovelace")).toHaveCount(0);
  await Promise.all([ada.context.close(), bob.context.close()]);
  await program.end();
  await Promise.all([instance.remove(), turn.close()]);
});
