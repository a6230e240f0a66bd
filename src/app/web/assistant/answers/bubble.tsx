import { Paperclip, Pencil } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "../assistant-panel.module.css";
import type { Entry } from "../conversation.ts";
import type { useConversation } from "../use-conversation.ts";
import { MarkedText, MarksNote } from "./marked-text.tsx";

/** After the page: nothing has an answer yet. */
export const AnswerDetails = laterPart(async () => (await import("../answer-details.tsx")).AnswerDetails);

type BubbleProps = { entry: Entry; conversation: ReturnType<typeof useConversation>; isLast: boolean };

/** One sentence or answer, with what belongs to it. */
export function Bubble({ entry, conversation, isLast }: BubbleProps) {
  const { content, isUser, message, failed, notice, attached = [] } = entry;
  if (message?.intent === "assistant.focus")
    return (
      <Text tone="faint" size="label" overflow="dots">
        {content}
      </Text>
    );
  const isReplaceable = isUser && entry.id === conversation.replaceableId;
  return (
    <Stack
      gap={6}
      align={isUser ? "end" : "start"}
      className={styles.entry}
      data-from={isUser ? "user" : "assistant"}
      data-replaced={conversation.replaced?.questionId === entry.id || undefined}
    >
      <Row gap={4} className={styles.line}>
        {isReplaceable && (
          <IconButton
            className={styles.edit}
            label={t`Edit your last sentence`}
            icon={Pencil}
            onClick={conversation.startReplacing}
          />
        )}
        <p className={styles.bubble} data-failed={failed ? true : undefined}>
          <span className="visually-hidden">{isUser ? t`You:` : t`Assistant:`} </span>
          {message && !isUser ? <MarkedText text={content} marks={message.marks} /> : content}
        </p>
      </Row>
      {message && message.marks.length > 0 && <MarksNote marks={message.marks} />}
      {attached.map(({ id, title }) => (
        <span key={id} className={styles.attached}>
          <Paperclip size={14} strokeWidth={1.75} aria-hidden />
          {title}
        </span>
      ))}
      {notice && (
        <Text tone="faint" size="label">
          {t`${notice}. The built-in engine answered.`}
        </Text>
      )}
      {failed && <PillButton onClick={() => conversation.retry(entry)}>{t`Ask again`}</PillButton>}
      {message && !isUser && (
        <AnswerDetails
          message={message}
          isLast={isLast}
          onDecide={conversation.applyDecision}
          onEdit={conversation.edit}
          onSuggestion={conversation.send}
        />
      )}
    </Stack>
  );
}
