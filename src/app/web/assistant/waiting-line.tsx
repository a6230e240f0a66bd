import { Clock, Pencil, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./assistant-panel.module.css";
import type { Sentence } from "./conversation.ts";
import type { useConversation } from "./use-conversation.ts";

type Conversation = ReturnType<typeof useConversation>;

/** What was typed while an answer comes: it goes out in order, and until then can be changed or removed. */
export function WaitingLine({ conversation }: { conversation: Conversation }) {
  const { queue, editedId } = conversation;
  if (queue.length === 0) return null;
  return (
    <Stack as="ul" gap={4} align="end" aria-label={t`Waiting in line`}>
      {queue.map((sentence) => (
        <Row as="li" key={sentence.id} gap={4} className={styles.queued}>
          {sentence.id === editedId ? (
            <QueuedInput sentence={sentence} onSave={conversation.saveWaiting} />
          ) : (
            <>
              <Clock size={14} strokeWidth={1.75} aria-hidden />
              <Text as="span" size="list" overflow="break" grow>
                <span className="visually-hidden">{t`Waiting:`} </span>
                {sentence.text}
              </Text>
              <IconButton
                label={t`Edit '${sentence.text}'`}
                icon={Pencil}
                onClick={() => conversation.editWaiting(sentence.id)}
              />
              <IconButton
                label={t`Remove '${sentence.text}'`}
                icon={X}
                onClick={() => conversation.removeWaiting(sentence.id)}
              />
            </>
          )}
        </Row>
      ))}
    </Stack>
  );
}

type QueuedInputProps = { sentence: Sentence; onSave(id: string, text: string): void };

/** Enter and leaving it save; Escape takes the words that were there. */
function QueuedInput({ sentence: { id, text }, onSave }: QueuedInputProps) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === "Enter" && !nativeEvent.isComposing) onSave(id, typed);
    else if (key === "Escape") onSave(id, text);
  };
  return (
    <input
      className={styles.input}
      aria-label={t`Edit the waiting sentence`}
      value={typed}
      ref={input}
      data-takes-escape
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => onSave(id, typed)}
      onKeyDown={onKeyDown}
    />
  );
}
