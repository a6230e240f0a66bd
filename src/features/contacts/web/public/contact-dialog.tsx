import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type ContactOnWire, DEFAULT_RELATIONSHIP } from "../../model.ts";
import { conflictingContact, createContact, saveContact } from "../contact-actions.ts";
import styles from "../dialog.module.css";

type ContactDialogProps = {
  /** None: a new one. */
  contact?: ContactOnWire | undefined;
  onClose(): void;
};

/** Only the name is needed (COMM-19, COMM-20). What was typed stays until it is saved. */
export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const [base, setBase] = useState(contact);
  const [draft, setDraft] = useState({
    contactName: contact?.contactName ?? "",
    contactEmail: contact?.contactEmail ?? "",
    contactPhone: contact?.contactPhone ?? "",
    relationship: contact?.relationship ?? DEFAULT_RELATIONSHIP,
    isFavorite: contact?.isFavorite ?? false,
  });
  const [idempotencyKey, setKey] = useState<string>(() => crypto.randomUUID());
  const [isSaving, setSaving] = useState(false);
  const [wasTried, setTried] = useState(false);
  const set = (fields: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...fields }));
    // Other words are another contact.
    setKey(crypto.randomUUID());
  };
  const hasNoName = draft.contactName.trim() === "";
  const isNoAddress =
    draft.contactEmail.trim() !== "" && !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(draft.contactEmail.trim());

  const submit = async () => {
    setTried(true);
    if (hasNoName || isNoAddress || isSaving) return;
    setSaving(true);
    const fields = {
      ...draft,
      contactEmail: draft.contactEmail.trim() || null,
      contactPhone: draft.contactPhone.trim() || null,
      relationship: draft.relationship.trim() || DEFAULT_RELATIONSHIP,
    };
    try {
      if (base) await saveContact(base, fields);
      else await createContact(fields, idempotencyKey);
      onClose();
    } catch (error) {
      const theirs = conflictingContact(error);
      if (theirs) {
        setBase(theirs);
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
      <div className={styles.fields}>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={200}
          autoComplete="off"
          required
          error={wasTried && hasNoName && "Please enter a name"}
          value={draft.contactName}
          onChange={({ target }) => set({ contactName: target.value })}
        />
        <TextInput
          label="Email"
          type="email"
          maxLength={320}
          autoComplete="off"
          description="If this is the address of an account here, you can message each other."
          error={wasTried && isNoAddress && "Please enter a valid email address"}
          value={draft.contactEmail}
          onChange={({ target }) => set({ contactEmail: target.value })}
        />
        <div className={styles.pair}>
          <TextInput
            label="Phone"
            type="tel"
            maxLength={60}
            autoComplete="off"
            value={draft.contactPhone}
            onChange={({ target }) => set({ contactPhone: target.value })}
          />
          <TextInput
            label="Relationship"
            maxLength={60}
            autoComplete="off"
            value={draft.relationship}
            onChange={({ target }) => set({ relationship: target.value })}
          />
        </div>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.isFavorite}
            onChange={({ target }) => set({ isFavorite: target.checked })}
          />
          Favourite
        </label>
      </div>
    </Dialog>
  );
}
