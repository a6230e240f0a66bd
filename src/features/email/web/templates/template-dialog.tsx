import { t } from "#i18n/message.ts";
import { useRecordForm } from "#platform/client/use-record-form.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { RecordConflict } from "#ui/forms/record-conflict.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { NEEDS_NAME_SUBJECT_AND_BODY } from "../../fields.ts";
import type { EmailTemplateOnWire } from "../../writing-model.ts";
import { templates } from "../api.ts";
import { closeDialog } from "../open-dialog.ts";
import { templateForm, templateWrites } from "./template-actions.ts";

/** 'Create Template'; the same dialog edits one. It closes when the template is saved: nothing typed is lost. */
export function TemplateDialog({ template }: { template: EmailTemplateOnWire | null }) {
  const form = useRecordForm(templateForm, { record: template ?? undefined });
  const { draft, base, conflict, isSaving, idempotencyKey } = form;
  const submit = async () => {
    if (!templateForm.valuesOf(draft)) toast.failure(NEEDS_NAME_SUBJECT_AND_BODY);
    const isSaved = await form.submit((values) =>
      base
        ? templateWrites.save(base, templateForm.changeBetween(base, values), { idempotencyKey })
        : templateWrites.createAfterAnswer(() => templates.create.call(values, { idempotencyKey })),
    );
    if (isSaved) closeDialog();
  };
  const remove = () => {
    closeDialog();
    if (base) void templateWrites.delete(base);
  };
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={template ? t`Edit Template` : t`Create Template`}
      onSubmit={() => void submit()}
      footer={
        <FormButtons
          submit={template ? t`Save` : t`Create Template`}
          isSaving={isSaving}
          onCancel={closeDialog}
          onDelete={template ? remove : undefined}
        />
      }
    >
      {conflict && (
        <RecordConflict
          noun="template"
          fields={templateForm.fields}
          conflict={conflict}
          onChoose={form.choose}
        />
      )}
      <RecordForm
        fields={templateForm.fields}
        draft={draft}
        onChange={form.setDraft}
        parts={{}}
        faults={form.faults}
        marksRequired
      />
    </Dialog>
  );
}
