import { MessageSquare, Users, Vote } from "lucide-react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { documents, type Sharing } from "../api.ts";
import styles from "./share-dialog.module.css";
import type { Act } from "./use-sharing.ts";

type ReadersProps = { id: string; shares: Sharing["shares"]; act: Act };

/** The people, workspaces and conversations that may read the document. */
export function Readers({ id, shares, act }: ReadersProps) {
  if (shares.length === 0) return null;
  return (
    <ul className={styles.rows} aria-label={t`People who may read it`}>
      {shares.map((share) => {
        const Icon = iconOf(share);
        const { personId, name, email } = share;
        return (
          <Row as="li" gap={12} pad="10px 12px" key={share.id} lined className={styles.row}>
            {Icon ? (
              <Icon size={16} strokeWidth={1.75} aria-hidden />
            ) : (
              <PersonAvatar userId={personId} email={email} name={name} size="small" />
            )}
            <Stack as="span" gap={0} grow>
              <Text as="span" size="list" weight="medium" overflow="dots" title={name}>
                {name}
              </Text>
              <Text as="span" tone="faint" size="label" overflow="break">
                {accessOf(share)}
              </Text>
            </Stack>
            <Button
              variant="default"
              size="xs"
              aria-label={t`Remove ${share.name}`}
              onClick={() =>
                void act(t`Failed to stop sharing`, () => documents.unshare.call({ id, shareId: share.id }))
              }
            >
              {t`Remove`}
            </Button>
          </Row>
        );
      })}
    </ul>
  );
}

const WAITING = t`Waits until this address is confirmed`;

type Share = Sharing["shares"][number];

const iconOf = ({ workspaceId, conversationId, decisionId }: Share) =>
  conversationId ? MessageSquare : decisionId ? Vote : workspaceId ? Users : null;

function accessOf({ workspaceId, conversationId, decisionId, isPending, email }: Share): string | null {
  if (conversationId) return t`Everybody in this conversation`;
  if (decisionId) return t`Everybody who can see this decision`;
  if (workspaceId) return t`Everybody in this workspace`;
  return isPending ? WAITING : email;
}
