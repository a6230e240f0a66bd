import type { Browser, Page } from "@playwright/test";
import { launchOptions } from "../scripts/browser.ts";
import { turnServer } from "../src/platform/testing/servers/turn-server.ts";
import { environment } from "./environment.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { LossyProxy } from "./support/lossy-proxy.ts";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";
import { shoot } from "./support/shoot.ts";

// A camera and a microphone that are not there: a moving picture and a beep. The pages are on one machine.
const CALLS = [
  `--use-fake-device-for-media-stream=fps=${environment.FPS ?? 20}`,
  "--use-fake-ui-for-media-stream",
  "--allow-loopback-in-peer-connection",
  "--disable-features=WebRtcHideLocalIpsWithMdns",
];
/** What the browsers find out by themselves, with timers of their own. */
const PATIENTLY = { timeout: 60_000 };
// As many as a call holds: CALLERS=6; FPS=5 where one small machine is all of them.
const CALLERS = Number(environment.CALLERS ?? 3);

test.use({
  launchOptions: launchOptions(...CALLS),
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

/** Of a microphone that hears nothing, nothing may come. */
const expectFlow = (page: Page, leastAudio = 1000) =>
  expect
    .poll(async () => {
      const { audioBytes, frames } = await flowOf(page);
      return audioBytes >= leastAudio && frames > 5;
    })
    .toBe(true);

/** Whose words the browsers know each other by: new ones with each restart of ICE (RFC 8445 §2.4). */
const ufragOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const open = (globalThis as Watched).connections?.filter((each) => each.connectionState !== "closed");
    return /a=ice-ufrag:(\S+)/.exec(open?.at(-1)?.localDescription?.sdp ?? "")?.[1] ?? "";
  });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const ringing = (page: Page, name: string) => page.getByRole("alertdialog", { name: `${name} is calling` });
const overlay = (page: Page, name: string) => page.getByRole("dialog", { name: `Video call: ${name}` });

/** Somebody else, in a browser of their own, on some other page. */
async function another(browser: Browser, url: string, fullName: string) {
  const person = await Person.signUp(url, fullName);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await watchConnections(page);
  await person.signInPage(page);
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
    await expect.poll(() => seen.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
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
    await expect(page.getByText(/^Video call, \d+ (s|min)$/).first()).toBeVisible();
    await expect
      .poll(() => bob.page.evaluate(() => (globalThis as Watched).connections?.at(-1)?.connectionState))
      .toBe("closed");
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

test(`issue 8: ${CALLERS} people in one call, everybody sees everybody, one goes and the rest stay`, async ({
  page,
  ada,
  instance,
  browser: chromium,
}) => {
  test.setTimeout(60_000 * CALLERS);
  await watchConnections(page);
  const others: Awaited<ReturnType<typeof another>>[] = [];
  for (let n = 1; n < CALLERS; n += 1) others.push(await another(chromium, instance.url, `Person ${n}`));
  const userIds: string[] = [];
  for (const { person } of others) {
    await ada.call("contacts.create", { contactName: person.fullName, contactEmail: person.email });
    userIds.push((await person.call<{ user: { id: string } }>("session.current")).user.id);
  }
  const { id } = await ada.call<{ id: string }>("conversations.create", {
    type: "group",
    title: "Board",
    userIds,
  });
  await page.goto(`/communication?conversation=${id}`);
  await button(page, "Start video call").click();
  for (const other of others)
    await other.page.getByRole("alertdialog").getByRole("button", { name: "Accept" }).click();
  const all = [page, ...others.map((other) => other.page)];
  for (const each of all) {
    await expect(each.getByText(`${CALLERS} people`)).toBeVisible({ timeout: 60_000 });
    const videos = each.getByRole("dialog").getByLabel(/, camera$/);
    await expect(videos).toHaveCount(CALLERS - 1);
    const painted = () =>
      videos.evaluateAll(
        (found: HTMLVideoElement[]) => found.filter(({ videoWidth }) => videoWidth > 0).length,
      );
    await expect.poll(painted, { timeout: 60_000 }).toBe(CALLERS - 1);
  }
  await expectAccessible(page);
  if (environment.PICTURE) await page.screenshot({ path: environment.PICTURE });
  const [gone] = others;
  if (gone) await button(gone.page, "End").click();
  for (const each of [page, ...others.slice(1).map((other) => other.page)])
    await expect(each.getByRole("dialog").getByLabel(/, camera$/)).toHaveCount(CALLERS - 2, {
      timeout: 60_000,
    });
  await button(page, "End").click();
  await Promise.all(others.map(({ context }) => context.close()));
});

/** A microphone that is on and hears nothing, as one whose own switch is off. */
const silenceMicrophone = (page: Page) =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      for (const track of stream.getAudioTracks()) stream.removeTrack(track);
      const [silence] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
      if (wanted?.audio && silence) stream.addTrack(silence);
      return stream;
    };
  });

test("issue 8: where all calls are relayed, media flows through a real TURN server only, and the call gets over a bad, a dead and a changed line", async ({
  browser: chromium,
}) => {
  const turn = await turnServer();
  const line = await LossyProxy.to(Number(turn.url.split(":").at(-1)));
  const instance = await Instance.create({
    TURN_URLS: `turn:127.0.0.1:${line.port}`,
    TURN_SECRET: turn.secret,
    RELAY_CALLS_ONLY: "true",
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
  });
  const program = await instance.start();
  const ada = await another(chromium, instance.url, "Ada Lovelace");
  await test.step("M3: the administrator has the relay tried, with what was set at the start", async () => {
    const { page } = ada;
    await page.goto("/admin/settings?tab=api-keys");
    const calls = page.getByRole("region", { name: "Calls" });
    const tried = calls.getByRole("status");
    await calls.getByRole("button", { name: "Test Connection to TURN" }).click();
    await expect(tried).toContainText("The server relays calls.");
    await shoot(page, "turn-works");
    // What was set at the start wins, and says so.
    await expect(calls.getByLabel("TURN Shared Secret")).toBeDisabled();
    await expectAccessible(page);
  });
  const bob = await another(chromium, instance.url, "Bob Carter");
  const { id } = await conversationWith(ada.person, bob.person);
  await silenceMicrophone(ada.page);
  await ada.page.goto(`/communication?conversation=${id}`);
  await button(ada.page, "Start video call").click();
  await ringing(bob.page, "Ada Lovelace").getByRole("button", { name: "Accept" }).click();
  for (const { page } of [ada, bob]) {
    await expectFlow(page, page === bob.page ? 0 : 1000);
    expect((await flowOf(page)).ways).toEqual(["relay"]);
  }
  const seen = overlay(ada.page, "Bob Carter");
  const expectMorePictures = async () => {
    const { frames } = await flowOf(ada.page);
    await expect.poll(async () => (await flowOf(ada.page)).frames, PATIENTLY).toBeGreaterThan(frames + 5);
  };

  await test.step("M3: a microphone that hears nothing is told to the one whose it is", async () => {
    await expect(seen.getByText(/No sound from your microphone/)).toBeVisible();
    await expect(bob.page.getByText(/No sound from/)).toHaveCount(0);
    await expectAccessible(ada.page);
    await button(ada.page, "Mute").click();
    await expect(seen.getByText(/No sound from your microphone/)).toHaveCount(0);
  });
  await test.step("another network: the browsers find new ways, and the call goes on", async () => {
    const before = await ufragOf(ada.page);
    await bob.page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => ufragOf(ada.page), PATIENTLY).not.toBe(before);
    await expectMorePictures();
    await expect(seen.getByText("Connected")).toBeVisible();
  });
  await test.step("a poor connection says so where it is seen, until it is better", async () => {
    line.loss = 0.12;
    await expect(seen.getByText("Poor connection")).toBeVisible(PATIENTLY);
    await expectAccessible(ada.page);
    line.loss = 0;
    await expect(seen.getByText("Poor connection")).toHaveCount(0, PATIENTLY);
  });
  await test.step("a line that is dead for a while comes back by a restart of ICE, in the same call", async () => {
    const before = await ufragOf(ada.page);
    line.loss = 1;
    await expect(seen.getByText("Reconnecting …")).toBeVisible(PATIENTLY);
    await expect.poll(() => ufragOf(ada.page), PATIENTLY).not.toBe(before);
    line.loss = 0;
    await expect(seen.getByText("Connected")).toBeVisible(PATIENTLY);
    await expectMorePictures();
  });
  await button(ada.page, "End").click();
  await expect(overlay(bob.page, "Ada Lovelace")).toHaveCount(0);
  await Promise.all([ada.context.close(), bob.context.close()]);
  await program.end();
  line.close();
  await Promise.all([instance.remove(), turn.close()]);
});
