import { useState } from "react";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { ContactOnWire } from "../../model.ts";
import { conflictingContact, contactForm, createContact, saveContact } from "../contact-actions.ts";

type ContactDialogProps = {
  /** None: a new one. */
  contact?: ContactOnWire | undefined;
  onClose(): void;
};

/** Only the name is required (COMM-19, COMM-20). Edits stay until they are saved. */
export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const [base, setBase] = useState(contact);
  const [draft, setDraft] = useState(() => (contact ? contactForm.draftOf(contact) : contactForm.blank));
  const [idempotencyKey, setKey] = useState<string>(() => crypto.randomUUID());
  const [isSaving, setSaving] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const change = (next: typeof draft) => {
    setDraft(next);
    // A changed draft is another request, so it needs a new idempotency key.
    setKey(crypto.randomUUID());
  };
  const faults = contactForm.faultsOf(draft);

  const submit = async () => {
    setSubmitted(true);
    const fields = contactForm.valuesOf(draft);
    if (!fields || Object.keys(faults).length > 0 || isSaving) return;
    setSaving(true);
    try {
      if (base) await saveContact(base, fields);
      else await createContact(fields, idempotencyKey);
      onClose();
    } catch (error) {
      const current = conflictingContact(error);
      if (current) {
        setBase(current);
        toast.notice("This contact was changed elsewhere", "Save again to keep your changes");
      }
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={base ? "Edit Contact" : "Add Contact"}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {base ? "Save" : "Add Contact"}
          </Button>
        </>
      }
    >
      <RecordForm
        fields={contactForm.fields}
        draft={draft}
        onChange={change}
        parts={{}}
        faults={isSubmitted ? faults : {}}
      />
    </Dialog>
  );
}
