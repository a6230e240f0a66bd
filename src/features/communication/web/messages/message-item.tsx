import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, memo, useState } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t, term } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { MessageOnWire } from "../../model.ts";
import { CallLogLine } from "../calls/call-log-line.tsx";
import { formatRelativeTime } from "../format-relative-time.ts";
import { messageRecords } from "../records.ts";
import { LinkText } from "./link-text.tsx";
import { convertMessage, copyLink, replyTo } from "./message-actions.ts";
import { Answers, Attachments, Outcomes, Quoted, Reactions } from "./message-extras.tsx";
import styles from "./message-item.module.css";

export const MessageEditor = laterDialog(async () => (await import("./message-editor.tsx")).MessageEditor);
export const MessageToolbar = laterPart(async () => (await import("./message-toolbar.tsx")).MessageToolbar);

type MessageItemProps = {
  id: string;
  isFirstOfGroup: boolean;
  isMine: boolean;
  isLinked: boolean;
  isEditing: boolean;
  onEdit(id: string | null): void;
  /** The delivery state, if it should be shown. */
  mark: string | undefined;
  me: string | undefined;
  now: number;
};

/** One message, with its toolbar on hover and focus. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { id, isFirstOfGroup, isMine, isLinked, isEditing, onEdit, mark, me, now } = props;
  const message = useRecord(messageRecords, id);
  const [isChoosing, setChoosing] = useState(false);
  if (!message) return null;
  if (message.messageType === "system") return <CallLogLine message={message} />;
  const { senderName, createdAt, replyTo: quote, attachments, byEmail, externalState } = message;
  // Messages sent by email or to another messenger cannot be edited.
  const edit = isMine && !byEmail && !externalState ? () => onEdit(id) : undefined;
  return (
    <Row
      as="article"
      pad="1px 20px"
      align="stretch"
      className={styles.message}
      data-mine={isMine || undefined}
      data-first={isFirstOfGroup || undefined}
      data-looked-at={isLinked || undefined}
      aria-label={`${isMine ? t`You` : senderName}, ${formatRelativeTime(createdAt, now)}`}
      onKeyDown={(event) => actByKey(event, message, edit)}
    >
      {!isMine && (
        <span className={styles.face}>
          {isFirstOfGroup && <PersonAvatar userId={message.senderId} name={senderName} size="small" />}
        </span>
      )}
      <div className={styles.body}>
        {isFirstOfGroup && <MessageHead message={message} isMine={isMine} now={now} />}
        {quote && <Quoted quote={quote} conversationId={message.conversationId} />}
        {isEditing ? (
          <MessageEditor message={message} onClose={() => onEdit(null)} />
        ) : (
          <div className={styles.line} data-choosing={isChoosing || undefined}>
            <MessageWords message={message} />
            <MessageToolbar
              message={message}
              me={me}
              isMine={isMine}
              onEdit={edit}
              onChoosing={setChoosing}
            />
          </div>
        )}
        <Attachments attachments={attachments} />
        <Reactions message={message} me={me} />
        <Answers id={id} replyCount={message.replyCount} />
        <Outcomes outcomes={message.outcomes} />
        {mark && <DeliveryMark mark={mark} byEmail={byEmail} />}
      </div>
    </Row>
  );
});

type MessageHeadProps = { message: MessageOnWire; isMine: boolean; now: number };

/** Who wrote it, when, and on which way it went. */
function MessageHead({ message, isMine, now }: MessageHeadProps) {
  const { senderName, createdAt, byEmail, externalState } = message;
  const moment = new Date(createdAt);
  return (
    <Text as="div" tone="faint" size="label">
      <Row as="p" align="baseline" pad="0px 0 3px">
        {!isMine && (
          <Text as="span" tone="ink" weight="strong">
            {senderName}
          </Text>
        )}
        <time dateTime={createdAt} title={`${formatDate(moment)} ${formatTime(moment)}`}>
          {formatRelativeTime(createdAt, now)}
        </time>
        {externalState === "queued" && <span>{term("sending", "a message")}</span>}
        {externalState === "failed" && (
          <Text as="span" tone="faint" size="label" margin="2px 0 0" className={styles.mark} data-failed>
            {term("not sent", "a message")}
          </Text>
        )}
        {byEmail && (
          <Link
            className={styles.mail}
            to="/email"
            search={{ email: byEmail.emailId }}
            title={t`Show the email`}
          >
            {term("by email", "how a message was sent")}
          </Link>
        )}
      </Row>
    </Text>
  );
}

/** A tap gives it the focus, and thereby its acts. */
const MessageWords = ({ message: { id, content, mentions, isEdited } }: { message: MessageOnWire }) => (
  <p id={`message-${id}`} className={styles.text} tabIndex={-1}>
    <LinkText text={content} names={mentions.map(({ name }) => name)} />
    {isEdited && (
      <Text as="span" tone="faint" size="label">
        {` ${t`(edited)`}`}
      </Text>
    )}
  </p>
);

type DeliveryMarkProps = { mark: string; byEmail: MessageOnWire["byEmail"] };

const DeliveryMark = ({ mark, byEmail }: DeliveryMarkProps) => (
  <Text
    tone="faint"
    size="label"
    margin="2px 0 0"
    className={styles.mark}
    data-failed={hasFailed(byEmail) || undefined}
  >
    {mark}
    {byEmail && hasFailed(byEmail) && (
      <>
        {". "}
        <Link className={styles.mail} to="/email" search={{ email: byEmail.emailId }}>
          {t`Show the email`}
        </Link>
      </>
    )}
  </Text>
);

const hasFailed = (mail: MessageOnWire["byEmail"]) =>
  mail?.state === "failed" || mail?.state === "held" || mail?.state === "uncertain";

/** Only while the message itself has the focus: its buttons and the editor have keys of their own. */
function actByKey(event: KeyboardEvent, message: MessageOnWire, edit: (() => void) | undefined): void {
  const target = event.target as HTMLElement;
  if (target.id !== `message-${message.id}` || event.ctrlKey || event.metaKey || event.altKey) return;
  const shortcuts: Record<string, (() => void) | undefined> = {
    r: () => replyTo(message),
    e: edit,
    t: () => void convertMessage(message, "task"),
    l: () => void copyLink(message),
  };
  const act = shortcuts[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
