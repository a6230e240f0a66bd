import { Paperclip, Sparkles, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { AnswerDetails } from "./answer-details.tsx";
import styles from "./assistant-panel.module.css";
import { ChatInput } from "./chat-input.tsx";
import { MarkedText, MarksNote } from "./marked-text.tsx";
import { previousArea } from "./previous-area.ts";
import { suggestionLabel, suggestSentences } from "./suggest-sentences.ts";
import { type Entry, useConversation } from "./use-conversation.ts";

/** `isFull` fills the page; without it, a panel below the cards of the dashboard. */
export function AssistantPanel({ isFull }: { isFull?: boolean }) {
  const conversation = useConversation({ acknowledges: isFull ? "when slow" : "always" });
  const { entries, isWaiting, send } = conversation;
  const log = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added last is scrolled to
  useEffect(() => {
    const { current } = log;
    if (current && entries.length > 1) current.scrollTop = current.scrollHeight;
  }, [entries.length, isWaiting]);
  return (
    <Stack
      as="section"
      gap={0}
      surface="card"
      className={styles.panel}
      data-full={isFull || undefined}
      aria-labelledby="assistant-title"
    >
      <header className={isFull ? "visually-hidden" : styles.header}>
        <Sparkles size={18} strokeWidth={1.75} aria-hidden />
        <Text id="assistant-title" as="h2" size="section">
          {t`AI Assistant`}
        </Text>
      </header>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <Stack
        ref={log}
        gap={8}
        pad={16}
        className={styles.messages}
        role="log"
        aria-label={t`Conversation`}
        tabIndex={0}
      >
        {entries.map((entry) => (
          <Bubble
            key={entry.id}
            entry={entry}
            conversation={conversation}
            isLast={entry === entries.at(-1)}
          />
        ))}
        {entries.length === 1 && !isWaiting && (
          <Suggestions page={isFull ? previousArea() : null} onSuggestion={send} />
        )}
        {isWaiting && <StreamingBubble conversation={conversation} />}
      </Stack>
      <ChatInput onSend={send} />
    </Stack>
  );
}

/** Suggestions for the current page and hour, before the first question. */
function Suggestions({ page, onSuggestion }: { page: string | null; onSuggestion(text: string): unknown }) {
  const [sentences] = useState(() => suggestSentences(page, new Date()));
  return (
    <Row as="ul" gap={6} wrap pad="4px 0 0" aria-label={t`Suggestions`}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <PillButton onClick={() => onSuggestion(sentence)}>{suggestionLabel(sentence)}</PillButton>
        </li>
      ))}
    </Row>
  );
}

/** The model's current step and its text as it streams; the answer can be stopped. */
function StreamingBubble({ conversation }: { conversation: ReturnType<typeof useConversation> }) {
  const { partialAnswer: partial, stop } = conversation;
  if (!partial) return <span className={styles.waiting} aria-hidden />;
  return (
    <Stack gap={6} align="start">
      {"text" in partial && partial.text !== "" && (
        <p className={styles.bubble}>
          <MarkedText text={partial.text} marks={partial.marks} />
        </p>
      )}
      <Row tone="faint" size="label" className={styles.underWay}>
        <span className={styles.waiting} aria-hidden />
        {"step" in partial && <code>{partial.step}</code>}
        <PillButton onClick={stop}>
          <Square size="0.75rem" strokeWidth={2} aria-hidden />
          {t`Stop`}
        </PillButton>
      </Row>
    </Stack>
  );
}

type BubbleProps = { entry: Entry; conversation: ReturnType<typeof useConversation>; isLast: boolean };

function Bubble({ entry, conversation, isLast }: BubbleProps) {
  const { content, isUser, message, retry, notice, attached = [] } = entry;
  return (
    <Stack
      gap={6}
      align={isUser ? "end" : "start"}
      className={styles.entry}
      data-from={isUser ? "user" : "assistant"}
    >
      <p className={styles.bubble} data-failed={retry ? true : undefined}>
        <span className="visually-hidden">{isUser ? t`You:` : t`Assistant:`} </span>
        {message && !isUser ? <MarkedText text={content} marks={message.marks} /> : content}
      </p>
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
      {retry && <PillButton onClick={() => conversation.retry(entry)}>{t`Try again`}</PillButton>}
      {message && !isUser && (
        <AnswerDetails
          message={message}
          isLast={isLast}
          onDecide={conversation.applyDecision}
          onSuggestion={conversation.send}
        />
      )}
    </Stack>
  );
}
