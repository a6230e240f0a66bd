import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ROLE_LABELS } from "../../model.ts";
import { invitations } from "../api.ts";
import styles from "./received-invitations.module.css";

type Received = Awaited<ReturnType<typeof invitations.received.call>>["items"][number];

/** Invitations to the reader's own address wait here, with or without their link. */
export function ReceivedInvitations() {
  const { data } = useQuery(invitations.received.query({}));
  if (!data || data.items.length === 0) return null;
  return (
    <Stack as="ul" gap={8} pad="0px 0 16px" aria-label={t`Invitations to you`}>
      {data.items.map((invitation) => (
        <ReceivedInvitation key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  );
}

function ReceivedInvitation({ invitation }: { invitation: Received }) {
  const { id, workspaceName, inviterName, invitedRole, welcomeMessage } = invitation;
  const invalidates = [["invitations"]];
  const accept = useWrite({
    send: () => invitations.accept.call({ id }),
    invalidates,
    done: t`Welcome to '${workspaceName}'`,
    failed: t`Failed to accept invitation`,
  });
  const decline = useWrite({
    send: () => invitations.decline.call({ id }),
    invalidates,
    failed: t`Failed to decline invitation`,
  });
  const isBusy = accept.isPending || decline.isPending;
  return (
    <Notice
      as="li"
      icon={Mail}
      tone="accent"
      actions={
        <>
          <Button variant="default" disabled={isBusy} onClick={() => decline.mutate()}>
            {t`Decline`}
          </Button>
          <Button disabled={isBusy} onClick={() => accept.mutate()}>
            {t`Accept`}
          </Button>
        </>
      }
    >
      <Text size="body">
        {rich(
          t`<0>${inviterName}</0> invites you to <1>${workspaceName}</1> as ${ROLE_LABELS[invitedRole]}`,
          (inviter) => (
            <strong>{inviter}</strong>
          ),
          (workspace) => (
            <strong>{workspace}</strong>
          ),
        )}
      </Text>
      {welcomeMessage && (
        <Text tone="soft" className={styles.message}>
          {welcomeMessage}
        </Text>
      )}
    </Notice>
  );
}
