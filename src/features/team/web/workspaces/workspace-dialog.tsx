import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecordForm } from "#platform/client/use-record-form.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { RecordConflict } from "#ui/forms/record-conflict.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { WorkspaceOnWire } from "../../model.ts";
import { createWorkspace, workspaceForm, workspaceWrites } from "../team-mutations.ts";

type WorkspaceDialogProps = { workspace?: WorkspaceOnWire; onClose(): void };

/** 'New Workspace', and the same fields to change one. It is hidden while they are sent, and shown again where that fails. */
export function WorkspaceDialog({ workspace, onClose }: WorkspaceDialogProps) {
  const form = useRecordForm(workspaceForm, { record: workspace });
  const { draft, base, conflict } = form;
  const [isCreating, setCreating] = useState(false);
  const create = async () => {
    const fields = workspaceForm.valuesOf(draft);
    if (!fields) return;
    setCreating(true);
    if (await createWorkspace(fields)) onClose();
    else setCreating(false);
  };
  const update = async (from: WorkspaceOnWire) => {
    const isSaved = await form.submit((values) =>
      workspaceWrites.save(from, workspaceForm.changeBetween(from, values)),
    );
    if (!isSaved) return;
    toast.success(t`Workspace Updated`, `'${draft.name.trim()}'`);
    onClose();
  };
  const submit = () => {
    if (!workspaceForm.valuesOf(draft))
      toast.failure(t`Missing Information`, t`Please enter a workspace name`);
    if (!form.check()) return;
    void (base ? update(base) : create());
  };
  return (
    <Dialog
      isOpen={!isCreating && !form.isSaving}
      onClose={onClose}
      title={workspace ? t`Edit Workspace` : t`New Workspace`}
      onSubmit={submit}
      footer={<FormButtons submit={workspace ? t`Save` : t`Create Workspace`} onCancel={onClose} />}
    >
      {conflict && (
        <RecordConflict
          noun="workspace"
          fields={workspaceForm.fields}
          conflict={conflict}
          onChoose={form.choose}
        />
      )}
      <RecordForm
        fields={workspaceForm.fields}
        draft={draft}
        onChange={form.setDraft}
        parts={{}}
        faults={form.faults}
        marksRequired
      />
    </Dialog>
  );
}
