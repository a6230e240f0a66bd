import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { clearAccountData } from "#platform/client/query-client.ts";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { LONGEST_REASON } from "../../model.ts";
import { impersonation } from "../api.ts";
import { useAdminWrite } from "../use-admin-write.ts";

type ImpersonationDialogProps = { account: { id: string; email: string; fullName: string }; onClose(): void };

/** Viewing as another person needs a reason, which is sent to that person and stored in the audit log. */
export function ImpersonationDialog({ account, onClose }: ImpersonationDialogProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const begin = useAdminWrite(impersonation.start, {
    resource: "adminAccounts",
    failure: t`The account cannot be viewed`,
  });
  const submit = () => {
    if (!reason.trim()) return setMissing(true);
    begin.mutate(
      { id: account.id, reason: reason.trim() },
      {
        onSuccess: () => {
          clearAccountData(queries);
          window.location.assign("/");
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`See as ${account.fullName || account.email}`}
      description={t`You see Adjutant as they do for up to an hour. You cannot change anything, everything you open is recorded, and they are notified.`}
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" loading={begin.isPending}>
            {t`Begin`}
          </Button>
        </>
      }
    >
      <Textarea
        label={t`Reason`}
        description={t`Shown to them and recorded in the audit log under your name`}
        rows={3}
        maxLength={LONGEST_REASON}
        data-autofocus
        value={reason}
        error={isMissing && !reason.trim() ? t`Please say why` : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Dialog>
  );
}
