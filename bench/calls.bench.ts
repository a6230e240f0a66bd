import { chromium, type Page } from "@playwright/test";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { launchOptions } from "../scripts/browser.ts";
import { environment } from "./environment.ts";
import { quantile, report } from "./support/compare.ts";

// From the click on Accept to the first video frame painted there: signalling over the event stream, on one machine
// with a fake camera. The floor is the same browser connecting two RTCPeerConnections of one page, including the
// camera.

const TIMES = Number(environment.TIMES ?? 10);

const instance = await Instance.create();
const program = await instance.start();
const chrome = await chromium.launch(
  launchOptions(
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--allow-loopback-in-peer-connection",
    "--disable-features=WebRtcHideLocalIpsWithMdns",
  ),
);
const [ada, bob] = [await arrive("Ada Lovelace"), await arrive("Bob Carter")];
await ada.person.call("contacts.create", { contactName: "Bob", contactEmail: bob.person.email });
const { user } = await bob.person.call<{ user: { id: string } }>("session.current");
const { id } = await ada.person.call<{ id: string }>("conversations.openWith", { userId: user.id });
await ada.page.goto(`${instance.url}/communication?conversation=${id}`);

const accepted: number[] = [];
const floor: number[] = [];
for (let count = 0; count < TIMES; count += 1) {
  await ada.page.getByRole("button", { name: "Start video call" }).click();
  const accept = bob.page.getByRole("button", { name: "Accept", exact: true });
  await accept.waitFor();
  await bob.page.evaluate(watchForFrame);
  await accept.click();
  accepted.push(await bob.page.evaluate(() => (globalThis as typeof globalThis & Watch).firstFrame));
  await bob.page.getByRole("button", { name: "End", exact: true }).click();
  await ada.page.getByRole("dialog").waitFor({ state: "detached" });
  floor.push(await bob.page.evaluate(connectAlone));
}
report("accept a call, to the other's first frame", accepted);
report("  floor: two connections in one page", floor);
console.log(`  ratio of medians ${(quantile(accepted, 0.5) / quantile(floor, 0.5)).toFixed(2)}`);
await chrome.close();
await program.end();
await instance.remove();

async function arrive(fullName: string): Promise<{ person: Person; page: Page }> {
  const person = await Person.signUp(instance.url, fullName);
  const page = await (await chrome.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await person.signInPage(page);
  await page.goto(`${instance.url}/tasks`);
  return { person, page };
}

type Watch = { firstFrame: Promise<number> };

/** Measures from the next click to the first frame of a remote video. */
function watchForFrame(): void {
  const watch = globalThis as typeof globalThis & Watch;
  watch.firstFrame = new Promise((found) => {
    const onEvent = ({ timeStamp }: Event) => {
      const check = () => {
        const seen = [...document.querySelectorAll("video")].find(
          (video) => !video.muted && video.videoWidth > 0,
        );
        if (!seen) return requestAnimationFrame(check);
        return seen.requestVideoFrameCallback((now) => found(now - timeStamp));
      };
      requestAnimationFrame(check);
    };
    addEventListener("click", onEvent, { once: true, capture: true });
  });
}

async function connectAlone(): Promise<number> {
  const startedAt = performance.now();
  const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
  one.onicecandidate = ({ candidate }) => void other.addIceCandidate(candidate ?? undefined);
  other.onicecandidate = ({ candidate }) => void one.addIceCandidate(candidate ?? undefined);
  const seen = new Promise<number>((found) => {
    other.ontrack = ({ track }) => {
      if (track.kind !== "video") return;
      const video = Object.assign(document.createElement("video"), { muted: true, autoplay: true });
      video.srcObject = new MediaStream([track]);
      video.requestVideoFrameCallback((now) => found(now - startedAt));
      document.body.append(video);
    };
  });
  for (const track of stream.getTracks()) one.addTrack(track, stream);
  await one.setLocalDescription();
  if (one.localDescription) await other.setRemoteDescription(one.localDescription);
  await other.setLocalDescription();
  if (other.localDescription) await one.setRemoteDescription(other.localDescription);
  const took = await seen;
  for (const track of stream.getTracks()) track.stop();
  for (const video of document.body.querySelectorAll(":scope > video")) video.remove();
  one.close();
  other.close();
  return took;
}
