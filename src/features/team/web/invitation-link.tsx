import { Button, TextInput } from "@mantine/core";
import { CopyButton } from "#ui/copy-button.tsx";
import { formatDate } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import type { invitations } from "./api.ts";
import styles from "./form.module.css";

export type SentInvitation = Awaited<ReturnType<typeof invitations.create.call>>;

type InvitationLinkProps = { invitation: SentInvitation; onClose(): void };

/** Says whether mail has left, and hands the link to the inviter either way. */
export function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const { invitedEmail, workspaceName, expiresAt, isMailed } = invitation;
  const link = new URL(invitation.link, window.location.origin).href;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invitation Sent"
      description={`${invitedEmail} is invited to '${workspaceName}' until ${formatDate(expiresAt)}.`}
      footer={
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className={styles.words}>
        {isMailed
          ? "A mail with the link is on its way. You can pass the link on yourself as well."
          : "No mail was sent: this Adjutant has no mail server, or mail cannot reach this address. Pass the link on yourself; whoever has an account with this address finds the invitation on their Team page too."}
      </p>
      <div className={styles.link}>
        <TextInput
          label="Invitation link"
          value={link}
          readOnly
          className={styles.address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton label="Copy link" text={link} isPrimary data-autofocus />
      </div>
      <p className={styles.hint}>Works once, and only for {invitedEmail}</p>
    </Dialog>
  );
}
