import { SendHorizontal, X } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { formatCount } from "#platform/numbers/format-number.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type ConversationOnWire, MAX_MESSAGE } from "../../model.ts";
import { focusConversation } from "../conversations/conversation-list.tsx";
import { type Mention, MentionPicker, useMentions } from "../mentions/mention-picker.tsx";
import { attachFiles } from "./attach-files.ts";
import { AttachMenu } from "./attach-menu.tsx";
import { outbox, SEND_FIELD } from "./message-actions.ts";
import styles from "./message-composer.module.css";
import { describeSize, QuoteWords } from "./message-extras.tsx";
import { type DraftExtras, NO_EXTRAS, useDraft } from "./outbox.ts";
import { typing } from "./typing.ts";

type MessageComposerProps = {
  conversation: ConversationOnWire;
  /** Called to edit the user's last message. */
  onEditLast(): void;
};

/** Enter sends, Shift+Enter starts a new line (COMM-24, COMM-25). Drafts are saved per conversation. */
export function MessageComposer({ conversation, onEditLast }: MessageComposerProps) {
  const { id, name } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const mention = useMentions(conversation, field);
  const { draft, content, isTooLong, send, type } = useWriting(id, field, mention);
  const { isDropping, dropTarget, onPaste } = useFileTarget(id);
  useShortcut("r", t`Write a message`, t`Communication`, () => field.current?.focus());
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...dropTarget}
    >
      <MentionPicker mention={mention} />
      {draft.replyTo && <ReplyQuote conversationId={id} quote={draft.replyTo} />}
      {draft.attachments.length > 0 && <EnclosedFiles conversationId={id} attachments={draft.attachments} />}
      <div className={styles.field} data-dropping={isDropping || undefined}>
        <AttachMenu conversationId={id} />
        <textarea
          ref={field}
          id={SEND_FIELD}
          rows={1}
          aria-label={t`Message`}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? "message-too-long" : undefined}
          {...mention.fieldProps}
          placeholder={isDropping ? t`Drop files to attach them` : t`Write to ${name}`}
          enterKeyHint="send"
          value={draft.text}
          onChange={({ target }) => type(target.value)}
          onPaste={onPaste}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || mention.takesKey(event)) return;
            if (event.key === "Escape") leaveField(id, draft.replyTo !== null);
            if (event.key === "ArrowUp" && draft.text === "") {
              event.preventDefault();
              onEditLast();
            }
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            send();
          }}
        />
        <IconButton
          type="submit"
          label={t`Send`}
          icon={SendHorizontal}
          isFilled
          className={styles.send}
          disabled={content === "" || isTooLong}
        />
      </div>
      {isTooLong && <TooLongNotice length={content.length} />}
    </form>
  );
}

/** What is typed for a conversation, and sending it. */
function useWriting(id: string, field: RefObject<HTMLTextAreaElement | null>, mention: Mention) {
  const draft = useDraft(outbox, id);
  const words = draft.text.trim();
  // A message needs text (COMM-23): for files without text, their names are the text.
  const content = words || draft.attachments.map((each) => each.name).join("\n");
  const isTooLong = content.length > MAX_MESSAGE;
  const send = () => {
    if (content === "" || isTooLong) return;
    const { replyTo, attachments } = draft;
    const mentions = draft.mentions.filter((person) => content.includes(`@${person.name}`));
    outbox.setDraft(id, "");
    outbox.enclose(id, NO_EXTRAS);
    void outbox.send(id, content, { replyTo, mentions, attachments });
    field.current?.focus();
  };
  const type = (text: string) => {
    outbox.setDraft(id, text);
    mention.detectMention();
    if (text.trim()) typing.publish(id);
  };
  return { draft, content, isTooLong, send, type };
}

/** Files that are dropped or pasted are attached. */
function useFileTarget(conversationId: string) {
  const [isDropping, setDropping] = useState(false);
  const dropTarget = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDropping(true);
    },
    onDragLeave: () => setDropping(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDropping(false);
      void attachFiles(conversationId, [...event.dataTransfer.files]);
    },
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void attachFiles(conversationId, files);
  };
  return { isDropping, dropTarget, onPaste };
}

/** Escape takes back that it is a reply, and then leads to the list. */
function leaveField(conversationId: string, isReply: boolean): void {
  if (isReply) outbox.enclose(conversationId, { replyTo: null });
  else focusConversation(conversationId);
}

type ReplyQuoteProps = { conversationId: string; quote: NonNullable<DraftExtras["replyTo"]> };

const ReplyQuote = ({ conversationId, quote }: ReplyQuoteProps) => (
  <div className={styles.reply}>
    <QuoteWords quote={quote} />
    <IconButton
      label={t`Remove reply`}
      icon={X}
      onClick={() => outbox.enclose(conversationId, { replyTo: null })}
    />
  </div>
);

type EnclosedFilesProps = { conversationId: string } & Pick<DraftExtras, "attachments">;

const EnclosedFiles = ({ conversationId, attachments }: EnclosedFilesProps) => (
  <Row as="ul" gap={6} wrap pad="0px 0 6px" className={styles.enclosed} aria-label={t`Files to send`}>
    {attachments.map((file) => (
      <li key={file.documentId}>
        <Text as="span" overflow="dots">
          {file.name}
        </Text>
        <Text as="span" tone="faint" size="label" noShrink>
          {describeSize(file.size)}
        </Text>
        <IconButton
          label={t`Do not send '${file.name}'`}
          icon={X}
          onClick={() =>
            outbox.enclose(conversationId, { attachments: attachments.filter((each) => each !== file) })
          }
        />
      </li>
    ))}
  </Row>
);

const TooLongNotice = ({ length }: { length: number }) => (
  <Text id="message-too-long" tone="bad" size="label" margin="6px 0 0">
    {t`A message has at most ${formatCount(MAX_MESSAGE)} characters; this one has ${formatCount(length)}.`}
  </Text>
);
