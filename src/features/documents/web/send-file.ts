import { ApiError } from "#platform/client/resource-client.ts";
import type { DocumentOnWire, NewDocument } from "../model.ts";

type Uploaded = DocumentOnWire & { duplicateOf: { id: string; title: string } | null };

type Sending<T> = { answer: Promise<T>; cancel(): void };

/** Sends a file with what is said about it, and tells how far it is; fetch() cannot do that. */
export function sendFile(
  file: File,
  fields: NewDocument,
  idempotencyKey: string,
  onProgress: (share: number) => void,
): Sending<Uploaded> {
  const form = new FormData();
  form.append("title", fields.title);
  form.append("description", fields.description ?? "");
  form.append("category", fields.category);
  form.append("tags", fields.tags.join(","));
  form.append("file", file);
  return sendForm("/files/documents", form, idempotencyKey, onProgress);
}

/** A file that takes the place of the one a document has. */
export function sendVersion(
  id: string,
  file: File,
  onProgress: (share: number) => void,
): Sending<DocumentOnWire> {
  const form = new FormData();
  form.append("file", file);
  return sendForm(`/files/documents/${id}/versions`, form, crypto.randomUUID(), onProgress);
}

function sendForm<T>(
  address: string,
  form: FormData,
  idempotencyKey: string,
  onProgress: (share: number) => void,
): Sending<T> {
  const request = new XMLHttpRequest();
  const answer = new Promise<T>((resolve, reject) => {
    request.open("POST", address);
    request.setRequestHeader("x-adjutant-upload", "1");
    request.setRequestHeader("idempotency-key", idempotencyKey);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText));
      else reject(refusalOf(request));
    });
    request.addEventListener("error", () =>
      reject(new ApiError("offline", "The server cannot be reached", 0, {})),
    );
    request.addEventListener("abort", () => reject(new Error("cancelled")));
    request.send(form);
  });
  return { answer, cancel: () => request.abort() };
}

function refusalOf({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    const { error } = JSON.parse(responseText);
    return new ApiError(error.code, error.message, status, error.details ?? {}, error.requestId);
  } catch {
    return new ApiError("internal", `The server answered ${status}`, status, {});
  }
}
