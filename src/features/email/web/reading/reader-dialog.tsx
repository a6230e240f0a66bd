import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Forward, Pencil, Reply, RotateCcw, Sparkles } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { ApiError } from "#platform/client/resource-client.ts";
import { Badge } from "#ui/display/badge.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type EmailOnWire, type OpenEmailOnWire, PRIORITY_LABELS, STATUS_LABELS } from "../../model.ts";
import { emails } from "../api.ts";
import { isEditable, PRIORITY_TONES, STATUS_TONES } from "../email-labels.ts";
import { formatMoment } from "../format-moment.ts";
import { canSendAgain } from "../list/email-menu.tsx";
import { closeDialog, openReader } from "../open-dialog.ts";
import { markRead, sendAgain } from "../organizing/email-actions.ts";
import { emailRecords } from "../records.ts";
import { editEmail, forward, reply, replyWithAi } from "../writing/send-draft.ts";
import { DeliveryReport } from "./delivery-report.tsx";
import { MessageBody } from "./message-body.tsx";
import styles from "./reader-dialog.module.css";
import { openedQuery } from "./thread-queries.ts";

/** One email as text, with what became of it; opening it is reading it. */
export function ReaderDialog({ id }: { id: string }) {
  const { data: email, error, refetch } = useQuery(openedQuery(id));
  const opened = useEffectEvent((read: OpenEmailOnWire) => {
    emailRecords.receive([read]);
    markRead(read, true);
  });
  const isThere = email !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it is there
  useEffect(() => {
    if (email) opened(email);
  }, [isThere]);
  if (!email)
    return (
      <Dialog isOpen size="large" onClose={closeDialog} title="Email">
        {error ? (
          <ErrorState
            title={isGone(error) ? "This email is in the trash or gone" : "Failed to fetch emails"}
            {...(!isGone(error) && { onRetry: () => void refetch() })}
          />
        ) : (
          <SkeletonRows count={5} label="The email is on its way" />
        )}
      </Dialog>
    );
  return (
    <Dialog
      isOpen
      size="large"
      onClose={closeDialog}
      title={email.subject}
      footer={<Acts email={email} onAgain={() => void sendAgain(email).then(() => refetch())} />}
    >
      <article className={styles.email} aria-label={email.subject}>
        <Facts email={email} />
        {email.aiSummary && (
          <p className={styles.summary}>
            <Sparkles size={14} strokeWidth={1.75} aria-label="AI summary" />
            <span>{email.aiSummary}</span>
          </p>
        )}
        <DeliveryReport email={email} />
        <MessageBody email={email} />
        <Thread email={email} />
      </article>
    </Dialog>
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === "not_found";

function Facts({ email }: { email: OpenEmailOnWire }) {
  const { sender, recipients, cc, bcc, status, priority, category } = email;
  const rows = [
    ["From", sender],
    ["To", recipients.join(", ")],
    ["Cc", cc.join(", ")],
    ["Bcc", bcc.join(", ")],
    [email.sentAt ? "Sent" : "Date", formatMoment(email.sentAt ?? email.createdAt)],
  ].filter(([, value]) => value);
  return (
    <header className={styles.facts}>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <span className={styles.badges}>
        <Badge tone={STATUS_TONES[status]} dot>
          {STATUS_LABELS[status]}
        </Badge>
        <Badge tone={PRIORITY_TONES[priority]}>{PRIORITY_LABELS[priority]}</Badge>
        {category && <Badge>{category}</Badge>}
      </span>
    </header>
  );
}

/** The other messages of the conversation. */
function Thread({ email: { id, threadId } }: { email: EmailOnWire }) {
  const { data } = useQuery(emails.list.query({ threadId, limit: 50 }));
  const others = (data?.items ?? []).filter((other) => other.id !== id);
  if (others.length === 0) return null;
  return (
    <section className={styles.thread} aria-labelledby="thread">
      <h3 id="thread">In this conversation</h3>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <button type="button" className={styles.other} onClick={() => openReader(other.id)}>
              <span className={styles.who}>{other.sender}</span>
              <span className={styles.what}>{other.preview}</span>
              <time dateTime={other.createdAt}>{formatMoment(other.createdAt)}</time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Acts({ email, onAgain }: { email: OpenEmailOnWire; onAgain(): void }) {
  const { id } = email;
  const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
  return (
    <>
      {canSendAgain(email) && (
        <Button variant="default" leftSection={<RotateCcw {...icon} />} onClick={onAgain}>
          Send Again
        </Button>
      )}
      {isEditable(email) && (
        <Button variant="default" leftSection={<Pencil {...icon} />} onClick={() => void editEmail(id)}>
          Edit
        </Button>
      )}
      <Button variant="default" leftSection={<Forward {...icon} />} onClick={() => void forward([id])}>
        Forward
      </Button>
      <Button variant="default" leftSection={<Sparkles {...icon} />} onClick={() => void replyWithAi(id)}>
        AI Reply
      </Button>
      <Button leftSection={<Reply {...icon} />} onClick={() => void reply(id)}>
        Reply
      </Button>
    </>
  );
}
