import { Link } from "@tanstack/react-router";
import {
  CalendarPlus,
  CornerUpLeft,
  Download,
  FileText,
  ListChecks,
  Mail,
  MessagesSquare,
} from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { formatFixed } from "#platform/numbers/format-number.ts";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { FROM_LIST } from "#ui/use-way-back.ts";
import type { MessageOnWire } from "../../model.ts";
import { react } from "./message-actions.ts";
import styles from "./message-extras.module.css";
import type { DraftExtras } from "./outbox.ts";

type QuoteProps = { quote: { id: string; senderName: string; content: string | null } };

/** The message that this one replies to, as a link to it. */
export function Quoted({ quote, conversationId }: QuoteProps & { conversationId: string }) {
  return (
    <Link
      to="/communication"
      search={{ conversation: conversationId, message: quote.id }}
      className={styles.quote}
    >
      <QuoteWords quote={quote} />
    </Link>
  );
}

export function QuoteWords({ quote: { senderName, content } }: QuoteProps) {
  return (
    <>
      <CornerUpLeft size={14} strokeWidth={1.75} aria-hidden />
      <span className="visually-hidden">{t`In reply to`}</span>
      <Text as="span" tone="soft" weight="strong" noShrink>
        {senderName}
      </Text>
      <Text as="span" overflow="dots">
        {content ?? t`Message deleted`}
      </Text>
    </>
  );
}

/** Each opens in the reader of documents, from which the way back is the conversation; the download is beside it. */
export function Attachments({ attachments }: Pick<DraftExtras, "attachments">) {
  if (attachments.length === 0) return null;
  return (
    <Stack as="ul" gap={4} pad="4px 0 0" maxWidth="100%" aria-label={t`Attachments`}>
      {attachments.map(({ documentId, name, size }) => (
        <li key={documentId} className={styles.file}>
          <Link
            to={`/documents/${documentId}`}
            state={{ ...FROM_LIST, openedFrom: t`Conversation` }}
            className={styles.name}
          >
            <FileText size={18} strokeWidth={1.75} aria-hidden />
            <Text as="span" overflow="dots">
              {name}
            </Text>
            <Text as="span" tone="faint" size="label" noShrink>
              {describeSize(size)}
            </Text>
          </Link>
          <a
            className={styles.save}
            href={`/files/documents/${documentId}`}
            download={name}
            aria-label={t`Download '${name}'`}
            title={t`Download`}
          >
            <Download size={16} strokeWidth={1.75} aria-hidden />
          </a>
        </li>
      ))}
    </Stack>
  );
}

/** Below the bubble: each emoji once, with its count; a click adds or removes the user's own. */
export function Reactions({ message, me }: { message: MessageOnWire; me: string | undefined }) {
  if (message.reactions.length === 0) return null;
  return (
    <Row as="ul" gap={4} wrap pad="4px 0 2px" aria-label={t`Reactions`}>
      {message.reactions.map(({ emoji, userIds }) => {
        const isMine = me !== undefined && userIds.includes(me);
        return (
          <li key={emoji}>
            <PillButton
              aria-pressed={isMine}
              aria-label={`${emoji} ${userIds.length}`}
              onClick={() => void react(message, emoji, !isMine, me)}
            >
              <span aria-hidden>{emoji}</span>
              <span aria-hidden>{userIds.length}</span>
            </PillButton>
          </li>
        );
      })}
    </Row>
  );
}

/** The number of replies; a click opens the thread. */
export function Answers({ id, replyCount }: Pick<MessageOnWire, "id" | "replyCount">) {
  if (replyCount === 0) return null;
  return (
    <Link
      to="/communication"
      search={(before: Record<string, unknown>) => ({ ...before, thread: id })}
      resetScroll={false}
      className={styles.outcome}
    >
      <MessagesSquare size={14} strokeWidth={1.75} aria-hidden />
      {plural(replyCount, { one: `${replyCount} answer`, other: `${replyCount} answers` })}
    </Link>
  );
}

const OUTCOMES = {
  task: { icon: ListChecks, words: t`Your task`, to: "/tasks", search: (id: string) => ({ task: id }) },
  event: {
    icon: CalendarPlus,
    words: t`Your event`,
    to: "/calendar",
    search: (id: string) => ({ event: id }),
  },
  email: { icon: Mail, words: t`Your email`, to: "/email", search: (id: string) => ({ email: id }) },
} as const;

/** Links to what the reader created from the message. */
export function Outcomes({ outcomes }: Pick<MessageOnWire, "outcomes">) {
  return outcomes.map(({ kind, recordId }) => {
    const { icon: Icon, words, to, search } = OUTCOMES[kind];
    return (
      <Link key={recordId} to={to} search={search(recordId)} className={styles.outcome}>
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        {words}
      </Link>
    );
  });
}

export function describeSize(bytes: number): string {
  if (bytes < 1000) return t`${bytes} B`;
  if (bytes < 1_000_000) return t`${Math.round(bytes / 1000)} KB`;
  return t`${formatFixed(bytes / 1_000_000, 1)} MB`;
}
