import { t, term } from "#i18n/message.ts";
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
      title={t`Leave '${workspace.name}'?`}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t`Stay`}
          </Button>
          <Button color="red" onClick={leave}>
            {term("Leave", "verb: leave a workspace")}
          </Button>
        </>
      }
    >
      <p>{t`You lose access to it. An administrator can invite you again.`}</p>
    </Dialog>
  );
}
