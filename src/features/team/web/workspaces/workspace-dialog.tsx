import { useState } from "react";
import { ApiError } from "#platform/client/resource-client.ts";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { WorkspaceOnWire } from "../../model.ts";
import { workspaces } from "../api.ts";
import { workspaceRecords } from "../records.ts";
import { createWorkspace, reportFailure, type WorkspaceValues, workspaceForm } from "../team-mutations.ts";

type WorkspaceDialogProps = { workspace?: WorkspaceOnWire; onClose(): void };

/** 'New Workspace', and the same fields to change one. It steps aside while they are sent, and comes back where that fails. */
export function WorkspaceDialog({ workspace, onClose }: WorkspaceDialogProps) {
  const [draft, setDraft] = useState(workspace ? workspaceForm.draftOf(workspace) : workspaceForm.blank);
  const [version, setVersion] = useState(workspace?.version ?? 0);
  const [isSending, setSending] = useState(false);
  const update = async (id: string, fields: WorkspaceValues) => {
    try {
      workspaceRecords.receive([await workspaces.update.call({ id, version, ...fields })]);
    } catch (error) {
      reportFailure("Failed to update workspace", error);
      // The next save overwrites the other change on purpose, because it uses the current version.
      if (error instanceof ApiError && error.details.current)
        setVersion((error.details.current as WorkspaceOnWire).version);
      return false;
    }
    toast.success("Workspace Updated", `'${fields.name}'`);
    return true;
  };
  const submit = async () => {
    const fields = workspaceForm.valuesOf(draft);
    if (!fields) return toast.failure("Missing Information", "Please enter a workspace name");
    setSending(true);
    if (await (workspace ? update(workspace.id, fields) : createWorkspace(fields))) onClose();
    else setSending(false);
  };
  return (
    <Dialog
      isOpen={!isSending}
      onClose={onClose}
      title={workspace ? "Edit Workspace" : "New Workspace"}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{workspace ? "Save" : "Create Workspace"}</Button>
        </>
      }
    >
      <RecordForm fields={workspaceForm.fields} draft={draft} onChange={setDraft} parts={{}} faults={{}} />
    </Dialog>
  );
}
