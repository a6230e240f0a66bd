import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { DocumentOnWire, NewDocument } from "../../model.ts";

export type Uploaded = DocumentOnWire & { duplicateOf: { id: string; title: string } | null };

export type Progress = (share: number) => void;

/** Uploads a file with its details. */
export function sendFile(
  file: File,
  fields: NewDocument,
  idempotencyKey: string,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<Uploaded> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value ?? ""));
  body.append("file", file);
  const headers = { "idempotency-key": idempotencyKey };
  return sendBody({ method: "POST", address: "/files/documents", body, headers, onProgress, signal });
}

/** A file that takes the place of the one a document has. */
export function sendVersion(
  id: string,
  file: File,
  idempotencyKey: string,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<DocumentOnWire> {
  const body = new FormData();
  body.append("file", file);
  const headers = { "idempotency-key": idempotencyKey };
  const address = `/files/documents/${id}/versions`;
  return sendBody({ method: "POST", address, body, headers, onProgress, signal });
}

type Sending = {
  method: "POST" | "PUT";
  address: string;
  body?: FormData | Blob;
  headers?: Record<string, string>;
  onProgress?: Progress;
  signal: AbortSignal;
};

/** With XMLHttpRequest, because fetch() cannot report upload progress. */
export function sendBody<T>({ method, address, body, headers, onProgress, signal }: Sending): Promise<T> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal.addEventListener("abort", abort);
  return new Promise<T>((resolve, reject) => {
    request.open(method, address);
    request.setRequestHeader("x-adjutant-upload", "1");
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText));
      else reject(refusalOf(request));
    });
    request.addEventListener("error", () =>
      reject(new ApiError("offline", t`The server cannot be reached`, 0, {})),
    );
    request.addEventListener("abort", () => reject(new Error("cancelled")));
    request.send(body ?? null);
  }).finally(() => signal.removeEventListener("abort", abort));
}

function refusalOf({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    const { error } = JSON.parse(responseText);
    return new ApiError(error.code, error.message, status, error.details ?? {}, error.requestId);
  } catch {
    return new ApiError("internal", t`The server answered ${status}`, status, {});
  }
}
