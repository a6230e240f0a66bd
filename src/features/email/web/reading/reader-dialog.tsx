import { useQuery } from "@tanstack/react-query";
import { Forward, Pencil, Reply, RotateCcw, Sparkles } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { t, term } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { Badge } from "#ui/display/badge.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { useShownRecord } from "#ui/shown-record.ts";
import { type EmailOnWire, type OpenEmailOnWire, PRIORITY_LABELS, STATUS_LABELS } from "../../model.ts";
import { emails } from "../api.ts";
import { categoryOf, isEditable, PRIORITY_TONES, STATUS_TONES } from "../email-labels.ts";
import { formatMoment } from "../format-moment.ts";
import { closeDialog, openReader } from "../open-dialog.ts";
import { markRead, sendAgain } from "../organizing/email-actions.ts";
import { emailRecords } from "../records.ts";
import { canSendAgain } from "../view-email.ts";
import { editEmail, forward, reply, replyWithAi } from "../writing/start-draft.ts";
import { AiSummary } from "./ai-summary.tsx";
import { DeliveryReport } from "./delivery-report.tsx";
import { MessageBody } from "./message-body.tsx";
import styles from "./reader-dialog.module.css";
import { ReceiptRequest } from "./receipt-request.tsx";
import { openedQuery } from "./thread-queries.ts";

/** One email as text, with its delivery; opening it marks it as read. */
export function ReaderDialog({ id }: { id: string }) {
  const { data: email, error, refetch } = useQuery(openedQuery(id));
  useShownRecord("email", id);
  const read = useEffectEvent(() => {
    if (!email) return;
    emailRecords.receive([email]);
    markRead(email, true);
  });
  // Once, when it is there.
  const isThere = email !== undefined;
  useEffect(() => {
    if (isThere) read();
  }, [isThere]);
  if (!email)
    return (
      <Dialog isOpen size="large" onClose={closeDialog} title={t`Email`}>
        {error ? (
          <ErrorState
            title={isNotFound(error) ? t`This email is in the trash or gone` : t`Failed to fetch emails`}
            {...(!isNotFound(error) && { onRetry: () => void refetch() })}
          />
        ) : (
          <SkeletonText count={4} label={t`The email is on its way`} />
        )}
      </Dialog>
    );
  return (
    <Dialog
      isOpen
      size="large"
      onClose={closeDialog}
      title={email.subject}
      footer={<ReaderActions email={email} onRetry={() => void sendAgain(email).then(() => refetch())} />}
    >
      <Stack as="article" gap={14} aria-label={email.subject}>
        <Facts email={email} />
        {email.aiSummary && <AiSummary text={email.aiSummary} />}
        <DeliveryReport email={email} />
        <ReceiptRequest email={email} />
        <MessageBody email={email} />
        <Thread email={email} />
      </Stack>
    </Dialog>
  );
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.code === "not_found";

function Facts({ email }: { email: OpenEmailOnWire }) {
  const { sender, recipients, cc, bcc, status, priority, category } = email;
  const rows = [
    [term("From", "sender of an email"), sender],
    [term("To", "recipients of an email"), recipients.join(", ")],
    [t`Cc`, cc.join(", ")],
    [t`Bcc`, bcc.join(", ")],
    [
      email.sentAt ? term("Sent", "when an email was sent") : t`Date`,
      formatMoment(email.sentAt ?? email.createdAt),
    ],
  ].filter(([, value]) => value);
  return (
    <Stack as="header" gap={10} pad="0px 0px 14px" line="below">
      <Stack as="dl" gap={2}>
        {rows.map(([name, value]) => (
          <Row key={name} gap={12} align="baseline">
            <Text as="dt" size="list" tone="faint" className={styles.name}>
              {name}
            </Text>
            <Text as="dd" size="list" tone="soft" overflow="break" shrink>
              {value}
            </Text>
          </Row>
        ))}
      </Stack>
      <Row as="span" gap={6} align="stretch" wrap>
        <Badge tone={STATUS_TONES[status]} dot>
          {STATUS_LABELS[status]}
        </Badge>
        <Badge tone={PRIORITY_TONES[priority]}>{PRIORITY_LABELS[priority]}</Badge>
        {category && <Badge>{categoryOf(email)}</Badge>}
      </Row>
    </Stack>
  );
}

/** The other messages of the conversation. */
function Thread({ email: { id, threadId } }: { email: EmailOnWire }) {
  const { data } = useQuery(emails.list.query({ threadId, limit: 50 }));
  const others = (data?.items ?? []).filter((other) => other.id !== id);
  if (others.length === 0) return null;
  return (
    <Stack as="section" gap={4} line="above" pad="12px 0px 0px" aria-labelledby="thread">
      <Text id="thread" as="h3" size="label" tone="soft" weight="medium">
        {t`In this conversation`}
      </Text>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <ListRow
              as="button"
              title={other.sender}
              detail={
                <Text as="span" tone="soft" overflow="dots">
                  {other.preview}
                </Text>
              }
              facts={<time dateTime={other.createdAt}>{formatMoment(other.createdAt)}</time>}
              onClick={() => openReader(other.id)}
            />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function ReaderActions({ email, onRetry }: { email: OpenEmailOnWire; onRetry(): void }) {
  const { id } = email;
  const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
  return (
    <>
      {canSendAgain(email) && (
        <Button variant="default" leftSection={<RotateCcw {...icon} />} onClick={onRetry}>
          {t`Send Again`}
        </Button>
      )}
      {isEditable(email) && (
        <Button variant="default" leftSection={<Pencil {...icon} />} onClick={() => void editEmail(id)}>
          {t`Edit`}
        </Button>
      )}
      <Button variant="default" leftSection={<Forward {...icon} />} onClick={() => void forward([id])}>
        {t`Forward`}
      </Button>
      <Button variant="default" leftSection={<Sparkles {...icon} />} onClick={() => void replyWithAi(id)}>
        {t`AI Reply`}
      </Button>
      <Button leftSection={<Reply {...icon} />} onClick={() => void reply(id)}>
        {t`Reply`}
      </Button>
    </>
  );
}
