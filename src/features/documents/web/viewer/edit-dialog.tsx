import { useState } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { DocumentOnWire } from "../../model.ts";
import { conflictingDocument, documentForm, saveDocument } from "../document-mutations.ts";
import { documentRecords } from "../records.ts";
import { showDialog } from "./open-document.ts";

/** 'Edit Document': the details, not the file. */
export function EditDialog({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  return document ? <OpenEditor opened={document} /> : null;
}

function OpenEditor({ opened }: { opened: DocumentOnWire }) {
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState(() => documentForm.draftOf(base));
  const [isSaving, setSaving] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const close = () => showDialog(null);
  const save = async () => {
    const change = documentForm.valuesOf(draft);
    if (!change) return void toast.failure("Give the document a title");
    setSaving(true);
    try {
      await saveDocument(base, change, `${key} ${base.version}`.replace(" ", "-"));
      close();
    } catch (error) {
      const latest = conflictingDocument(error);
      if (latest) {
        setBase(latest);
        toast.notice(
          "This document was changed elsewhere",
          "Your changes are still here. Review them and save again",
        );
      }
      setSaving(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      onSubmit={() => void save()}
      title="Edit Document"
      description={base.fileName}
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <RecordForm fields={documentForm.fields} draft={draft} onChange={setDraft} parts={{}} />
    </Dialog>
  );
}
