import { t } from "#i18n/message.ts";
import { useRecordForm } from "#platform/client/use-record-form.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { RecordConflict } from "#ui/forms/record-conflict.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { ContactOnWire } from "../../model.ts";
import { contacts } from "../api.ts";
import { contactForm, contactWrites } from "../contact-actions.ts";

type ContactDialogProps = {
  /** None: a new one. */
  contact?: ContactOnWire | undefined;
  onClose(): void;
};

/** Only the name is required (COMM-19, COMM-20). Edits stay until they are saved. */
export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const form = useRecordForm(contactForm, { record: contact });
  const { draft, base, conflict, isSaving, idempotencyKey } = form;

  const submit = async () => {
    const isSaved = await form.submit((values) =>
      base
        ? contactWrites.save(base, contactForm.changeBetween(base, values), { idempotencyKey })
        : contactWrites.createAfterAnswer(() => contacts.create.call(values, { idempotencyKey })),
    );
    if (isSaved) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={base ? t`Edit Contact` : t`Add Contact`}
      onSubmit={() => void submit()}
      footer={<FormButtons submit={base ? t`Save` : t`Add Contact`} isSaving={isSaving} onCancel={onClose} />}
    >
      {conflict && (
        <RecordConflict
          noun="contact"
          fields={contactForm.fields}
          conflict={conflict}
          onChoose={form.choose}
        />
      )}
      <RecordForm
        fields={contactForm.fields}
        draft={draft}
        onChange={form.setDraft}
        parts={{}}
        faults={form.faults}
        marksRequired
      />
    </Dialog>
  );
}
