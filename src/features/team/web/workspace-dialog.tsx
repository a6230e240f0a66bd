import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#platform/client/resource-client.ts";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { WorkspaceOnWire } from "../model.ts";
import { tellFailure } from "./act-on-team.ts";
import { workspaces } from "./api.ts";
import styles from "./form.module.css";
import { workspaceRecords } from "./records.ts";

type WorkspaceDialogProps = { workspace?: WorkspaceOnWire; onClose(): void };

/** 'New Workspace', and the same fields to change one. */
export function WorkspaceDialog({ workspace, onClose }: WorkspaceDialogProps) {
  const [name, setName] = useState(workspace?.name ?? "");
  const [description, setDescription] = useState(workspace?.description ?? "");
  const [version, setVersion] = useState(workspace?.version ?? 0);
  const fields = { name: name.trim(), description: description.trim() || null };
  const save = useMutation({
    mutationFn: () =>
      workspace
        ? workspaces.update.call({ id: workspace.id, version, ...fields })
        : workspaces.create.call(fields),
    onSuccess: (saved) => {
      workspaceRecords.receive([saved]);
      toast.success(workspace ? "Workspace Updated" : "Workspace Created", `'${saved.name}'`);
      onClose();
    },
    onError: (error) => {
      if (!workspace) return tellFailure("Failed to create workspace", error);
      tellFailure("Failed to update workspace", error);
      // What they wrote is under what is typed here: saving again is on purpose.
      if (error instanceof ApiError && error.details.current)
        setVersion((error.details.current as WorkspaceOnWire).version);
    },
  });
  const submit = () => {
    if (fields.name === "") toast.failure("Missing Information", "Please enter a workspace name");
    else if (!save.isPending) save.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={workspace ? "Edit Workspace" : "New Workspace"}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {workspace ? "Save" : save.isPending ? "Creating..." : "Create Workspace"}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextInput
          data-autofocus
          label="Name"
          withAsterisk
          placeholder="Leadership"
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Textarea
          label="Description"
          placeholder="What is decided here?"
          maxLength={5000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}
