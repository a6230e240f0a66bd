import { useState } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { MAX_MESSAGE, type MessageOnWire } from "../../model.ts";
import { editMessage } from "./message-actions.ts";
import styles from "./message-item.module.css";

/** Replaces the bubble: Enter saves, Escape cancels. */
export function MessageEditor({ message, onClose }: { message: MessageOnWire; onClose(): void }) {
  const [text, setText] = useState(message.content);
  const save = () => {
    const content = text.trim();
    if (content === "") return;
    if (content === message.content) return onClose();
    onClose();
    // editMessage has reported its failure.
    void editMessage(message, content).catch(() => undefined);
  };
  return (
    <div className={styles.editor}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the message whose pencil had the focus
        autoFocus
        aria-label={t`Edit message`}
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
      <Row justify="end" pad="6px 0 0">
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button size="compact-sm" onClick={save}>
          {t`Save`}
        </Button>
      </Row>
    </div>
  );
}
