import { Sparkles } from "lucide-react";
import styles from "./assistant-panel.module.css";
import { ChatInput } from "./chat-input.tsx";
import { type ChatMessage, useConversation } from "./use-conversation.ts";

/** `isFull` fills the page; on the dashboard it is a panel below the cards. */
export function AssistantPanel({ isFull }: { isFull?: boolean }) {
  const { messages, send } = useConversation();
  const last = messages.at(-1);
  return (
    <section className={styles.panel} data-full={isFull || undefined} aria-labelledby="assistant-title">
      <header className={isFull ? "visually-hidden" : styles.header}>
        <Sparkles size={18} strokeWidth={1.75} aria-hidden />
        <h2 id="assistant-title" className={styles.title}>
          AI Assistant
        </h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <div className={styles.messages} role="log" aria-label="Conversation" tabIndex={0}>
        {messages.map((message) => (
          <Bubble key={message.id} message={message} isLast={message === last && messages.length > 1} />
        ))}
      </div>
      <ChatInput onSend={send} />
    </section>
  );
}

function Bubble({ message, isLast }: { message: ChatMessage; isLast: boolean }) {
  return (
    <p
      className={styles.bubble}
      data-from={message.isUser ? "user" : "assistant"}
      ref={(bubble) => {
        if (isLast && bubble?.parentElement)
          bubble.parentElement.scrollTop = bubble.parentElement.scrollHeight;
      }}
    >
      <span className="visually-hidden">{message.isUser ? "You: " : "Assistant: "}</span>
      {message.content}
    </p>
  );
}
