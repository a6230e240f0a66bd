import { t } from "#i18n/message.ts";
import { useRecordForm } from "#platform/client/use-record-form.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { RecordConflict } from "#ui/forms/record-conflict.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { DocumentOnWire } from "../model.ts";
import { documentForm, documentWrites } from "./document-mutations.ts";
import { showDialog } from "./open-dialog.ts";
import { documentRecords } from "./records.ts";

/** 'Edit Document': the details, not the file. */
export function EditDialog({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  return document ? <OpenEditor opened={document} /> : null;
}

function OpenEditor({ opened }: { opened: DocumentOnWire }) {
  const form = useRecordForm(documentForm, { record: opened });
  const { draft, base = opened, conflict, idempotencyKey } = form;
  const close = () => showDialog(null);
  const save = async () => {
    if (!documentForm.valuesOf(draft)) toast.failure(t`Give the document a title`);
    const isSaved = await form.submit((values) =>
      documentWrites.save(base, documentForm.changeBetween(base, values), { idempotencyKey }),
    );
    if (isSaved) close();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      onSubmit={() => void save()}
      title={t`Edit Document`}
      description={opened.fileName}
      footer={<FormButtons submit={t`Save`} isSaving={form.isSaving} onCancel={close} />}
    >
      {conflict && (
        <RecordConflict
          noun="document"
          fields={documentForm.fields}
          conflict={conflict}
          onChoose={form.choose}
        />
      )}
      <RecordForm
        fields={documentForm.fields}
        draft={draft}
        onChange={form.setDraft}
        faults={form.faults}
        parts={{}}
      />
    </Dialog>
  );
}
