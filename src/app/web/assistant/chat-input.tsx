import { ArrowUp, Mic, Paperclip, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./assistant-panel.module.css";
import { useAttachments } from "./use-attachments.ts";
import type { Attached } from "./use-conversation.ts";
import { useDictation } from "./use-dictation.ts";

export function ChatInput({ onSend }: { onSend(text: string, attached: readonly Attached[]): boolean }) {
  const [text, setText] = useState("");
  const dictation = useDictation(setText);
  const files = useAttachments();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (files.isSending || !onSend(text, files.attached)) return;
    setText("");
    files.clear();
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {files.attached.length > 0 && (
        <Row as="ul" gap={6} wrap pad={4} className={styles.chips} aria-label={t`Attached`}>
          {files.attached.map(({ id, title }) => (
            <li key={id} className={styles.chip}>
              {title}
              <IconButton label={t`Remove ${title}`} icon={X} onClick={() => files.remove(id)} />
            </li>
          ))}
        </Row>
      )}
      {dictation.isRecording && (
        <Text tone="soft" size="label" className={styles.recordingNotice}>
          {t`Your browser transcribes this and may send the audio to its vendor.`}
        </Text>
      )}
      <input
        className={styles.input}
        aria-label={t`Message to the assistant`}
        placeholder={dictation.isRecording ? t`Listening...` : t`Ask me anything...`}
        autoComplete="off"
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
