import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { WorkspaceOnWire } from "../../model.ts";
import { leaveWorkspace } from "../team-mutations.ts";

type LeaveWorkspaceDialogProps = { workspace: WorkspaceOnWire; onClose(): void };

/** Asked before, because only an administrator can bring one back. */
export function LeaveWorkspaceDialog({ workspace, onClose }: LeaveWorkspaceDialogProps) {
  const leave = () => {
    onClose();
    void leaveWorkspace(workspace);
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={`Leave '${workspace.name}'?`}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            Stay
          </Button>
          <Button color="red" onClick={leave}>
            Leave
          </Button>
        </>
      }
    >
      <p>You lose access to it. An administrator can invite you again.</p>
    </Dialog>
  );
}
