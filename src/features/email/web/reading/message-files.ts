import { toast } from "#ui/overlays/toast.ts";
import { emailRecords } from "../records.ts";
import { sendFile } from "../writing/send-attachment.ts";

export const sourceUrl = (id: string) => `/files/email/${id}/source`;

/** Larger sources are for other programs. */
const MAX_CHARACTERS = 400_000;

export async function readSource(id: string): Promise<string> {
  // fetch rejects only without a response: the next line handles it.
  const answer = await fetch(sourceUrl(id)).catch(() => null);
  if (!answer) throw new Error("The server cannot be reached");
  if (!answer.ok) {
    // A proxy responds with HTML: then only the status is reported.
    const errorBody = await answer.json().catch(() => ({}));
    throw new Error(errorBody.error?.message ?? `The server answered ${answer.status}`);
  }
  const text = await answer.text();
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n… the rest is in the file` : text;
}

/** Imports saved messages into the user's mailbox, each once. */
export async function importMessages(files: readonly File[]): Promise<void> {
  let imported = 0;
  let known = 0;
  for (const file of files) {
    try {
      const { id, isKnown } = await sendFile<{ id: string; isKnown: boolean }>("/files/email/messages", file);
      if (isKnown) known += 1;
      else imported += 1;
      await emailRecords.fetch(id);
    } catch (error) {
      toast.failure(`'${file.name}' was not imported`, (error as Error).message);
    }
  }
  if (imported > 0) toast.success(`Imported ${imported} ${imported === 1 ? "message" : "messages"}`);
  if (known > 0)
    toast.notice(known === 1 ? "It is in your mailbox already" : `${known} are in your mailbox already`);
}

/** Opens a file chooser, like 'Attach files'. */
export function chooseMessages(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ".eml,message/rfc822";
  input.addEventListener("change", () => void importMessages([...(input.files ?? [])]));
  input.click();
}
