import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { PromiseStrip } from "#features/contacts/web/slots.ts";
import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { ARCHIVED, type EmailOnWire, PRIORITY_LABELS, STATUS_LABELS } from "../../model.ts";
import { PRIORITY_TONES, STATUS_TONES } from "../email-labels.ts";
import { formatMoment, formatRecent } from "../format-moment.ts";
import { unsubscribeFrom } from "../organizing/subscription-actions.ts";
import { AiSummary } from "./ai-summary.tsx";
import { DeliveryReport } from "./delivery-report.tsx";
import { addressOf, nameOf, namesOf } from "./format-people.ts";
import styles from "./message.module.css";
import { MessageBody } from "./message-body.tsx";
import { ReceiptRequest } from "./receipt-request.tsx";
import { openedQuery } from "./thread-queries.ts";

type MessageProps = { email: EmailOnWire; isOpen: boolean; onToggle(): void };

/** One email of a conversation, as one line or in full. */
export function Message({ email, isOpen, onToggle }: MessageProps) {
  const { id, sender, status, isRead } = email;
  const author = nameOf(sender) || t`me`;
  return (
    <Box
      as="article"
      pad="0 20px"
      className={styles.message}
      data-message={id}
      data-open={isOpen || undefined}
      data-unread={(status === "received" && !isRead) || undefined}
      aria-label={`${author}, ${formatMoment(email.createdAt)}`}
    >
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={onToggle}>
        <PersonAvatar name={author} email={addressOf(sender)} />
        <Text as="span" weight="medium" overflow="dots" className={styles.who}>
          {author}
          {!isOpen && (status === "draft" || status === "scheduled") && (
            <>
              {" "}
              <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
            </>
          )}
          {isOpen && addressOf(sender) !== author && (
            <Text
              as="span"
              tone="faint"
              size="label"
              weight="regular"
              margin="0 0 0 6px"
              className={styles.address}
            >
              {addressOf(sender)}
            </Text>
          )}
        </Text>
        <Text as="time" tone="faint" size="label" dateTime={email.createdAt}>
          {isOpen ? formatMoment(email.sentAt ?? email.createdAt) : formatRecent(email.createdAt)}
        </Text>
        <Text as="span" size="list" tone="soft" overflow="dots" className={styles.below}>
          {isOpen ? peopleLine(email) : email.preview}
        </Text>
      </button>
      {isOpen && <Opened email={email} />}
    </Box>
  );
}

function peopleLine({ recipients, cc, bcc }: EmailOnWire): string {
  const parts = [
    recipients.length > 0 && t`To ${namesOf(recipients)}`,
    cc.length > 0 && t`Cc ${namesOf(cc)}`,
    bcc.length > 0 && t`Bcc ${namesOf(bcc)}`,
  ];
  return parts.filter(Boolean).join(" · ") || t`To nobody`;
}

function Opened({ email }: { email: EmailOnWire }) {
  const { status, priority, category, aiSummary, scheduledSend } = email;
  const { data, error, refetch } = useQuery(openedQuery(email.id));
  const badges = [
    status !== "received" && (
      <Badge key="status" tone={STATUS_TONES[status]} dot>
        {STATUS_LABELS[status]}
      </Badge>
    ),
    priority !== "medium" && (
      <Badge key="priority" tone={PRIORITY_TONES[priority]}>
        {PRIORITY_LABELS[priority]}
      </Badge>
    ),
    category && category !== ARCHIVED && <Badge key="category">{category}</Badge>,
    ...(data?.mailboxes ?? [])
      .filter(({ role }) => role === "other")
      .map(({ id, name }) => <Badge key={id}>{name}</Badge>),
    data && data.unsubscribe !== "none" && <Unsubscribe key="unsubscribe" sender={data.sender} />,
  ].filter(Boolean);
  return (
    <div className={styles.body}>
      {badges.length > 0 && (
        <Row gap={6} wrap>
          {badges}
        </Row>
      )}
      {status === "scheduled" && scheduledSend && (
        <Text size="label" tone="soft" weight="medium">
          {t`Leaves on ${formatMoment(scheduledSend)}`}
        </Text>
      )}
      {aiSummary && <AiSummary text={aiSummary} />}
      {data && <DeliveryReport email={data} />}
      {data && <ReceiptRequest email={data} />}
      {data ? (
        <MessageBody email={data} />
      ) : error ? (
        <ErrorState title={t`This email cannot be read right now`} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText count={4} label={t`The email is on its way`} />
      )}
      {data && <PromiseStrip threadId={email.threadId} sourceId={email.id} />}
    </div>
  );
}

/** For mail from a list that can be unsubscribed from. */
function Unsubscribe({ sender }: { sender: string }) {
  const [isUnsubscribing, setUnsubscribing] = useState(false);
  const leave = async () => {
    setUnsubscribing(true);
    await unsubscribeFrom([{ sender: addressOf(sender).toLowerCase() }]);
    setUnsubscribing(false);
  };
  return (
    <Button variant="default" size="compact-sm" loading={isUnsubscribing} onClick={() => void leave()}>
      {t`Unsubscribe`}
    </Button>
  );
}
