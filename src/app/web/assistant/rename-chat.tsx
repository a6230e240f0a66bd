import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type Chat, chats } from "../api.ts";

export function RenameChat({ chat, onClose }: { chat: Chat; onClose(): void }) {
  const [title, setTitle] = useState(chat.title);
  const rename = useWrite({
    send: () => chats.rename.call({ id: chat.id, title }),
    invalidates: [["assistantChats"]],
    failed: t`The chat was not renamed`,
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      size="small"
      title={t`Rename chat`}
      onClose={onClose}
      onSubmit={() => title.trim() && rename.mutate()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" isBusy={rename.isPending}>
            {t`Save`}
          </BusyButton>
        </>
      }
    >
      <TextInput
        label={t`Title`}
        data-autofocus
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </Dialog>
  );
}
