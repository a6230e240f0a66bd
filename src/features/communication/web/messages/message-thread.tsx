import { useQuery } from "@tanstack/react-query";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { useNow } from "#ui/use-now.ts";
import { type ConversationOnWire, MAX_MESSAGE, type MessageOnWire } from "../../model.ts";
import { messages } from "../api.ts";
import { formatRelativeTime } from "../format-relative-time.ts";
import { LinkText } from "./link-text.tsx";
import { outbox } from "./message-actions.ts";
import { Attachments } from "./message-extras.tsx";
import styles from "./message-thread.module.css";
import { NO_EXTRAS, useDraft } from "./outbox.ts";
import { PendingMessage } from "./pending-message.tsx";
import { useUnlistedMessages } from "./use-unlisted-messages.ts";

type MessageThreadProps = { conversation: ConversationOnWire; messageId: string; onClose(): void };

/** A thread: its first message and all replies. */
export function MessageThread({ conversation, messageId, onClose }: MessageThreadProps) {
  const { data, isError, refetch } = useQuery({
    ...messages.thread.query({ id: messageId }),
    meta: { failure: t`Failed to load communication data` },
  });
  const now = useNow(60_000);
  const [first] = data?.items ?? [];
  const listed = new Set(data?.items.map(({ id }) => id));
  const waiting = useUnlistedMessages(conversation.id, data?.items ?? []).filter(
    ({ replyTo }) => replyTo && listed.has(replyTo.id),
  );
  const { text, type, canSend, send } = useThreadReply(conversation.id, first, messageId);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Thread`}
      description={conversation.name}
      onSubmit={send}
      footer={<ReplyField text={text} canSend={canSend} onType={type} onSend={send} />}
    >
      {!data && !isError && <SkeletonRows count={3} label={t`Loading the thread`} />}
      {!data && isError && (
        <ErrorState
          title={t`Failed to load communication data`}
          message={t`Nothing is lost. Please try again.`}
          onRetry={() => void refetch()}
        />
      )}
      <Stack as="ol" gap={14} aria-label={t`Thread`}>
        {data?.items.map((message) => (
          <Answer key={message.id} message={message} now={now} />
        ))}
        {waiting.map((each) => (
          <li key={each.key}>
            <PendingMessage waiting={each} />
          </li>
        ))}
      </Stack>
      {data?.hasMore && (
        <Text tone="faint" size="label" margin="14px 0 0">
          {t`Only the first 200 answers are shown.`}
        </Text>
      )}
    </Dialog>
  );
}

/** The answer that is being typed. Before the thread is read it belongs to the message that was opened. */
function useThreadReply(conversationId: string, first: MessageOnWire | undefined, messageId: string) {
  const draftKey = `thread ${first?.id ?? messageId}`;
  const draft = useDraft(outbox, draftKey);
  const content = draft.text.trim();
  const canSend = first !== undefined && content !== "" && content.length <= MAX_MESSAGE;
  const send = () => {
    if (!canSend) return;
    const { id, senderName } = first;
    outbox.setDraft(draftKey, "");
    void outbox.send(conversationId, content, {
      ...NO_EXTRAS,
      replyTo: { id, senderName, content: first.content.slice(0, 200) },
    });
  };
  const type = (text: string) => outbox.setDraft(draftKey, text);
  return { text: draft.text, type, canSend, send };
}

type ReplyFieldProps = { text: string; canSend: boolean; onType(text: string): void; onSend(): void };

const ReplyField = ({ text, canSend, onType, onSend }: ReplyFieldProps) => (
  <Row grow align="end" className={styles.answer}>
    <textarea
      data-autofocus
      rows={2}
      aria-label={t`Reply in thread`}
      placeholder={t`Reply in thread`}
      value={text}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onSend();
      }}
    />
    <Button type="submit" disabled={!canSend}>
      {t`Send`}
    </Button>
  </Row>
);

function Answer({ message, now }: { message: MessageOnWire; now: number }) {
  const { senderId, senderName, createdAt, content, mentions, attachments, isEdited } = message;
  return (
    <Row as="li" gap={10} align="stretch" className={styles.item}>
      <PersonAvatar userId={senderId} name={senderName} size="small" />
      <Text as="div" grow>
        <Text as="div" tone="faint" size="label">
          <Row as="p" align="baseline">
            <Text as="span" tone="ink" weight="strong">
              {senderName}
            </Text>
            <time dateTime={createdAt}>{formatRelativeTime(createdAt, now)}</time>
          </Row>
        </Text>
        <p className={styles.text}>
          <LinkText text={content} names={mentions.map(({ name }) => name)} />
          {isEdited && (
            <Text as="span" tone="faint" size="label">
              {` ${t`(edited)`}`}
            </Text>
          )}
        </p>
        <Attachments attachments={attachments} />
      </Text>
    </Row>
  );
}
