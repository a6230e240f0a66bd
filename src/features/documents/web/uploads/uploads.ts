import { useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";
import { liveStore } from "#platform/client/live-records.ts";
import { deletePendingFile, getPendingFile, savePendingFile } from "#platform/client/pending-files.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type NewDocument, SENT_IN_PARTS_FROM, type UploadOnWire } from "../../model.ts";
import { uploads as calls } from "../api.ts";
import { documentRecords } from "../records.ts";
import { sendFile, sendVersion, type Uploaded } from "./send-file.ts";
import { hashOf, sendParts } from "./send-parts.ts";

export type Upload = {
  id: string;
  /** Null where a reload lost it: it is chosen again. */
  file: File | null;
  fileName: string;
  fileSize: number;
  /** The details of the document; null for a new version. */
  fields: NewDocument | null;
  documentId: string | null;
  /** Where it arrives in parts. */
  serverUpload: UploadOnWire | null;
  state: "waiting" | "sending" | "lost" | "failed";
  /** Between 0 and 1. */
  progress: number;
  /** Why it failed, or what it waits for; for people. */
  reason: string | null;
};

/** Files sent at a time. */
const AT_ONCE = 2;

let uploads: readonly Upload[] = [];
const cancels = new Map<string, AbortController>();
const listeners = new Set<() => void>();

/** Current uploads, which continue on other pages; a failed one stays with all its fields. */
export const useUploads = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );

liveStore("uploads", {
  invalidate: async () => undefined,
  clear: () => {
    for (const cancel of cancels.values()) cancel.abort();
    set([]);
  },
});

export function startUploads(
  files: readonly { file: File; fields: NewDocument | null; documentId?: string }[],
): void {
  const added = files.map(
    ({ file, fields, documentId = null }): Upload => ({
      id: crypto.randomUUID(),
      file,
      fileName: file.name,
      fileSize: file.size,
      fields,
      documentId,
      serverUpload: null,
      state: "waiting",
      progress: 0,
      reason: null,
    }),
  );
  set([...uploads, ...added]);
  sendNext();
}

/** Resumes unfinished uploads of an earlier visit: automatically if this browser still has the file. */
export async function resumeUploads(): Promise<void> {
  const { items } = await calls.list.read({});
  for (const serverUpload of items) {
    if (uploads.some((upload) => upload.serverUpload?.id === serverUpload.id)) continue;
    const file = await getPendingFile(serverUpload.id);
    const { id, fileName, fileSize, fields, documentId, received } = serverUpload;
    const state = file ? "waiting" : "lost";
    const progress = received / fileSize;
    set([
      ...uploads,
      { id, file, fileName, fileSize, fields, documentId, serverUpload, state, progress, reason: null },
    ]);
  }
  sendNext();
}

/** The file of an upload that lost it; another one is refused. */
export async function chooseAgain({ id, serverUpload }: Upload, file: File): Promise<void> {
  const isOther =
    !serverUpload || file.size !== serverUpload.fileSize || (await hashOf(file)) !== serverUpload.sha256;
  if (isOther) {
    toast.failure(
      t`This is a different file`,
      t`Choose '${serverUpload?.fileName ?? ""}' as it was when it was first sent.`,
    );
    return;
  }
  void savePendingFile(serverUpload.id, file);
  patch(id, { file, state: "waiting" });
  sendNext();
}

/** Also takes a failed one off the list. What has arrived of it is removed. */
export function cancelUpload(id: string): void {
  const serverUpload = uploads.find((upload) => upload.id === id)?.serverUpload;
  cancels.get(id)?.abort();
  set(uploads.filter((upload) => upload.id !== id));
  if (serverUpload) void abandonUpload(serverUpload.id);
  sendNext();
}

/** Uses the same idempotency key, so that a file that did arrive is not stored twice. */
export function retryUpload(id: string): void {
  patch(id, { state: "waiting", reason: null });
  sendNext();
}

async function abandonUpload(id: string): Promise<void> {
  void deletePendingFile(id);
  // Unfinished uploads expire on the server anyway.
  await calls.delete.call({ id }).catch(() => undefined);
}

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === "sending").length;
  const ready = uploads.filter(({ state, file }) => state === "waiting" && file);
  for (const upload of ready.slice(0, AT_ONCE - sending)) void send(upload);
}

async function send(upload: Upload): Promise<void> {
  const { id, documentId } = upload;
  const cancel = new AbortController();
  cancels.set(id, cancel);
  patch(id, { state: "sending" });
  try {
    const made = await sent(upload, cancel.signal);
    set(uploads.filter((each) => each.id !== id));
    uploadCompleted(made, documentId !== null);
  } catch (error) {
    if (!uploads.some((each) => each.id === id)) return;
    failed(upload, error);
  } finally {
    cancels.delete(id);
    sendNext();
  }
}

async function sent(upload: Upload, signal: AbortSignal): Promise<Uploaded> {
  const { id, file, fileName, fileSize, fields, documentId } = upload;
  if (!file) throw new Error("An upload without its file is not sent");
  const onProgress = (progress: number) => patch(id, { progress });
  if (!upload.serverUpload && fileSize < SENT_IN_PARTS_FROM) {
    if (fields) return sendFile(file, fields, id, onProgress, signal);
    return { ...(await sendVersion(documentId ?? "", file, id, onProgress, signal)), duplicateOf: null };
  }
  const serverUpload =
    upload.serverUpload ??
    (await calls.create.call(
      { fileName, fileSize, sha256: await hashOf(file), fields, documentId },
      { idempotencyKey: id },
    ));
  patch(id, { serverUpload });
  void savePendingFile(serverUpload.id, file);
  const made = await sendParts(
    file,
    serverUpload,
    { onProgress, onWait: (reason) => patch(id, { reason }) },
    signal,
  );
  void deletePendingFile(serverUpload.id);
  return made;
}

function failed({ id, documentId }: Upload, error: unknown): void {
  const { serverUpload } = uploads.find((upload) => upload.id === id) ?? {};
  // Another tab has finished it, or it expired.
  if (serverUpload && error instanceof ApiError && error.code === "not_found") {
    void deletePendingFile(serverUpload.id);
    set(uploads.filter((upload) => upload.id !== id));
    return;
  }
  const reason = error instanceof ApiError ? error.message : t`The upload broke off`;
  // The server has deleted an upload with invalid content: a retry starts a new one.
  const isDropped = error instanceof ApiError && error.code === "invalid";
  patch(id, { state: "failed", reason, ...(isDropped && { serverUpload: null, progress: 0 }) });
  toast.failure(documentId ? t`Failed to upload the new version` : t`Failed to upload document`, reason);
}

function uploadCompleted({ duplicateOf, ...document }: Uploaded, isVersion: boolean): void {
  documentRecords.receive([document]);
  toast.success(isVersion ? t`New version uploaded` : t`Document uploaded successfully`);
  if (duplicateOf)
    toast.notice(t`You already had this file`, t`Its content is the same as that of '${duplicateOf.title}'.`);
}

const patch = (id: string, parts: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...parts } : upload)));

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}
