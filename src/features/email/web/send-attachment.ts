import { ApiError } from "#platform/client/resource-client.ts";
import type { Attachment } from "../model.ts";

export async function sendAttachment(file: File): Promise<Attachment> {
  const form = new FormData();
  form.append("file", file);
  const answer = await fetch("/files/email/attachments", {
    method: "POST",
    headers: { "x-adjutant-upload": "1" },
    body: form,
  }).catch(() => {
    throw new ApiError("offline", "The server cannot be reached", 0, {});
  });
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  throw new ApiError(
    "invalid",
    told.error?.message ?? `The server answered ${answer.status}`,
    answer.status,
    {},
  );
}
