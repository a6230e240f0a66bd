import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgetAccount } from "#platform/client/query-client.ts";
import { Dialog } from "#ui/dialog.tsx";
import { LONGEST_REASON } from "../model.ts";
import { impersonation } from "./api.ts";
import { useAct } from "./use-act.ts";

type LookDialogProps = { account: { id: string; email: string; fullName: string }; onClose(): void };

/** Nobody's eyes are borrowed without a reason, which they are told and the audit log keeps. */
export function LookDialog({ account, onClose }: LookDialogProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const begin = useAct(impersonation.begin, {
    resource: "adminAccounts",
    failure: "The account cannot be looked at",
  });
  const submit = () => {
    if (!reason.trim()) return setMissing(true);
    begin.mutate(
      { id: account.id, reason: reason.trim() },
      {
        onSuccess: () => {
          forgetAccount(queries);
          window.location.assign("/");
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`See as ${account.fullName || account.email}`}
      description="For an hour at most you see Adjutant as they do. You can change nothing, everything you open is recorded, and they are told."
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={begin.isPending}>
            Begin
          </Button>
        </>
      }
    >
      <Textarea
        label="Reason"
        description="Told to them, and kept in the audit log under your name"
        rows={3}
        maxLength={LONGEST_REASON}
        data-autofocus
        value={reason}
        error={isMissing && !reason.trim() ? "Please say why" : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Dialog>
  );
}
