import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Locator } from "@playwright/test";
import { expect, expectAccessible, test, tick } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

/** A speech synthesis that records its texts: headless browsers have none. */
const VOICE = `
  globalThis.spoken = [];
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(globalThis, "speechSynthesis", { value: {
    getVoices: () => [{ lang: "en-US", localService: true }],
    addEventListener() {}, cancel() {}, speak({ text }) { globalThis.spoken.push(text); },
  } });
  delete globalThis.SpeechRecognition; delete globalThis.webkitSpeechRecognition;`;
const spoken = () => (globalThis as typeof globalThis & { spoken: string[] }).spoken;

/** On a slow machine the recording has ended by itself, at its longest. */
const stopListening = (box: Locator) =>
  Promise.race([
    box.getByRole("button", { name: "Stop listening" }).click(),
    expect(box.getByRole("status")).not.toHaveText("Listening..."),
  ]);

test("without speech recognition a command is recorded and transcribed by Whisper, and the result is read aloud", async ({
  page,
}) => {
  const recordings: Buffer[] = [];
  const transcriber = createServer(async (request, answer) => {
    recordings.push(await buffer(request));
    answer.writeHead(200, { "content-type": "application/json" });
    answer.end(JSON.stringify({ text: "Create a task to water the plants" }));
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => transcriber.once("listening", ready));
  const instance = await Instance.create({
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
    TRANSCRIPTION_BASE_URL: `http://127.0.0.1:${(transcriber.address() as AddressInfo).port}/v1`,
  });
  const program = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  await ada.signInPage(page);
  await page.addInitScript(VOICE);
  await page.goto(`${instance.url}/daily-ops?tab=voice`);
  const box = page.getByRole("region", { name: "Command" });
  await expect(box).toContainText("transcribed on this server");
  await tick(box.getByRole("switch", { name: "Read results aloud" }));
  await box.getByRole("button", { name: "Start voice command" }).click();
  await expect(box.getByRole("status")).toHaveText("Listening...");
  await expectAccessible(page);
  await stopListening(box);
  const row = page.getByRole("list", { name: "Recent commands" }).getByRole("listitem");
  await expect(row).toContainText("Task created: 'Water the plants'");
  await expect(row).toContainText("Transcribed on this server");
  expect(await ada.call("tasks.list")).toMatchObject({ items: [{ title: "Water the plants" }] });
  expect(recordings[0]?.includes(Buffer.from("1a45dfa3", "hex"))).toBe(true);
  expect(await page.evaluate(spoken)).toEqual([expect.stringContaining("Task created: 'Water the plants'")]);
  transcriber.close();
  await box.getByRole("button", { name: "Start voice command" }).click();
  await expect(box.getByRole("status")).toHaveText("Listening...");
  // Gives the recording some length: an empty one is refused.
  await expectAccessible(page);
  await stopListening(box);
  await expect(page.getByText("The speech service did not respond")).toBeVisible();
  await program.end();
  await instance.remove();
});
