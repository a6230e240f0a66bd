import { ApiError } from "#platform/client/resource-client.ts";
import { PART_BYTES, type UploadOnWire } from "../../model.ts";
import { uploads } from "../api.ts";
import { type Progress, sendBody, type Uploaded } from "./send-file.ts";

type UploadCallbacks = {
  /** Between 0 and 1. */
  onProgress: Progress;
  /** The connection is lost (the reason), or restored (null); the upload continues by itself. */
  onWait(reason: string | null): void;
};

/**
 * Uploads a large file in parts, from the offset that the server has. Waits while the connection is lost; only a
 * refusal or `signal` ends it. Only one of several tabs uploads.
 */
export function sendParts(
  file: File,
  upload: UploadOnWire,
  { onProgress, onWait }: UploadCallbacks,
  signal: AbortSignal,
): Promise<Uploaded> {
  const address = `/files/uploads/${upload.id}`;
  return navigator.locks.request(address, { signal }, async () => {
    let at = await uploads.get.call({ id: upload.id });
    for (let failures = 0; ; ) {
      signal.throwIfAborted();
      try {
        if (at.received >= file.size) return await sendBody<Uploaded>({ method: "POST", address, signal });
        const { received } = at;
        const part = file.slice(received, received + PART_BYTES);
        onProgress(received / file.size);
        at = await sendBody<UploadOnWire>({
          method: "PUT",
          address,
          body: part,
          headers: { "upload-offset": String(received), "part-sha256": await hashOf(part) },
          onProgress: (share) => onProgress((received + share * part.size) / file.size),
          signal,
        });
        onWait(null);
        failures = 0;
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError)) throw error;
        if (error.code === "conflict" && error.details.current) at = error.details.current as UploadOnWire;
        else if (!PASSES.includes(error.code)) throw error;
        else {
          failures += 1;
          onWait(error.message);
          await pause(Math.min(30_000, 1000 * 2 ** failures), signal);
          at = await uploads.get.call({ id: upload.id }).catch(() => at);
        }
      }
    }
  });
}

const PASSES: ApiError["code"][] = ["offline", "internal", "upstream", "unavailable", "rate_limited"];

export async function hashOf(bytes: Blob): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Also over when the network is back. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener("online", over);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    window.addEventListener("online", over);
    signal.addEventListener("abort", over, { once: true });
  });
