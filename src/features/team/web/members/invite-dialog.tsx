import { useState } from "react";
import { oneOf } from "#platform/client/read-params.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { DEFAULT_ROLE, ROLE_LABELS, TEAM_ROLES, type TeamRole } from "../../model.ts";
import { invitations } from "../api.ts";
import styles from "../form.module.css";
import { useWorkspaces } from "../workspaces/use-workspaces.ts";
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
  const [email, setEmail] = useState("");
  const [chosen, setChosen] = useState(given ?? "");
  const [role, setRole] = useState<TeamRole>(DEFAULT_ROLE);
  const [welcomeMessage, setWelcomeMessage] = useState("");
  const workspaceId = administered.some(({ id }) => id === chosen) ? chosen : "";
  const send = useSend(onSent);
  const submit = () => {
    if (email.trim() === "" || workspaceId === "")
      toast.failure("Missing Information", "Please fill in all required fields");
    else if (!send.isPending)
      send.mutate({ email, workspaceId, role, welcomeMessage: welcomeMessage.trim() || null });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite Member"
      description="They sign up with this email address."
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={send.isPending}>
            {send.isPending ? "Sending..." : "Send Invitation"}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <EmailField email={email} onChange={setEmail} />
        <Grid gap={14} columns={2} className={styles.pair}>
          <WorkspaceSelect workspaces={administered} value={workspaceId} onChange={setChosen} />
          <NativeSelect
            label="Role"
            value={role}
            onChange={({ currentTarget }) => setRole(oneOf(TEAM_ROLES)(currentTarget.value) ?? role)}
            data={TEAM_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
          />
        </Grid>
        <Textarea
          label="Welcome message"
          placeholder="A short message for the invitation"
          maxLength={2000}
          value={welcomeMessage}
          onChange={({ currentTarget }) => setWelcomeMessage(currentTarget.value)}
        />
      </Stack>
    </Dialog>
  );
}

const EmailField = ({ email, onChange }: { email: string; onChange(email: string): void }) => (
  <TextInput
    data-autofocus
    label="Email"
    type="email"
    withAsterisk
    autoComplete="off"
    placeholder="name@company.com"
    maxLength={254}
    value={email}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

const useSend = (onSent: (sent: SentInvitation) => void) =>
  useWrite({
    send: (input: Parameters<typeof invitations.create.call>[0]) => invitations.create.call(input),
    done: (sent) => ["Invitation Sent", `${sent.invitedEmail} is invited to '${sent.workspaceName}'`],
    failed: "Failed to send invitation",
    onDone: onSent,
  });
