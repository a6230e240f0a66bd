import { ApiError } from "#platform/client/resource-client.ts";
import { type Attachment, MAX_ATTACHED } from "../../model.ts";
import type { PickedDocument } from "../slots.ts";

export const sendAttachment = (file: File) => sendFile<Attachment>("/files/email/attachments", file);

/** One file to an endpoint of mail; rejects with what the server says. */
export async function sendFile<Answer>(address: string, file: File): Promise<Answer> {
  const form = new FormData();
  form.append("file", file);
  const answer = await fetch(address, {
    method: "POST",
    headers: { "x-adjutant-upload": "1" },
    body: form,
  }).catch(() => {
    throw new ApiError("offline", "The server cannot be reached", 0, {});
  });
  // A proxy answers in HTML: then the status has to do.
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  throw new ApiError(
    "invalid",
    told.error?.message ?? `The server answered ${answer.status}`,
    answer.status,
    {},
  );
}

/** A copy of a document that the reader may read; what becomes of the document later does not change the message. */
export async function sendDocument({ fileUrl, fileName, fileSize }: PickedDocument): Promise<Attachment> {
  if (fileSize > MAX_ATTACHED)
    throw new ApiError("invalid", `A file has ${MAX_ATTACHED / 1_000_000} MB at most`, 0, {});
  // fetch rejects only where there is no answer at all: the next line says so.
  const answer = await fetch(fileUrl).catch(() => null);
  if (!answer?.ok) throw new ApiError("offline", "The document cannot be read right now", 0, {});
  return sendAttachment(new File([await answer.blob()], fileName));
}
