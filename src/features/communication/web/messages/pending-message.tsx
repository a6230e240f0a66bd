import { CircleAlert, Clock, RotateCw, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { LinkText } from "./link-text.tsx";
import { outbox } from "./message-actions.ts";
import extras from "./message-extras.module.css";
import { Attachments, QuoteWords } from "./message-extras.tsx";
import styles from "./message-item.module.css";
import type { QueuedMessage } from "./outbox.ts";

const LABELS = {
  sending: t`Your message, on its way`,
  waiting: t`Your message, waiting for a connection`,
  failed: t`Your message, not sent`,
} as const;

/** An unconfirmed message: sending, waiting or failed. */
export function PendingMessage({ waiting }: { waiting: QueuedMessage }) {
  const { state, content, replyTo, attachments, mentions } = waiting;
  return (
    <Row
      as="article"
      pad="1px 20px"
      align="stretch"
      className={styles.message}
      data-mine
      data-first
      data-state={state}
      aria-label={LABELS[state]}
    >
      <div className={styles.body}>
        {replyTo && (
          <p className={extras.quote}>
            <QuoteWords quote={replyTo} />
          </p>
        )}
        <div className={styles.line}>
          <p className={styles.text}>
            <LinkText text={content} names={mentions.map(({ name }) => name)} />
          </p>
        </div>
        <Attachments attachments={attachments} />
        {state === "sending" ? (
          <Text tone="faint" size="label" margin="2px 0 0" className={styles.mark}>
            {t`Sending …`}
          </Text>
        ) : (
          <HeldUp waiting={waiting} />
        )}
      </div>
    </Row>
  );
}

function HeldUp({ waiting }: { waiting: QueuedMessage }) {
  const hasFailed = waiting.state === "failed";
  const Icon = hasFailed ? CircleAlert : Clock;
  return (
    <Row
      as="p"
      tone="bad"
      size="label"
      margin="2px 0 0"
      gap={6}
      lineGap={4}
      wrap
      justify="end"
      className={styles.failure}
      data-waiting={!hasFailed || undefined}
    >
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span>{hasFailed ? t`Not sent` : t`Waiting for a connection`}</span>
      <button type="button" onClick={() => void outbox.retry(waiting)}>
        <RotateCw size={14} strokeWidth={2} aria-hidden />
        {` ${t`Try again`}`}
      </button>
      <button type="button" onClick={() => outbox.discard(waiting)}>
        <X size={14} strokeWidth={2} aria-hidden />
        {` ${t`Discard`}`}
      </button>
    </Row>
  );
}
