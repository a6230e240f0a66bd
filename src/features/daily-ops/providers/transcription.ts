import { randomUUID } from "node:crypto";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { countModelCall } from "#platform/model/model-budget.ts";
import { isGlobalAddress } from "#platform/outbound/global-address.ts";
import { type Outbound, OutboundError } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { MAX_COMMAND, type TranscribedBy } from "../voice-model.ts";

export type Transcription = { url: string; model: string; key: string | null; host: string };

const TIMEOUT_MS = 30_000;

/** The service that an administrator has set; null: none. */
export function configuredTranscription(settings: SystemSettings): Transcription | null {
  const { transcriptionUrl, transcriptionModel: model } = settings.current;
  const url = URL.parse(transcriptionUrl);
  if (!url) return null;
  const key = settings.secret("transcriptionApiKey");
  return { url: transcriptionUrl.replace(/(?<!\/)\/+$/, ""), model, key, host: url.hostname };
}

/** Whether the service is local: only if none of its addresses is public. */
export async function locateService(outbound: Outbound, { host }: Transcription) {
  // With unknown addresses the service counts as external.
  const addresses = await outbound.resolve(host).catch(() => []);
  return { host, isInternal: addresses.length > 0 && !addresses.some(isGlobalAddress) };
}

/**
 * Transcribes a recording with a service of OpenAI's shape (POST /audio/transcriptions, multipart). Counts as a model
 * call. Throws AppError with a message for the user; the service's own error text is not passed on.
 */
export async function transcribe(
  context: SignedIn,
  audio: Uint8Array,
): Promise<{ text: string; transcribedBy: TranscribedBy }> {
  const service = configuredTranscription(context.systemSettings);
  if (!service) throw new AppError("upstream", t`No speech service is set up. Please type your command.`);
  const kind = kindOf(audio);
  if (!kind) throw new AppError("invalid", t`This is not an audio recording`);
  await countModelCall(context, context.actor.userId, 0);
  const { status, body } = await requestWeb(context.outbound, {
    ...formOf(service, audio, kind),
    maxBytes: 64_000,
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    if (error instanceof OutboundError) throw new AppError("upstream", t`The speech service did not respond`);
    throw error;
  });
  if (status !== 200) throw refusalOf(status);
  const text = textOf(body);
  if (text === "") throw new AppError("invalid", t`No speech was recognized. Please try again.`);
  const { isInternal } = await locateService(context.outbound, service);
  return { text, transcribedBy: isInternal ? "server" : "service" };
}

/** Detects the formats that browsers record by their first bytes. */
function kindOf(audio: Uint8Array): "webm" | "ogg" | "mp4" | "wav" | null {
  const header = Buffer.from(audio.subarray(0, 12)).toString("latin1");
  if (header.startsWith("\x1a\x45\xdf\xa3")) return "webm";
  if (header.startsWith("OggS")) return "ogg";
  if (header.slice(4, 8) === "ftyp") return "mp4";
  return header.startsWith("RIFF") && header.slice(8) === "WAVE" ? "wav" : null;
}

/** A form with one file (RFC 7578). */
function formOf({ url, model, key }: Transcription, audio: Uint8Array, kind: string) {
  const boundary = `----adjutant-${randomUUID()}`;
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = [
    field("model", model.replaceAll(/[\r\n]/g, "")),
    field("language", "en"),
    field("response_format", "json"),
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="command.${kind}"\r\ncontent-type: audio/${kind}\r\n\r\n`,
  ].join("");
  return {
    url: `${url}/audio/transcriptions`,
    method: "POST" as const,
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      accept: "application/json",
      ...(key !== null && { authorization: `Bearer ${key.replaceAll(/[^\x21-\x7e]/g, "")}` }),
    },
    body: Buffer.concat([Buffer.from(head), audio, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403)
    return new AppError(
      "upstream",
      t`The speech service rejected its API key. An administrator can check it`,
    );
  if (status === 404) return new AppError("upstream", t`No speech service was found at its address`);
  if (status === 413) return new AppError("invalid", t`This recording is too long for the speech service`);
  if (status === 429)
    return new AppError("upstream", t`The speech service is overloaded. Please try again later`);
  return new AppError("upstream", t`The speech service failed (status ${status})`);
}

const Answer = z.object({ text: z.string() });

/** One line, without control or invisible characters. */
function textOf(body: string): string {
  const answer = Answer.safeParse(parsed(body));
  if (!answer.success) throw new AppError("upstream", t`The speech service sent an unexpected response`);
  return answer.data.text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_COMMAND);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Invalid JSON does not match the service's schema, and that error is reported.
    return null;
  }
}
