import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { Attachment } from "../../model.ts";
import type { PickedDocument } from "../slots.ts";

export const sendAttachment = (file: File) => sendFile<Attachment>("/files/email/attachments", file);

/** Uploads one file to an email endpoint; rejects with the server's message. */
export async function sendFile<Answer>(address: string, file: File): Promise<Answer> {
  const form = new FormData();
  form.append("file", file);
  const answer = await fetch(address, {
    method: "POST",
    headers: { "x-adjutant-upload": "1" },
    body: form,
  }).catch(() => {
    throw new ApiError("offline", t`The server cannot be reached`, 0, {});
  });
  // A proxy responds with HTML: then only the status is reported.
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  throw new ApiError(
    "invalid",
    body.error?.message ?? t`The server answered ${answer.status}`,
    answer.status,
    {},
  );
}

/** Uploads a copy of a document that the user may read; later changes to the document do not affect the message. */
export async function sendDocument({ fileUrl, fileName }: PickedDocument): Promise<Attachment> {
  // fetch rejects only without a response: the next line handles it.
  const answer = await fetch(fileUrl).catch(() => null);
  if (!answer?.ok) throw new ApiError("offline", t`The document cannot be read right now`, 0, {});
  return sendAttachment(new File([await answer.blob()], fileName));
}
