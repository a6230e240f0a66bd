import { t } from "#i18n/message.ts";

export const sourceUrl = (id: string) => `/files/email/${id}/source`;

/** Larger sources are for other programs. */
const MAX_CHARACTERS = 400_000;

export async function readSource(id: string): Promise<string> {
  // fetch rejects only without a response: the next line handles it.
  const answer = await fetch(sourceUrl(id)).catch(() => null);
  if (!answer) throw new Error(t`The server cannot be reached`);
  if (!answer.ok) {
    // A proxy responds with HTML: then only the status is reported.
    const errorBody = await answer.json().catch(() => ({}));
    throw new Error(errorBody.error?.message ?? t`The server answered ${answer.status}`);
  }
  const text = await answer.text();
  return text.length > MAX_CHARACTERS
    ? `${text.slice(0, MAX_CHARACTERS)}\n${t`… the rest is in the file`}`
    : text;
}
