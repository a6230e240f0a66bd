import { Paperclip, Sparkles, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AnswerDetails } from "./answer-details.tsx";
import styles from "./assistant-panel.module.css";
import { ChatInput } from "./chat-input.tsx";
import { previousArea } from "./previous-area.ts";
import { suggestSentences } from "./suggest-sentences.ts";
import { type Entry, useConversation } from "./use-conversation.ts";

/** `isFull` fills the page; on the dashboard it is a panel below the cards. */
export function AssistantPanel({ isFull }: { isFull?: boolean }) {
  const conversation = useConversation({ acknowledges: isFull ? "when slow" : "always" });
  const { entries, isWaiting, send } = conversation;
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added last is scrolled to
  useEffect(() => {
    const { current } = log;
    if (current && entries.length > 1) current.scrollTop = current.scrollHeight;
  }, [entries.length, isWaiting]);
  return (
    <section className={styles.panel} data-full={isFull || undefined} aria-labelledby="assistant-title">
      <header className={isFull ? "visually-hidden" : styles.header}>
        <Sparkles size={18} strokeWidth={1.75} aria-hidden />
        <h2 id="assistant-title" className={styles.title}>
          AI Assistant
        </h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <div ref={log} className={styles.messages} role="log" aria-label="Conversation" tabIndex={0}>
        {entries.map((entry) => (
          <Bubble
            key={entry.id}
            entry={entry}
            conversation={conversation}
            isLast={entry === entries.at(-1)}
          />
        ))}
        {entries.length === 1 && !isWaiting && (
          <Suggestions page={isFull ? previousArea() : null} onSay={send} />
        )}
        {isWaiting && <StreamingBubble conversation={conversation} />}
      </div>
      <ChatInput onSend={send} />
    </section>
  );
}

/** What could be asked here and now, before anything was. */
function Suggestions({ page, onSay }: { page: string | null; onSay(text: string): unknown }) {
  const [sentences] = useState(() => suggestSentences(page, new Date()));
  return (
    <ul className={styles.suggestions} aria-label="Suggestions">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <button type="button" className={styles.suggestion} onClick={() => onSay(sentence)}>
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What a model looks at, and its words as they come; they can be stopped. */
function StreamingBubble({ conversation }: { conversation: ReturnType<typeof useConversation> }) {
  const { partialAnswer: underWay, stop } = conversation;
  if (!underWay) return <span className={styles.waiting} aria-hidden />;
  return (
    <div className={styles.entry} data-from="assistant">
      {"text" in underWay && underWay.text !== "" && <p className={styles.bubble}>{underWay.text}</p>}
      <div className={styles.underWay}>
        <span className={styles.waiting} aria-hidden />
        {"step" in underWay && <code>{underWay.step}</code>}
        <button type="button" className={styles.suggestion} onClick={stop}>
          <Square size={12} strokeWidth={2} aria-hidden />
          Stop
        </button>
      </div>
    </div>
  );
}

type BubbleProps = { entry: Entry; conversation: ReturnType<typeof useConversation>; isLast: boolean };

function Bubble({ entry, conversation, isLast }: BubbleProps) {
  const { content, isUser, message, retry, notice, attached = [] } = entry;
  return (
    <div className={styles.entry} data-from={isUser ? "user" : "assistant"}>
      <p className={styles.bubble} data-failed={retry ? true : undefined}>
        <span className="visually-hidden">{isUser ? "You: " : "Assistant: "}</span>
        {content}
      </p>
      {attached.map(({ id, title }) => (
        <span key={id} className={styles.attached}>
          <Paperclip size={14} strokeWidth={1.75} aria-hidden />
          {title}
        </span>
      ))}
      {notice && <p className={styles.notice}>{notice}. The built-in engine answered.</p>}
      {retry && (
        <button type="button" className={styles.suggestion} onClick={() => conversation.retry(entry)}>
          Try again
        </button>
      )}
      {message && !isUser && (
        <AnswerDetails
          message={message}
          isLast={isLast}
          onDecide={conversation.settle}
          onSuggestion={conversation.send}
        />
      )}
    </div>
  );
}
