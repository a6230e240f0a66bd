import { Link } from "@tanstack/react-router";
import { MessageSquare, Phone, UserCog } from "lucide-react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t, term } from "#i18n/message.ts";
import { usePresence } from "#platform/client/presence.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { PresenceBadge } from "#ui/display/presence-badge.tsx";
import { ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ROLE_LABELS } from "../../model.ts";
import { memberRecords } from "../records.ts";
import { useWorkspaces } from "../workspaces/use-workspaces.ts";
import { managedOf } from "./managed-of.ts";
import styles from "./member-row.module.css";

type MemberRowProps = { id: string; workspaceId: string | undefined; onManage(id: string): void };

/** Badges of more workspaces than this are counted. */
const MAX_BADGES = 2;

export function MemberRow({ id, workspaceId, onManage }: MemberRowProps) {
  const member = useRecord(memberRecords, id);
  const presence = usePresence(id);
  const { all } = useWorkspaces();
  if (!member) return null;
  const { fullName, email, isMe, memberships } = member;
  const visible = workspaceId ? memberships.filter((each) => each.workspaceId === workspaceId) : memberships;
  return (
    <article aria-label={fullName} className={styles.row}>
      <PersonAvatar userId={id} name={fullName} />
      <Text as="div" shrink>
        <Row as="p" align="baseline" weight="medium" overflow="break">
          {fullName}
          {isMe && (
            <Text as="span" tone="faint" size="label" weight="regular">
              {t`You`}
            </Text>
          )}
        </Row>
        <Text tone="soft" size="list" overflow="dots">
          {email}
        </Text>
      </Text>
      <Text as="div" shrink>
        <PresenceBadge {...presence} />
      </Text>
      <Row shrink gap={6} lineGap={4} wrap align="stretch" className={styles.roles}>
        {visible.slice(0, MAX_BADGES).map((each) => (
          <Badge key={each.workspaceId} tone={each.role === "admin" ? "accent" : "neutral"}>
            {workspaceId ? ROLE_LABELS[each.role] : `${each.workspaceName}: ${ROLE_LABELS[each.role]}`}
          </Badge>
        ))}
        {visible.length > MAX_BADGES && <Badge>+{visible.length - MAX_BADGES}</Badge>}
      </Row>
      <Row gap={4} wrap justify="end" className={styles.actions}>
        {!isMe && (
          <>
            <ActionLink
              label={t`Chat with ${fullName}`}
              word={term("Chat", "verb: write to a person")}
              icon={MessageSquare}
              search={{ with: id }}
            />
            <ActionLink
              label={t`Call ${fullName}`}
              word={term("Call", "verb: call a person")}
              icon={Phone}
              search={{ call: id }}
            />
          </>
        )}
        {managedOf(member, all).length > 0 && (
          <IconButton label={t`Manage ${fullName}`} icon={UserCog} onClick={() => onManage(id)} />
        )}
      </Row>
    </article>
  );
}

type ActionLinkProps = {
  label: string;
  word: string;
  icon: typeof Phone;
  search: { with: string } | { call: string };
};

const ActionLink = ({ label, word, icon: Icon, search }: ActionLinkProps) => (
  <Link
    {...buttonAttributes({ variant: "subtle", color: "gray" })}
    to="/communication"
    search={search as never}
    aria-label={label}
  >
    <ButtonContent leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}>{word}</ButtonContent>
  </Link>
);
