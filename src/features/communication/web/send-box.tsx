import { ActionIcon } from "@mantine/core";
import { SendHorizontal } from "lucide-react";
import { useRef } from "react";
import { useShortcut } from "#ui/shortcuts.ts";
import { MAX_MESSAGE } from "../model.ts";
import { outbox } from "./act-on-messages.ts";
import { focusConversation } from "./conversation-list.tsx";
import { useDraft } from "./outbox.ts";
import styles from "./send-box.module.css";

/** Enter sends, Shift+Enter begins a line (COMM-24, COMM-25). What is typed is kept per conversation. */
export function SendBox({ id, name }: { id: string; name: string }) {
  const draft = useDraft(outbox, id);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft.trim();
  const isTooLong = text.length > MAX_MESSAGE;
  useShortcut("r", "Write a message", "Communication", () => field.current?.focus());
  const send = () => {
    if (text === "" || isTooLong) return;
    outbox.setDraft(id, "");
    void outbox.send(id, text);
    field.current?.focus();
  };
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.field}>
        <textarea
          ref={field}
          rows={1}
          aria-label="Message"
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? "message-too-long" : undefined}
          placeholder={`Write to ${name}`}
          enterKeyHint="send"
          value={draft}
          onChange={({ target }) => outbox.setDraft(id, target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Escape") focusConversation(id);
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            send();
          }}
        />
        <ActionIcon
          type="submit"
          aria-label="Send"
          title="Send"
          size={32}
          variant="filled"
          className={styles.send}
          disabled={text === "" || isTooLong}
        >
          <SendHorizontal size={16} strokeWidth={2} aria-hidden />
        </ActionIcon>
      </div>
      {isTooLong && (
        <p id="message-too-long" className={styles.problem}>
          {`A message has at most ${MAX_MESSAGE.toLocaleString("en-US")} characters; this one has ${text.length.toLocaleString("en-US")}.`}
        </p>
      )}
    </form>
  );
}
