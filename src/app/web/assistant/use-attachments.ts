import { useState } from "react";
import { documents } from "#features/documents/web/api.ts";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { Attached } from "./conversation.ts";

const MAX_FILES = 5;
/** Milliseconds between checks whether a file was read, and number of checks. */
const POLL_MS = 500;
const MAX_POLLS = 40;

/** Files for the next sentence. They are uploaded as documents, and read like all others. */
export function useAttachments() {
  const [attached, setAttached] = useState<readonly Attached[]>([]);
  const [isSending, setSending] = useState(false);
  const add = async (files: readonly File[]) => {
    setSending(true);
    try {
      // The area of documents is fetched with the first file, and not before.
      const { sendFile } = await import("#features/documents/web/uploads/send-file.ts");
      for (const file of files.slice(0, MAX_FILES - attached.length)) {
        const title = file.name.replace(/\.[^.]+$/, "").slice(0, 200) || file.name;
        const fields = { title, description: null, category: "general" as const, tags: [] };
        const signal = new AbortController().signal;
        const { id } = await sendFile(file, fields, crypto.randomUUID(), () => undefined, signal);
        await untilRead(id);
        setAttached((before) => [...before, { id, title }]);
      }
    } catch (error) {
      toast.failure(t`The file was not attached`, error instanceof Error ? error.message : undefined);
    }
    setSending(false);
  };
  return {
    attached,
    isSending,
    add,
    remove: (id: string) => setAttached((before) => before.filter((each) => each.id !== id)),
    clear: () => setAttached([]),
  };
}

async function untilRead(id: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_POLLS; attempt += 1) {
    const { readState } = await documents.get.call({ id });
    if (readState !== "waiting") return;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
