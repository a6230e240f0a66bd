import { BellOff } from "lucide-react";
import { memo } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { plural, t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { usePresence } from "#platform/client/presence.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { RowItem } from "#ui/lists/row-list.tsx";
import type { ConversationOnWire } from "../../model.ts";
import { describeCall, isMissedCall, wordsForCaller } from "../calls/describe-call-end.ts";
import { formatRelativeTime } from "../format-relative-time.ts";
import { outbox } from "../messages/message-actions.ts";
import { useDraft } from "../messages/outbox.ts";
import { conversationRecords } from "../records.ts";
import styles from "./conversation-row.module.css";

type ConversationRowProps = {
  id: string;
  isOpen: boolean;
  me: string | undefined;
  now: number;
  position: number;
  count: number;
  onOpen(id: string): void;
};

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { id, isOpen, me, now, position, count, onOpen } = props;
  const conversation = useRecord(conversationRecords, id);
  const draft = useDraft(outbox, id);
  if (!conversation) return null;
  const { name, unreadCount, activeAt, otherUserId, mutedUntil } = conversation;
  return (
    <RowItem position={position} count={count}>
      <button
        type="button"
        id={`conversation-${id}`}
        className={styles.row}
        aria-current={isOpen || undefined}
        data-conversation={id}
        data-unread={unreadCount > 0 || undefined}
        onClick={() => onOpen(id)}
      >
        {otherUserId ? <Face userId={otherUserId} name={name} /> : <Avatar name={name} />}
        <Stack as="span" gap={2} grow>
          <Row as="span" align="baseline">
            <Text as="span" weight="medium" className={styles.name}>
              {name}
            </Text>
            <ActiveAt at={activeAt} now={now} />
          </Row>
          <Row as="span" align="baseline">
            <span className={styles.preview}>
              {draft.text.trim() ? (
                <>
                  <Text as="span" tone="bad">
                    {t`Draft:`}
                  </Text>{" "}
                  {draft.text}
                </>
              ) : (
                previewOf(conversation, me)
              )}
            </span>
            {mutedUntil && (
              <BellOff className={styles.muted} size={14} strokeWidth={1.75} aria-label={t`Muted`} />
            )}
            {unreadCount > 0 && (
              <span className={styles.count}>
                {rich(describeUnread(unreadCount), (words) => (
                  <span className="visually-hidden">{words}</span>
                ))}
              </span>
            )}
          </Row>
        </Stack>
      </button>
    </RowItem>
  );
});

function describeUnread(unread: number): string {
  const count = unread > 99 ? "99+" : unread;
  return plural(unread, { one: `${count}<0> unread</0>`, other: `${count}<0> unread</0>` });
}

const ActiveAt = ({ at, now }: { at: string; now: number }) => (
  <Text as="time" tone="faint" size="label" isTabular noShrink className={styles.time} dateTime={at}>
    {formatRelativeTime(at, now)}
  </Text>
);

function Face({ userId, name }: { userId: string; name: string }) {
  return <PersonAvatar userId={userId} name={name} isOnline={usePresence(userId)?.isOnline} />;
}

function previewOf({ lastMessage, type }: ConversationOnWire, me: string | undefined): string {
  if (!lastMessage) return t`No messages yet`;
  const { senderId, senderName, content } = lastMessage;
  if (senderId === me)
    return isMissedCall(content) ? wordsForCaller(content) : t`You: ${describeCall(content)}`;
  const words = describeCall(content);
  return type === "group" ? `${senderName.split(" ")[0]}: ${words}` : words;
}
