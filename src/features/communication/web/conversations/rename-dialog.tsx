import { useState } from "react";
import { t } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type ConversationOnWire, ENTER_A_TITLE, MAX_TITLE } from "../../model.ts";
import { renameConversation } from "./conversation-actions.ts";

export function RenameDialog({
  conversation,
  onClose,
}: {
  conversation: ConversationOnWire;
  onClose(): void;
}) {
  const [title, setTitle] = useState(conversation.title ?? "");
  const [wasSubmitted, setSubmitted] = useState(false);
  const isBlank = title.trim() === "";
  const submit = () => {
    setSubmitted(true);
    // A failure has its own toast, and the dialog stays open.
    if (!isBlank) void renameConversation(conversation, title.trim()).then(onClose, () => undefined);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Rename conversation`}
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit">{t`Rename`}</Button>
        </>
      }
    >
      <TextInput
        data-autofocus
        label={t`Title`}
        maxLength={MAX_TITLE}
        autoComplete="off"
        error={wasSubmitted && isBlank && ENTER_A_TITLE}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
    </Dialog>
  );
}
