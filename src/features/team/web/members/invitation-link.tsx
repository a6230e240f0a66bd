import { t, term } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { invitations } from "../api.ts";
import styles from "../form.module.css";

export type SentInvitation = Awaited<ReturnType<typeof invitations.create.call>>;

type InvitationLinkProps = { invitation: SentInvitation; onClose(): void };

/** Shows whether mail was queued, and the link for the inviter in any case. */
export function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const { invitedEmail, workspaceName, expiresAt, isMailed } = invitation;
  const link = new URL(invitation.link, window.location.origin).href;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invitation created`}
      description={t`${invitedEmail} is invited to '${workspaceName}' until ${formatDate(expiresAt)}.`}
      footer={
        <Button variant="default" onClick={onClose}>
          {term("Done", "button that closes the dialog")}
        </Button>
      }
    >
      <Stack gap={14}>
        <Text tone="soft" size="list">
          {isMailed
            ? t`The invitation was mailed. You can also share this link with them.`
            : t`No mail was sent, because no mail server is set up or this address cannot be reached. Share this link with them. If they already have an account, the invitation is also on their Team page.`}
        </Text>
        <Row align="end">
          <TextInput
            label={t`Invitation link`}
            value={link}
            readOnly
            className={styles.address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton label={t`Copy link`} text={link} isPrimary data-autofocus />
        </Row>
        <Text tone="faint" size="label" overflow="break">
          {t`Works once, and only for ${invitedEmail}`}
        </Text>
      </Stack>
    </Dialog>
  );
}
