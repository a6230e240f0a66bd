import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { CALLS_A_DAY } from "#platform/model/model-budget.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { voiceCommands } from "../voice-commands.ts";
import { MAX_RECORDING } from "../voice-model.ts";

// A fake server with the shape of OpenAI's /v1/audio/transcriptions, which Whisper servers share.

type TranscriptionRequest = { model: string; language: string; fileName: string; audio: Buffer };
const requests: TranscriptionRequest[] = [];
let serverMode: { status: number; body: string } | "cut" = { status: 200, body: "" };
const outside = createServer(async (request, answer) => {
  const form = await buffer(request);
  const refuse = (status: number) => answer.writeHead(status).end('{"error":{"message":"internal details"}}');
  if (request.method !== "POST" || request.url !== "/v1/audio/transcriptions") return refuse(404);
  if (request.headers.authorization !== "Bearer sk-speech") return refuse(401);
  requests.push(readForm(form, request.headers["content-type"] ?? ""));
  if (serverMode === "cut") return answer.destroy();
  answer.writeHead(serverMode.status, { "content-type": "application/json" }).end(serverMode.body);
}).listen(0, "127.0.0.1");
await new Promise((ready) => outside.once("listening", ready));
const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/v1`;

function readForm(form: Buffer, type: string): TranscriptionRequest {
  const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? "";
  const parts = form.toString("latin1").split(`--${boundary}`);
  expect(parts.at(-1)).toBe("--\r\n");
  const part = (name: string) => {
    const found = parts.find((each) => each.includes(`name="${name}"`)) ?? "";
    return {
      head: found.split("\r\n\r\n")[0] ?? "",
      body: found.split("\r\n\r\n").slice(1).join("\r\n\r\n"),
    };
  };
  const file = part("file");
  return {
    model: part("model").body.trim(),
    language: part("language").body.trim(),
    fileName: /filename="([^"]+)"/.exec(file.head)?.[1] ?? "",
    audio: Buffer.from(file.body.replace(/\r\n$/, ""), "latin1"),
  };
}

const { aUser, as, services, owner, atEnd } = await testDatabase();
atEnd(async () => void outside.close());
const boss = await aUser({ roles: ["admin"] });
const setService = (transcriptionUrl: string, key = "sk-speech") =>
  services.systemSettings.save(boss, {
    version: services.systemSettings.current.version,
    fields: { transcriptionUrl },
    secrets: { transcriptionApiKey: key },
  });

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  requests.length = 0;
  serverMode = {
    status: 200,
    body: JSON.stringify({ text: " Create a task\nto call Anna tomorrow\u200b " }),
  };
  await setService(url);
});

/** The first bytes of a recording by Chromium. */
const WEBM = Buffer.concat([
  Buffer.from("1a45dfa3", "hex"),
  Buffer.from(Array.from({ length: 900 }, (_, n) => n % 256)),
]);
const transcribe = (audio: Buffer = WEBM) =>
  ada.invoke(voiceCommands.transcribe, { audio: audio.toString("base64") }) as Promise<{ text: string }>;

test("decision 19: a recording is sent unchanged, its text is returned, and the command records the service", async () => {
  expect(await ada.invoke(voiceCommands.transcriber)).toEqual({
    service: { host: "127.0.0.1", isInternal: true },
  });
  const transcription = await transcribe();
  expect(transcription).toEqual({ text: "Create a task to call Anna tomorrow", transcribedBy: "server" });
  expect(requests).toEqual([{ model: "whisper-1", language: "en", fileName: "command.webm", audio: WEBM }]);
  expect(await ada.invoke(voiceCommands.run, transcription)).toMatchObject({
    actionType: "task",
    success: true,
    transcribedBy: "server",
  });
  expect(await ada.invoke(voiceCommands.run, { text: "what is on my calendar" })).toMatchObject({
    transcribedBy: "typed",
  });
});

test("without a transcription service nothing is sent, and an error is shown", async () => {
  await setService("");
  expect(await ada.invoke(voiceCommands.transcriber)).toEqual({ service: null });
  await expect(transcribe()).rejects.toMatchObject({
    message: "No speech service is set up. Please type your command.",
  });
  expect(requests).toEqual([]);
});

test.for([
  [{ status: 401, body: "" }, "The speech service rejected its API key. An administrator can check it"],
  [{ status: 404, body: "" }, "No speech service was found at its address"],
  [{ status: 413, body: "" }, "This recording is too long for the speech service"],
  [{ status: 429, body: "" }, "The speech service is overloaded. Please try again later"],
  [{ status: 500, body: "<html>internal details" }, "The speech service failed (status 500)"],
  [{ status: 200, body: "<html>internal details" }, "The speech service sent an unexpected response"],
  [{ status: 200, body: '{"text":null}' }, "The speech service sent an unexpected response"],
  [{ status: 200, body: '{"text":" \\n "}' }, "No speech was recognized. Please try again."],
  [{ status: 200, body: `{"text":"${"a".repeat(70_000)}"}` }, "The speech service did not respond"],
  ["cut", "The speech service did not respond"],
] as const)("a service that does %j gives a readable error, and no command runs", async ([mode, message]) => {
  serverMode = mode;
  await expect(transcribe()).rejects.toMatchObject({ message });
  expect(await ada.invoke(voiceCommands.list)).toMatchObject({ items: [] });
});

test("a recording that is invalid, too long, over the user's limit or switched off is not sent", async () => {
  await expect(transcribe(Buffer.from("GIF89a, not a sound"))).rejects.toMatchObject({
    message: "This is not an audio recording",
  });
  await expect(ada.invoke(voiceCommands.transcribe, { audio: "%%%" })).rejects.toMatchObject({
    code: "invalid",
  });
  const longest = Buffer.concat([WEBM, Buffer.alloc((MAX_RECORDING / 4) * 3 - WEBM.length)]);
  await transcribe(longest);
  await expect(transcribe(Buffer.concat([longest, Buffer.alloc(3)]))).rejects.toMatchObject({
    code: "invalid",
  });
  expect(requests).toHaveLength(1);
  await owner.query("update model_uses set calls = $2 where user_id = $1", [ada.userId, CALLS_A_DAY]);
  await expect(transcribe()).rejects.toMatchObject({ code: "rate_limited" });
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, voiceCommandsEnabled: false });
  await expect(transcribe()).rejects.toThrow("Voice commands are switched off in Settings");
  expect(requests).toHaveLength(1);
});
