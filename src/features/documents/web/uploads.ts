import { useSyncExternalStore } from "react";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/toast.ts";
import type { DocumentOnWire, NewDocument } from "../model.ts";
import { documentRecords } from "./records.ts";
import { sendFile } from "./send-file.ts";

export type Upload = {
  id: string;
  file: File;
  fields: NewDocument;
  state: "waiting" | "sending" | "failed";
  /** Between 0 and 1. */
  progress: number;
  /** Why it failed, for people. */
  reason?: string;
};

/** Files sent at a time. */
const AT_ONCE = 2;

let uploads: readonly Upload[] = [];
const cancels = new Map<string, () => void>();
const listeners = new Set<() => void>();

/** Files on their way, also while other pages are looked at; one that failed waits with all that was typed. */
export const useUploads = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );

export function startUploads(files: readonly Pick<Upload, "file" | "fields">[]): void {
  const added = files.map(({ file, fields }) => ({
    id: crypto.randomUUID(),
    file,
    fields,
    state: "waiting" as const,
    progress: 0,
  }));
  set([...uploads, ...added]);
  sendNext();
}

/** Also takes a failed one off the list. */
export function cancelUpload(id: string): void {
  cancels.get(id)?.();
  set(uploads.filter((upload) => upload.id !== id));
  sendNext();
}

/** With the same key: what arrived after all is not stored twice. */
export function retryUpload(id: string): void {
  patch(id, { state: "waiting", progress: 0 });
  sendNext();
}

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === "sending").length;
  for (const upload of uploads.filter(({ state }) => state === "waiting").slice(0, AT_ONCE - sending))
    void send(upload);
}

async function send({ id, file, fields }: Upload): Promise<void> {
  patch(id, { state: "sending" });
  const sending = sendFile(file, fields, id, (progress) => patch(id, { progress }));
  cancels.set(id, sending.cancel);
  try {
    const { duplicateOf, ...document } = await sending.answer;
    set(uploads.filter((upload) => upload.id !== id));
    arrived(document, duplicateOf);
  } catch (error) {
    if (!uploads.some((upload) => upload.id === id)) return;
    const reason = error instanceof ApiError ? error.message : "The upload broke off";
    patch(id, { state: "failed", reason });
    toast.failure("Failed to upload document", reason);
  } finally {
    cancels.delete(id);
    sendNext();
  }
}

function arrived(document: DocumentOnWire, duplicateOf: { title: string } | null): void {
  documentRecords.receive([document]);
  toast.success("Document uploaded successfully");
  if (duplicateOf)
    toast.notice("You already had this file", `Its content is the same as that of '${duplicateOf.title}'.`);
}

const patch = (id: string, parts: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...parts } : upload)));

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}
