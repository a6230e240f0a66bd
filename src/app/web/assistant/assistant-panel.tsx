import { Sparkles } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { iconOfRecord, kindOfRecord } from "../record-icons.ts";
import { useAuth } from "../session/auth-provider.tsx";
import { AnswerDetails, Bubble } from "./answers/bubble.tsx";
import { RunningAnswer } from "./answers/running-answer.tsx";
import styles from "./assistant-panel.module.css";
import { AssistantStatus } from "./assistant-status.tsx";
import { ChatInput } from "./chat-input.tsx";
import { setOwner } from "./conversation.ts";
import { previousArea } from "./previous-area.ts";
import { suggestionLabel, suggestSentences } from "./suggest-sentences.ts";
import { useConversation } from "./use-conversation.ts";
import { WaitingLine } from "./waiting-line.tsx";

/** Restores what was not answered before a reload, and scrolls to what was added last. */
function useLog({ entries, running, queue, restore }: ReturnType<typeof useConversation>) {
  const { user } = useAuth();
  const log = useRef<HTMLElement>(null);
  const restoreNow = useEffectEvent(restore);
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    setOwner(userId);
    restoreNow();
  }, [userId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added last is scrolled to
  useEffect(() => {
    const { current } = log;
    if (current && (entries.length > 1 || running)) current.scrollTop = current.scrollHeight;
  }, [entries.length, running?.sentence.id, running?.isAcknowledged, queue.length]);
  useEffect(() => (log.current ? followEnd(log.current) : undefined), []);
  return log;
}

/** How far from its end a log counts as being there, in pixels. */
const NEAR_END = 80;

/** Cards come after the answer that they belong to: whoever was at the end of the log stays there. */
function followEnd(log: HTMLElement): () => void {
  let isAtEnd = true;
  const onScroll = () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
  };
  const observer = new MutationObserver(() => {
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  });
  observer.observe(log, { childList: true, subtree: true });
  log.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    observer.disconnect();
    log.removeEventListener("scroll", onScroll);
  };
}

type AssistantPanelProps = {
  place: "page" | "dashboard" | "overlay";
  /** The kind of the record on the page below, which 'it' means. */
  about?: string | null;
};

/** What the page below the panel shows. */
const About = ({ kind }: { kind: string }) => (
  <IconText as="span" icon={iconOfRecord(kind)} size="label" tone="soft" grow>
    {t`About the ${kindOfRecord(kind)} on this page`}
  </IconText>
);

/**
 * `place` is the page of the assistant, the dashboard below its cards, or a panel over any page, whose frame has the
 * title and the status.
 */
export function AssistantPanel({ place, about = null }: AssistantPanelProps) {
  const isFull = place !== "dashboard";
  const conversation = useConversation({ acknowledges: isFull ? "when slow" : "always" });
  const { entries, running, queue, send } = conversation;
  const titleId = useId();
  useFetchAfterPage(AnswerDetails);
  const log = useLog(conversation);
  return (
    <Stack
      as="section"
      gap={0}
      surface={place === "overlay" ? undefined : "card"}
      className={styles.panel}
      data-place={place}
      aria-labelledby={titleId}
    >
      <header className={styles.header}>
        <Sparkles size={18} strokeWidth={1.75} aria-hidden />
        <Text id={titleId} as="h2" size="section" className={isFull ? "visually-hidden" : undefined}>
          {t`AI Assistant`}
        </Text>
        {about && <About kind={about} />}
        <AssistantStatus />
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
        {entries.length === 1 && !running && queue.length === 0 && (
          <Suggestions page={isFull ? previousArea() : null} onSuggestion={send} />
        )}
        {running && <RunningAnswer running={running} onStop={conversation.stop} />}
        <WaitingLine conversation={conversation} />
      </Stack>
      <ChatInput conversation={conversation} hasFocus={place === "overlay"} />
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
