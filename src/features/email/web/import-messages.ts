import { plural, t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { emailRecords } from "./records.ts";
import { sendFile } from "./writing/send-attachment.ts";

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
      toast.failure(t`'${file.name}' was not imported`, (error as Error).message);
    }
  }
  if (imported > 0)
    toast.success(
      plural(imported, { one: `Imported ${imported} message`, other: `Imported ${imported} messages` }),
    );
  if (known > 0)
    toast.notice(
      known === 1
        ? t`It is in your mailbox already`
        : plural(known, {
            one: `${known} is in your mailbox already`,
            other: `${known} are in your mailbox already`,
          }),
    );
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
