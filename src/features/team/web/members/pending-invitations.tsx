import { useInfiniteQuery } from "@tanstack/react-query";
import { RotateCw, X } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Card } from "#ui/display/card.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { LinedList } from "#ui/lists/lined-list.tsx";
import { type InvitationOnWire, ROLE_LABELS } from "../../model.ts";
import { invitations } from "../api.ts";
import { useWorkspaces } from "../workspaces/use-workspaces.ts";
import { InvitationLink, type SentInvitation } from "./invitation-link.tsx";
import styles from "./pending-invitations.module.css";

/** Open invitations; administrators of the workspace can resend and revoke them. */
export function PendingInvitations({ workspaceId }: { workspaceId: string | undefined }) {
  const filter = { limit: 50, ...(workspaceId && { workspaceId }) };
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["invitations", "list", "pages", filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => invitations.list.call({ ...filter, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: (last) => last.nextCursor,
  });
  const [sent, setSent] = useState<SentInvitation>();
  const pending = data?.pages.flatMap(({ items }) => items) ?? [];
  if (pending.length === 0 && !sent) return null;
  return (
    <Box margin="0 0 16px">
      {pending.length > 0 && (
        <Card title={t`Pending invitations`}>
          <LinedList>
            {pending.map((invitation) => (
              <PendingInvitation key={invitation.id} invitation={invitation} onSent={setSent} />
            ))}
          </LinedList>
          {hasNextPage && (
            <Button
              variant="default"
              className={styles.more}
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t`Show more`}
            </Button>
          )}
        </Card>
      )}
      {sent && <InvitationLink invitation={sent} onClose={() => setSent(undefined)} />}
    </Box>
  );
}

type PendingInvitationProps = { invitation: InvitationOnWire; onSent(sent: SentInvitation): void };

function PendingInvitation({ invitation, onSent }: PendingInvitationProps) {
  const { id, invitedEmail, workspaceId, workspaceName, invitedRole, expiresAt } = invitation;
  const { all } = useWorkspaces();
  const invalidates = [["invitations"]];
  const resend = useWrite({
    send: () => invitations.resend.call({ id }),
    invalidates,
    done: [t`Invitation Sent`, t`The link for ${invitedEmail} is new; the earlier one no longer works`],
    failed: t`Failed to send invitation`,
    onDone: onSent,
  });
  const revoke = useWrite({
    send: () => invitations.revoke.call({ id }),
    invalidates,
    done: t`Invitation revoked`,
    failed: t`Failed to revoke invitation`,
  });
  const mayAct = all.some((workspace) => workspace.id === workspaceId && workspace.myRole === "admin");
  return (
    <li className={styles.row} aria-label={invitedEmail}>
      <Text as="span" overflow="break">
        {invitedEmail}
      </Text>
      <Text as="span" tone="soft" size="list" overflow="break" className={styles.facts}>
        {workspaceName} · {ROLE_LABELS[invitedRole]}
      </Text>
      <span className={styles.state}>
        <Validity expiresAt={expiresAt} />
      </span>
      {mayAct && (
        <Row as="span" gap={0} align="stretch" className={styles.actions}>
          <IconButton
            label={t`Send the invitation of ${invitedEmail} again`}
            icon={RotateCw}
            disabled={resend.isPending}
            onClick={() => resend.mutate()}
          />
          <IconButton
            label={t`Revoke the invitation of ${invitedEmail}`}
            icon={X}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate()}
          />
        </Row>
      )}
    </li>
  );
}

const Validity = ({ expiresAt }: Pick<InvitationOnWire, "expiresAt">) =>
  Date.parse(expiresAt) <= Date.now() ? (
    <Badge tone="warn" dot>
      {t`Expired`}
    </Badge>
  ) : (
    <Text as="span" tone="soft" size="list">
      {t`until ${formatDate(expiresAt)}`}
    </Text>
  );
