import { useState } from "react";
import { t } from "#i18n/message.ts";
import { localMoment } from "#platform/time/local-day.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import styles from "../form.module.css";
import type { TeamAddress } from "../team-address.ts";
import { createDecision } from "../team-mutations.ts";
import { chosenOf, useWorkspaces } from "../workspaces/use-workspaces.ts";
import { WorkspaceSelect } from "../workspaces/workspace-select.tsx";
import { type ChosenPaper, ChosenPapers } from "./chosen-papers.tsx";
import { DecisionRules, INITIAL_RULES } from "./decision-rules.tsx";

type DecisionDialogProps = {
  address: Pick<TeamAddress, "workspace" | "title" | "description">;
  onClose(): void;
  onCreated(): void;
};

/** 'New Decision'. Hidden while the decision is sent; shown again with its input if that fails. */
export function DecisionDialog({ address, onClose, onCreated }: DecisionDialogProps) {
  const { administered } = useWorkspaces();
  const [title, setTitle] = useState(address.title ?? "");
  const [description, setDescription] = useState(address.description ?? "");
  const [chosen, setChosen] = useState(address.workspace ?? "");
  const [deadline, setDeadline] = useState("");
  const [rules, setRules] = useState(INITIAL_RULES);
  const [papers, setPapers] = useState<readonly ChosenPaper[]>([]);
  const [isSubmitted, setSubmitted] = useState(false);
  const { isSending, send } = useSendDecision(onCreated);
  const workspace = chosenOf(administered, chosen);
  const submit = () => {
    setSubmitted(true);
    if (title.trim() === "" || !workspace)
      return toast.failure(t`Missing Information`, t`Please fill in all required fields`);
    void send(workspace, {
      title: title.trim(),
      description: description.trim() || null,
      deadline: localMoment(deadline),
      timeZone: readerTimeZone(),
      documentIds: papers.map(({ id }) => id),
      ...rules,
    });
  };
  return (
    <Dialog
      isOpen={!isSending}
      onClose={onClose}
      title={t`New Decision`}
      description={t`It is open until the deadline, until everyone has voted, or until you close it.`}
      onSubmit={submit}
      footer={<FormButtons submit={t`Create Decision`} onCancel={onClose} />}
    >
      <Stack gap={14}>
        <MatterFields
          {...{ title, description, isSubmitted }}
          onTitle={setTitle}
          onDescription={setDescription}
        />
        <Grid gap={14} columns={2} className={styles.pair}>
          <WorkspaceSelect
            workspaces={administered}
            value={workspace?.id ?? ""}
            error={isSubmitted && !workspace && t`Choose a workspace`}
            onChange={setChosen}
          />
          <WhenInput
            label={t`Deadline`}
            kind="moment"
            defaultTime="18:00"
            value={deadline}
            onChange={setDeadline}
          />
        </Grid>
        <DecisionRules rules={rules} onChange={setRules} />
        <ChosenPapers workspaceName={workspace?.name} papers={papers} onChange={setPapers} />
      </Stack>
    </Dialog>
  );
}

function useSendDecision(onSent: () => void) {
  const [isSending, setSending] = useState(false);
  const send = async (...decision: Parameters<typeof createDecision>) => {
    setSending(true);
    const isCreated = await createDecision(...decision);
    if (isCreated) onSent();
    else setSending(false);
  };
  return { isSending, send };
}

type MatterFieldsProps = {
  title: string;
  description: string;
  isSubmitted: boolean;
  onTitle(title: string): void;
  onDescription(description: string): void;
};

const MatterFields = ({ title, description, isSubmitted, onTitle, onDescription }: MatterFieldsProps) => (
  <>
    <TextInput
      data-autofocus
      label={t`Title`}
      withAsterisk
      placeholder={t`What is to be decided?`}
      autoComplete="off"
      maxLength={500}
      error={isSubmitted && title.trim() === "" && t`Enter what is to be decided`}
      value={title}
      onChange={({ currentTarget }) => onTitle(currentTarget.value)}
    />
    <Textarea
      label={t`Description`}
      placeholder={t`What one should know before voting`}
      maxLength={5000}
      autosize
      rows={2}
      maxRows={8}
      value={description}
      onChange={({ currentTarget }) => onDescription(currentTarget.value)}
    />
  </>
);
