import { type Browser, expect, type Page } from "@playwright/test";
import { Person } from "./person.ts";

export type Watched = { connections?: RTCPeerConnection[] };

/** Records the page's connections, so that their statistics can be read. */
export const watchConnections = (page: Page) =>
  page.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    (globalThis as Watched).connections = connections;
    const Real = RTCPeerConnection;
    globalThis.RTCPeerConnection = new Proxy(Real, {
      construct: (target, given) => {
        const connection = Reflect.construct(target, given) as RTCPeerConnection;
        connections.push(connection);
        return connection;
      },
    });
  });

type Flow = { audioBytes: number; frames: number; candidateTypes: string[] };

/** Data received over all open connections, and the candidate type of each. */
export const flowOf = (page: Page): Promise<Flow> =>
  page.evaluate(async () => {
    const flow: Flow = { audioBytes: 0, frames: 0, candidateTypes: [] };
    for (const connection of (globalThis as Watched).connections ?? []) {
      if (connection.connectionState !== "connected") continue;
      const report = await connection.getStats();
      for (const each of report.values()) {
        if (each.type === "inbound-rtp" && each.kind === "audio") flow.audioBytes += each.bytesReceived;
        if (each.type === "inbound-rtp" && each.kind === "video") flow.frames += each.framesDecoded ?? 0;
        if (each.type === "transport") {
          const pair = report.get(each.selectedCandidatePairId);
          flow.candidateTypes.push(report.get(pair?.localCandidateId)?.candidateType ?? "none");
        }
      }
    }
    return flow;
  });

/** A silent microphone may send no audio. */
export const expectFlow = (page: Page, leastAudio = 1000) =>
  expect
    .poll(async () => {
      const { audioBytes, frames } = await flowOf(page);
      return audioBytes >= leastAudio && frames > 5;
    })
    .toBe(true);

/** The ICE user fragment, which changes with each ICE restart (RFC 8445 §2.4). */
export const ufragOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const open = (globalThis as Watched).connections?.filter((each) => each.connectionState !== "closed");
    return /a=ice-ufrag:(\S+)/.exec(open?.at(-1)?.localDescription?.sdp ?? "")?.[1] ?? "";
  });

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const incomingCall = (page: Page, name: string) =>
  page.getByRole("alertdialog", { name: `${name} is calling` });
export const overlay = (page: Page, name: string) =>
  page.getByRole("dialog", { name: `Video call: ${name}` });

/** Another person in a separate browser context, on some other page. */
export async function joinAsPerson(browser: Browser, url: string, fullName: string) {
  const person = await Person.signUp(url, fullName);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await watchConnections(page);
  await person.signInPage(page);
  await page.goto("/tasks");
  return { person, page, context };
}

export const conversationWith = async (person: Person, other: Person) => {
  await person.call("contacts.create", { contactName: other.fullName, contactEmail: other.email });
  const { user } = await other.call<{ user: { id: string } }>("session.current");
  return person.call<{ id: string }>("conversations.openWith", { userId: user.id });
};

/** A microphone that is on but silent, such as one muted by a hardware switch. */
export const silenceMicrophone = (page: Page) =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      for (const track of stream.getAudioTracks()) stream.removeTrack(track);
      const [silence] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
      if (constraints?.audio && silence) stream.addTrack(silence);
      return stream;
    };
  });

/** Shares a drawn picture instead of a screen, which a machine without a display does not have. */
export const showAsScreen = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 800;
    canvas.height = 450;
    const ink = canvas.getContext("2d");
    setInterval(() => ink?.fillRect(Math.random() * 800, Math.random() * 450, 40, 40), 50);
    navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(15);
  });

export async function startCall(page: Page, conversationId: string): Promise<void> {
  await page.goto(`/communication?conversation=${conversationId}`);
  await button(page, "Start video call").click();
}
