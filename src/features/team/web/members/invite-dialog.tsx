import { useState } from "react";
import { t } from "#i18n/message.ts";
import { oneOf } from "#platform/client/read-params.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { DEFAULT_ROLE, ROLE_LABELS, TEAM_ROLES, type TeamRole } from "../../model.ts";
import { invitations } from "../api.ts";
import styles from "../form.module.css";
import { chosenOf, useWorkspaces } from "../workspaces/use-workspaces.ts";
import { WorkspaceSelect } from "../workspaces/workspace-select.tsx";
import { InvitationLink, type SentInvitation } from "./invitation-link.tsx";

type InviteDialogProps = { workspaceId: string | undefined; onClose(): void };

/** First the form, then the link: this is the only time that it can be seen. */
export function InviteDialog({ workspaceId, onClose }: InviteDialogProps) {
  const [sent, setSent] = useState<SentInvitation>();
  if (sent) return <InvitationLink invitation={sent} onClose={onClose} />;
  return <InviteForm workspaceId={workspaceId} onSent={setSent} onClose={onClose} />;
}

function InviteForm({
  workspaceId: given,
  onSent,
  onClose,
}: InviteDialogProps & { onSent(sent: SentInvitation): void }) {
  const { administered } = useWorkspaces();
  const [draft, setDraft] = useState<Draft>({ ...BLANK, chosen: given ?? "" });
  const [isSubmitted, setSubmitted] = useState(false);
  const send = useSend(onSent);
  const workspaceId = chosenOf(administered, draft.chosen)?.id ?? "";
  const faults = isSubmitted ? missingOf(draft.email, workspaceId) : {};
  const set = (parts: Partial<Draft>) => {
    if (parts.email !== undefined) send.reset();
    setDraft((now) => ({ ...now, ...parts }));
  };
  const submit = () => {
    setSubmitted(true);
    const { chosen: _, ...fields } = draft;
    if (Object.keys(missingOf(draft.email, workspaceId)).length > 0)
      toast.failure(t`Missing Information`, t`Please fill in all required fields`);
    else if (!send.isPending)
      send.mutate({ ...fields, workspaceId, welcomeMessage: draft.welcomeMessage.trim() || null });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invite Member`}
      description={t`They sign up with this email address.`}
      onSubmit={submit}
      footer={
        <FormButtons
          submit={send.isPending ? t`Sending...` : t`Send Invitation`}
          isSaving={send.isPending}
          onCancel={onClose}
        />
      }
    >
      <Stack gap={14}>
        <EmailField
          email={draft.email}
          error={faults.email ?? fieldErrorsOf(send.error).email}
          onChange={(email) => set({ email })}
        />
        <Grid gap={14} columns={2} className={styles.pair}>
          <WorkspaceSelect
            workspaces={administered}
            value={workspaceId}
            error={faults.workspace}
            onChange={(chosen) => set({ chosen })}
          />
          <RoleSelect role={draft.role} onChange={(role) => set({ role })} />
        </Grid>
        <WelcomeField message={draft.welcomeMessage} onChange={(welcomeMessage) => set({ welcomeMessage })} />
      </Stack>
    </Dialog>
  );
}

type Draft = { email: string; chosen: string; role: TeamRole; welcomeMessage: string };
const BLANK = { email: "", role: DEFAULT_ROLE, welcomeMessage: "" };

const missingOf = (email: string, workspaceId: string): { email?: string; workspace?: string } => ({
  ...(email.trim() === "" && { email: t`Enter the address of the person` }),
  ...(workspaceId === "" && { workspace: t`Choose a workspace` }),
});

const RoleSelect = ({ role, onChange }: { role: TeamRole; onChange(role: TeamRole): void }) => (
  <NativeSelect
    label={t`Role`}
    value={role}
    onChange={({ currentTarget }) => onChange(oneOf(TEAM_ROLES)(currentTarget.value) ?? role)}
    data={TEAM_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
  />
);

const WelcomeField = ({ message, onChange }: { message: string; onChange(message: string): void }) => (
  <Textarea
    label={t`Welcome message`}
    placeholder={t`A short message for the invitation`}
    maxLength={2000}
    value={message}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

type EmailFieldProps = { email: string; error: string | undefined; onChange(email: string): void };

const EmailField = ({ email, error, onChange }: EmailFieldProps) => (
  <TextInput
    data-autofocus
    label={t`Email`}
    type="email"
    withAsterisk
    autoComplete="off"
    placeholder="name@company.com"
    maxLength={254}
    error={error}
    value={email}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

const useSend = (onSent: (sent: SentInvitation) => void) =>
  useWrite({
    send: (input: Parameters<typeof invitations.create.call>[0]) => invitations.create.call(input),
    done: (sent) => [t`Invitation Sent`, t`${sent.invitedEmail} is invited to '${sent.workspaceName}'`],
    failed: t`Failed to send invitation`,
    onDone: onSent,
  });
