import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { tellFailure } from "./act-on-team.ts";
import { decisions } from "./api.ts";
import styles from "./form.module.css";
import { decisionRecords } from "./records.ts";
import { useWorkspaces } from "./use-workspaces.ts";
import { WorkspaceSelect } from "./workspace-select.tsx";

type DecisionDialogProps = { workspaceId: string | undefined; onClose(): void };

/** 'New Decision'. */
export function DecisionDialog({ workspaceId: given, onClose }: DecisionDialogProps) {
  const { administered } = useWorkspaces();
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [chosen, setChosen] = useState(given ?? "");
  const [deadline, setDeadline] = useState("");
  const workspaceId = administered.some(({ id }) => id === chosen) ? chosen : "";
  const create = useMutation({
    mutationFn: () =>
      decisions.create.call({
        workspaceId,
        title: title.trim(),
        description: description.trim() || null,
        deadline: deadline ? new Date(deadline).toISOString() : null,
      }),
    onSuccess: (decision) => {
      decisionRecords.receive([decision]);
      toast.success("Decision Created", "Everyone who may vote is asked");
      onClose();
    },
    onError: (error) => tellFailure("Failed to create decision", error),
  });
  const submit = () => {
    if (title.trim() === "" || workspaceId === "")
      toast.failure("Missing Information", "Please fill in all required fields");
    else if (!create.isPending) create.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New Decision"
      description="It is open until the deadline, until everyone has voted, or until you close it."
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={create.isPending}>
            {create.isPending ? "Creating..." : "Create Decision"}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextInput
          data-autofocus
          label="Title"
          withAsterisk
          placeholder="What is to be decided?"
          autoComplete="off"
          maxLength={500}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label="Description"
          placeholder="What one should know before voting"
          maxLength={5000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <div className={styles.pair}>
          <WorkspaceSelect workspaces={administered} value={workspaceId} onChange={setChosen} />
          <TextInput
            label="Deadline"
            type="datetime-local"
            value={deadline}
            onChange={({ currentTarget }) => setDeadline(currentTarget.value)}
          />
        </div>
      </div>
    </Dialog>
  );
}
