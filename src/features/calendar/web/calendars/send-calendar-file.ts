import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";

/** Uploads the file as it is: the server finds out its character set, and it may be larger than a JSON body. */
export async function sendCalendarFile<Answer>(
  verb: "preview" | "import",
  file: File,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  const answer = await fetch(`/files/calendar/${verb}`, {
    method: "POST",
    headers: { "x-adjutant-upload": "1" },
    body: form,
  }).catch(() => {
    throw new ApiError("offline", t`The server cannot be reached`, 0, {});
  });
  // A proxy responds with HTML: then only the status is reported.
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  const message = body.error?.message ?? t`The server answered ${answer.status}`;
  throw new ApiError(body.error?.code ?? "internal", message, answer.status, {});
}
