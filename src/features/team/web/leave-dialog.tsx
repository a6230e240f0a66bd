import { Button } from "@mantine/core";
import { Dialog } from "#ui/dialog.tsx";
import type { WorkspaceOnWire } from "../model.ts";
import { leaveWorkspace } from "./act-on-team.ts";

type LeaveDialogProps = { workspace: WorkspaceOnWire; onClose(): void };

/** Asked before, because only an administrator can bring one back. */
export function LeaveDialog({ workspace, onClose }: LeaveDialogProps) {
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
      <p>You see nothing of it any more. An administrator can invite you again.</p>
    </Dialog>
  );
}
