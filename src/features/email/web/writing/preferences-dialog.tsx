import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { MailPreferences } from "../../writing-model.ts";
import { mailPreferences } from "../api.ts";
import { RECEIPT_REQUEST_CHOICES, receiptRequestsOf } from "../email-labels.ts";
import { closeDialog } from "../open-dialog.ts";
import { toastFailureReason } from "../toast-failure.ts";

const SECONDS = [0, 5, 10, 20, 30, 60];

/** Signature, how long sending can be undone, and requests for read receipts. */
export function PreferencesDialog() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(mailPreferences.get.query({}));
  const [edits, setEdits] = useState<Partial<MailPreferences>>({});
  const edit = (change: Partial<MailPreferences>) => setEdits({ ...edits, ...change });
  const submit = async () => {
    try {
      await mailPreferences.update.call(edits);
      await queries.invalidateQueries({ queryKey: ["mailPreferences"] });
      closeDialog();
      toast.success(t`Saved`);
    } catch (failure) {
      toastFailureReason(t`Failed to save`, failure);
    }
  };
  return (
    <Dialog
      isOpen
      title={t`How you write mail`}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      footer={<Footer canSave={data !== undefined} />}
    >
      {data ? (
        <Stack gap={14}>
          <UndoField
            value={edits.undoSeconds ?? data.undoSeconds}
            onChange={(undoSeconds) => edit({ undoSeconds })}
          />
          <Textarea
            data-autofocus
            label={t`Signature`}
            description={t`Added to new mail, replies and forwarded mail.`}
            rows={5}
            autosize={false}
            maxLength={4000}
            value={edits.signature ?? data.signature}
            onChange={({ target }) => edit({ signature: target.value })}
          />
          <ReceiptsField
            value={edits.receiptRequests ?? data.receiptRequests}
            onChange={(receiptRequests) => edit({ receiptRequests })}
          />
        </Stack>
      ) : error ? (
        <ErrorState
          title={t`Your settings cannot be read`}
          message={t`Nothing is lost. Please try again.`}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Dialog>
  );
}

const UndoField = ({ value, onChange }: { value: number; onChange(seconds: number): void }) => (
  <NativeSelect
    label={t`Undo sending`}
    description={t`Messages wait this long before they are sent.`}
    value={String(value)}
    onChange={({ target }) => onChange(Number(target.value))}
    data={SECONDS.map((seconds) => ({
      value: String(seconds),
      label:
        seconds === 0
          ? t`Not at all`
          : plural(seconds, { one: `For ${seconds} second`, other: `For ${seconds} seconds` }),
    }))}
  />
);

const Footer = ({ canSave }: { canSave: boolean }) => (
  <>
    <Button variant="default" onClick={closeDialog}>
      {t`Cancel`}
    </Button>
    <Button type="submit" disabled={!canSave}>
      {t`Save`}
    </Button>
  </>
);

type Requests = MailPreferences["receiptRequests"];

const ReceiptsField = ({ value, onChange }: { value: Requests; onChange(choice: Requests): void }) => (
  <NativeSelect
    label={t`Requests for read receipts`}
    value={value}
    onChange={({ target }) => onChange(receiptRequestsOf(target.value))}
    data={RECEIPT_REQUEST_CHOICES}
  />
);
