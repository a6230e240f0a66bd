import { afterEach } from "vitest";
import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

type Recognition = {
  onresult(event: { results: { transcript: string }[][] }): void;
  onerror(event: { error: string }): void;
  onend(): void;
};
let recognition: Recognition & Record<string, unknown>;

/** Replaces the browser's speech recognition, which has no microphone or service here: the test supplies the text. */
function installRecognition(): void {
  Object.assign(globalThis, {
    SpeechRecognition: class {
      start() {
        recognition = this as never;
      }
      stop() {
        recognition.onend();
      }
    },
  });
}

afterEach(() => Reflect.deleteProperty(globalThis, "SpeechRecognition"));

const recognize = (transcript: string) => recognition.onresult({ results: [[{ transcript }]] });

test("DAILY-03, DAILY-27: idle, listening, processing: a transcript is executed when listening ends", async ({
  page,
  ada,
}) => {
  installRecognition();
  await page.goto("/daily-ops?tab=voice");
  const panel = page.getByRole("region", { name: "Command" });
  await expect(panel.getByRole("status")).toHaveText("Press the microphone and speak, or type a command");
  await page.keyboard.press("v");
  await expect(panel.getByRole("status")).toHaveText("Listening...");
  expect(recognition).toMatchObject({ lang: "en-US", continuous: false, interimResults: true });
  recognize("add a task");
  await expect(page.getByText("“add a task”", { exact: true })).toBeVisible();
  recognize("add a task to water the plants");
  const answer = page.hold("voiceCommands.run");
  recognition.onend();
  await expect(panel.getByRole("status")).toHaveText("Processing...");
  answer();
  await expect(panel).toContainText("Task created: 'Water the plants'");
  await expect(panel.getByRole("status")).toHaveText("Press the microphone and speak, or type a command");
  expect(await ada.call("tasks.list")).toMatchObject({ items: [{ title: "Water the plants" }] });
});

test("DAILY-22, DAILY-23: a browser without speech recognition says so, and an error shows its code", async ({
  page,
}) => {
  await page.goto("/daily-ops?tab=voice");
  await page.getByRole("button", { name: "Start voice command" }).click();
  await expect(page.getByText("Voice Recognition Not Supported")).toBeVisible();
  installRecognition();
  await page.reload();
  await page.getByRole("button", { name: "Start voice command" }).click();
  await expect(page.getByText("Listening...")).toBeVisible();
  recognition.onerror({ error: "audio-capture" });
  await expect(page.getByText("Voice Recognition Error")).toBeVisible();
  await expect(page.getByText("Error: audio-capture")).toBeVisible();
});
