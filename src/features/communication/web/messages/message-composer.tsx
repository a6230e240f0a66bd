import { SendHorizontal, X } from "lucide-react";
import { useRef, useState } from "react";
import { formatCount } from "#platform/numbers/format-number.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type ConversationOnWire, MAX_MESSAGE } from "../../model.ts";
import { focusConversation } from "../conversations/conversation-list.tsx";
import { attachFiles } from "./attach-files.ts";
import { AttachMenu } from "./attach-menu.tsx";
import { MentionPicker, useMentions } from "./mention-picker.tsx";
import { outbox, SEND_FIELD } from "./message-actions.ts";
import styles from "./message-composer.module.css";
import { describeSize, QuoteWords } from "./message-extras.tsx";
import { NO_EXTRAS, useDraft } from "./outbox.ts";
import { typing } from "./typing.ts";

type MessageComposerProps = {
  conversation: ConversationOnWire;
  /** Called to edit the user's last message. */
  onEditLast(): void;
};

/** Enter sends, Shift+Enter starts a new line (COMM-24, COMM-25). Drafts are saved per conversation. */
export function MessageComposer({ conversation, onEditLast }: MessageComposerProps) {
  const { id, name } = conversation;
  const draft = useDraft(outbox, id);
  const field = useRef<HTMLTextAreaElement>(null);
  const mention = useMentions(conversation, field);
  const [isDropping, setDropping] = useState(false);
  const words = draft.text.trim();
  // A message needs text (COMM-23): for files without text, their names are the text.
  const content = words || draft.attachments.map((each) => each.name).join("\n");
  const isTooLong = content.length > MAX_MESSAGE;
  useShortcut("r", "Write a message", "Communication", () => field.current?.focus());
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
    mention.look();
    if (text.trim()) typing.publish(id);
  };
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDropping(false);
        void attachFiles(id, [...event.dataTransfer.files]);
      }}
    >
      <MentionPicker mention={mention} />
      {draft.replyTo && (
        <div className={styles.reply}>
          <QuoteWords quote={draft.replyTo} />
          <IconButton label="Remove reply" icon={X} onClick={() => outbox.enclose(id, { replyTo: null })} />
        </div>
      )}
      {draft.attachments.length > 0 && (
        <Row as="ul" gap={6} wrap pad="0px 0 6px" className={styles.enclosed} aria-label="Files to send">
          {draft.attachments.map((file) => (
            <li key={file.documentId}>
              <Text as="span" overflow="dots">
                {file.name}
              </Text>
              <Text as="span" tone="faint" size="label" noShrink>
                {describeSize(file.size)}
              </Text>
              <IconButton
                label={`Do not send '${file.name}'`}
                icon={X}
                onClick={() =>
                  outbox.enclose(id, { attachments: draft.attachments.filter((each) => each !== file) })
                }
              />
            </li>
          ))}
        </Row>
      )}
      <div className={styles.field} data-dropping={isDropping || undefined}>
        <AttachMenu conversationId={id} />
        <textarea
          ref={field}
          id={SEND_FIELD}
          rows={1}
          aria-label="Message"
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? "message-too-long" : undefined}
          {...mention.fieldProps}
          placeholder={isDropping ? "Drop files to attach them" : `Write to ${name}`}
          enterKeyHint="send"
          value={draft.text}
          onChange={({ target }) => type(target.value)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            void attachFiles(id, files);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || mention.takesKey(event)) return;
            if (event.key === "Escape") {
              if (draft.replyTo) outbox.enclose(id, { replyTo: null });
              else focusConversation(id);
            }
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
          label="Send"
          icon={SendHorizontal}
          isFilled
          className={styles.send}
          disabled={content === "" || isTooLong}
        />
      </div>
      {isTooLong && (
        <Text id="message-too-long" tone="bad" size="label" margin="6px 0 0">
          {`A message has at most ${formatCount(MAX_MESSAGE)} characters; this one has ${formatCount(content.length)}.`}
        </Text>
      )}
    </form>
  );
}
