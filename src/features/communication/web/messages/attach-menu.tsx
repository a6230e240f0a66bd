import { FileText, Paperclip, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { laterDialog } from "#ui/later-part.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { attachFiles } from "./attach-files.ts";

const ChooseDocument = laterDialog(async () => (await import("../choose-document.tsx")).ChooseDocument);

/** Attaches a local file, or one of the user's documents. */
export function AttachMenu({ conversationId }: { conversationId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        label={t`Attach`}
        items={[
          { label: t`Upload a file`, icon: Upload, onSelect: () => input.current?.click() },
          { label: t`From your documents`, icon: FileText, onSelect: () => setChoosing(true) },
        ]}
        trigger={(trigger) => <IconButton label={t`Attach`} icon={Paperclip} {...trigger} />}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files to attach`}
        onChange={({ target }) => {
          void attachFiles(conversationId, [...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {isChoosing && <ChooseDocument conversationId={conversationId} onClose={() => setChoosing(false)} />}
    </>
  );
}
