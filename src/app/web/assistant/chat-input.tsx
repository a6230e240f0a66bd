import { ArrowUp, Mic, Paperclip, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./assistant-panel.module.css";
import type { Replaced } from "./conversation.ts";
import { useAttachments } from "./use-attachments.ts";
import type { useConversation } from "./use-conversation.ts";
import { useDictation } from "./use-dictation.ts";

type ChatInputProps = { conversation: ReturnType<typeof useConversation>; hasFocus: boolean };

/** What is typed; the sentence that is being corrected is put there, and takes the focus. */
function useTyped({ replaced }: ReturnType<typeof useConversation>) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const [replacedId, setReplacedId] = useState<string | null>(null);
  // Set while rendering, so that the words are there in the same frame.
  if ((replaced?.questionId ?? null) !== replacedId) {
    setReplacedId(replaced?.questionId ?? null);
    setText(replaced?.text ?? "");
  }
  useEffect(() => {
    if (replacedId) input.current?.focus();
  }, [replacedId]);
  return { text, setText, input };
}

export function ChatInput({ conversation, hasFocus }: ChatInputProps) {
  const { replaced } = conversation;
  const { text, setText, input } = useTyped(conversation);
  const dictation = useDictation(setText);
  const files = useAttachments();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (files.isSending || !conversation.send(text, files.attached)) return;
    setText("");
    files.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowUp" && text === "" && conversation.replaceableId) conversation.startReplacing();
    else if (event.key === "Escape" && replaced) conversation.stopReplacing();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {replaced && (
        <ReplacedNotice
          replaced={replaced}
          onUndo={() => void conversation.applyDecision({ act: "undo", message: replaced.answer })}
          onCancel={conversation.stopReplacing}
        />
      )}
      <AttachedFiles files={files} />
      {dictation.isRecording && (
        <Text tone="soft" size="label" className={styles.recordingNotice}>
          {t`Your browser transcribes this and may send the audio to its vendor.`}
        </Text>
      )}
      <input
        ref={input}
        className={styles.input}
        aria-label={t`Message to the assistant`}
        placeholder={dictation.isRecording ? t`Listening...` : t`Ask me anything...`}
        autoComplete="off"
        data-autofocus={hasFocus || undefined}
        data-takes-escape={replaced ? true : undefined}
        onKeyDown={onKeyDown}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <AttachButton isReading={files.isSending} onChosen={(chosen) => void files.add(chosen)} />
      <IconButton
        label={dictation.isRecording ? t`Stop recording` : t`Start recording`}
        icon={Mic}
        className={styles.mic}
        aria-pressed={dictation.isRecording}
        onClick={dictation.toggle}
      />
      <IconButton label={t`Send message`} icon={ArrowUp} isFilled type="submit" />
    </form>
  );
}

const AttachedFiles = ({ files }: { files: ReturnType<typeof useAttachments> }) =>
  files.attached.length > 0 && (
    <Row as="ul" gap={6} wrap pad={4} className={styles.chips} aria-label={t`Attached`}>
      {files.attached.map(({ id, title }) => (
        <li key={id} className={styles.chip}>
          {title}
          <IconButton label={t`Remove ${title}`} icon={X} onClick={() => files.remove(id)} />
        </li>
      ))}
    </Row>
  );

type ReplacedNoticeProps = { replaced: Replaced; onUndo(): void; onCancel(): void };

/** What becomes of the sentence that is being corrected: what it did is never undone silently. */
function ReplacedNotice({ replaced: { answer }, onUndo, onCancel }: ReplacedNoticeProps) {
  const { canUndo, undoneAt } = answer;
  return (
    <Row gap={8} wrap pad="4px 4px 4px 10px" className={styles.notice} size="label" tone="soft" role="status">
      <span>
        {canUndo
          ? t`Replaces your last sentence. What it did stays.`
          : undoneAt
            ? t`Replaces your last sentence. What it did is taken back.`
            : t`Replaces your last sentence and its answer.`}
      </span>
      {canUndo && <PillButton onClick={onUndo}>{t`Undo what it did`}</PillButton>}
      <PillButton onClick={onCancel}>{t`Cancel`}</PillButton>
    </Row>
  );
}

function AttachButton({ isReading, onChosen }: { isReading: boolean; onChosen(files: File[]): void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t`Files for the assistant`}
        onChange={({ currentTarget }) => {
          onChosen(Array.from(currentTarget.files ?? []));
          currentTarget.value = "";
        }}
      />
      <IconButton
        label={isReading ? t`Reading the file...` : t`Attach files`}
        icon={Paperclip}
        className={styles.mic}
        disabled={isReading}
        onClick={() => chooser.current?.click()}
      />
    </>
  );
}
