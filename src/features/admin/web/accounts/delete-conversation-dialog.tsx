import { useState } from "react";
import { t } from "#i18n/message.ts";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { LONGEST_REASON } from "../../model.ts";

type DeleteConversationDialogProps = { name: string; onClose(): void; onDelete(reason: string): void };

/** Deleting what others wrote needs a reason, which is stored in the audit log. */
export function DeleteConversationDialog({ name, onClose, onDelete }: DeleteConversationDialogProps) {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (reason.trim()) onDelete(reason.trim());
    else setMissing(true);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Delete conversation`}
      description={t`“${name}” disappears for everybody who takes part. It can be restored for 30 days.`}
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" color="red">
            {t`Delete`}
          </Button>
        </>
      }
    >
      <Textarea
        label={t`Reason`}
        description={t`Recorded in the audit log under your name`}
        name="reason"
        rows={3}
        maxLength={LONGEST_REASON}
        data-autofocus
        value={reason}
        error={isMissing && !reason.trim() ? t`Please say why` : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
