import { Button } from "@mantine/core";
import { CircleAlert, Pencil, RotateCw, Trash2, X } from "lucide-react";
import { memo, useState } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { Avatar } from "#ui/avatar.tsx";
import { formatDate, formatTime } from "#ui/dates.ts";
import { MAX_MESSAGE, type MessageOnWire } from "../model.ts";
import { deleteMessage, editMessage, outbox } from "./act-on-messages.ts";
import { describeTime } from "./describe-time.ts";
import { LinkText } from "./link-text.tsx";
import styles from "./message-item.module.css";
import type { Waiting } from "./outbox.ts";
import { messageRecords } from "./records.ts";

type MessageItemProps = {
  id: string;
  isFirstOfGroup: boolean;
  isMine: boolean;
  isLookedAt: boolean;
  /** What became of it, where that is to be told. */
  mark: "Read" | "Sent" | "Kept here" | undefined;
  now: number;
};

/** One message; its sender's own come with acts under the pointer and with the focus. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { id, isFirstOfGroup, isMine, isLookedAt, mark, now } = props;
  const message = useRecord(messageRecords, id);
  const [isEditing, setEditing] = useState(false);
  if (!message) return null;
  const { senderName, content, createdAt, isEdited } = message;
  const moment = new Date(createdAt);
  return (
    <article
      className={styles.message}
      data-mine={isMine || undefined}
      data-first={isFirstOfGroup || undefined}
      data-looked-at={isLookedAt || undefined}
      aria-label={`${isMine ? "You" : senderName}, ${describeTime(createdAt, now)}`}
    >
      {!isMine && (
        <span className={styles.face}>{isFirstOfGroup && <Avatar name={senderName} size="small" />}</span>
      )}
      <div className={styles.body}>
        {isFirstOfGroup && (
          <p className={styles.head}>
            {!isMine && <span className={styles.name}>{senderName}</span>}
            <time dateTime={createdAt} title={`${formatDate(moment)} ${formatTime(moment)}`}>
              {describeTime(createdAt, now)}
            </time>
          </p>
        )}
        {isEditing ? (
          <Editor message={message} onClose={() => setEditing(false)} />
        ) : (
          <div className={styles.line}>
            {isMine && (
              <span className={styles.acts}>
                <button type="button" aria-label="Edit message" title="Edit" onClick={() => setEditing(true)}>
                  <Pencil size={15} strokeWidth={1.75} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label="Delete message"
                  title="Delete"
                  onClick={() => void deleteMessage(message)}
                >
                  <Trash2 size={15} strokeWidth={1.75} aria-hidden />
                </button>
              </span>
            )}
            {/* A tap gives it the focus, and thereby its acts. */}
            <p className={styles.text} tabIndex={-1}>
              <LinkText text={content} />
              {isEdited && <span className={styles.edited}> (edited)</span>}
            </p>
          </div>
        )}
        {mark && <p className={styles.mark}>{mark}</p>}
      </div>
    </article>
  );
});

function Editor({ message, onClose }: { message: MessageOnWire; onClose(): void }) {
  const [text, setText] = useState(message.content);
  const save = () => {
    const content = text.trim();
    if (content === "") return;
    if (content === message.content) return onClose();
    onClose();
    void editMessage(message, content).catch(() => undefined);
  };
  return (
    <div className={styles.editor}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the message whose pencil had the focus
        autoFocus
        aria-label="Edit message"
        maxLength={MAX_MESSAGE}
        value={text}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter" || event.shiftKey) return;
          event.preventDefault();
          save();
        }}
      />
      <div className={styles.editorActs}>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="compact-sm" onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

/** On its way, or held up: nothing that was written is lost. */
export function WaitingItem({ waiting }: { waiting: Waiting }) {
  const hasFailed = waiting.state === "failed";
  return (
    <article
      className={styles.message}
      data-mine
      data-first
      data-state={waiting.state}
      aria-label={hasFailed ? "Your message, not sent" : "Your message, on its way"}
    >
      <div className={styles.body}>
        <div className={styles.line}>
          <p className={styles.text}>
            <LinkText text={waiting.content} />
          </p>
        </div>
        {hasFailed ? (
          <p className={styles.failure}>
            <CircleAlert size={14} strokeWidth={2} aria-hidden />
            <span>Not sent</span>
            <button type="button" onClick={() => void outbox.retry(waiting)}>
              <RotateCw size={14} strokeWidth={2} aria-hidden /> Try again
            </button>
            <button type="button" onClick={() => outbox.discard(waiting)}>
              <X size={14} strokeWidth={2} aria-hidden /> Discard
            </button>
          </p>
        ) : (
          <p className={styles.mark}>Sending …</p>
        )}
      </div>
    </article>
  );
}
