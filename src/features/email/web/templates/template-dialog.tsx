import { Trash2 } from "lucide-react";
import { useState } from "react";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { NEEDS_NAME_SUBJECT_AND_BODY } from "../../fields.ts";
import type { EmailTemplateOnWire } from "../../writing-model.ts";
import { closeDialog } from "../open-dialog.ts";
import { deleteTemplate, saveTemplate, templateForm } from "./template-actions.ts";

/** 'Create Template'; the same dialog edits one. It closes when the template is saved: nothing typed is lost. */
export function TemplateDialog({ template }: { template: EmailTemplateOnWire | null }) {
  const [key] = useState(() => crypto.randomUUID());
  const [isSaving, setSaving] = useState(false);
  const [draft, setDraft] = useState(template ? templateForm.draftOf(template) : templateForm.blank);
  const submit = async () => {
    const fields = templateForm.valuesOf(draft);
    if (!fields) return void toast.failure(NEEDS_NAME_SUBJECT_AND_BODY);
    setSaving(true);
    await saveTemplate(template, fields, key).then(closeDialog, () => setSaving(false));
  };
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={template ? "Edit Template" : "Create Template"}
      onSubmit={() => void submit()}
      footer={
        <>
          {template && (
            <Button
              variant="subtle"
              color="red"
              data-apart
              leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => {
                closeDialog();
                void deleteTemplate(template);
              }}
            >
              Delete
            </Button>
          )}
          <Button variant="default" onClick={closeDialog}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {template ? "Save" : "Create Template"}
          </Button>
        </>
      }
    >
      <RecordForm fields={templateForm.fields} draft={draft} onChange={setDraft} parts={{}} faults={{}} />
    </Dialog>
  );
}
