import { ArrowUp, Mic } from "lucide-react";
import { type FormEvent, useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import styles from "./assistant-panel.module.css";
import { useDictation } from "./use-dictation.ts";

export function ChatInput({ onSend }: { onSend(text: string): boolean }) {
  const [text, setText] = useState("");
  const dictation = useDictation(setText);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (onSend(text)) setText("");
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <input
        className={styles.input}
        aria-label="Message to the assistant"
        placeholder={dictation.isRecording ? "Listening..." : "Ask me anything..."}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <IconButton
        label={dictation.isRecording ? "Stop recording" : "Start recording"}
        icon={Mic}
        className={styles.mic}
        aria-pressed={dictation.isRecording}
        onClick={dictation.toggle}
      />
      <IconButton label="Send message" icon={ArrowUp} className={styles.send} type="submit" />
    </form>
  );
}
