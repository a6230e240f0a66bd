import { Checkbox } from "@mantine/core";
import { CircleAlert, Sparkles } from "lucide-react";
import { memo } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { PRIORITY_LABELS, STATUS_LABELS } from "../../model.ts";
import { deliveryNote, PRIORITY_TONES, peopleOf, STATUS_TONES } from "../email-labels.ts";
import { formatMoment } from "../format-moment.ts";
import { Highlighted } from "../reading/highlighted.tsx";
import { emailRecords } from "../records.ts";
import styles from "./email-card.module.css";
import { EmailMenu, viewEmail } from "./email-menu.tsx";
import { selection, useIsTicked } from "./selection.ts";

type EmailCardProps = { id: string; isActive: boolean; position: number; count: number };

/** One email with all its facts (MAIL-11 to MAIL-20). */
export const EmailCard = memo(function EmailCard({ id, isActive, position, count }: EmailCardProps) {
  const email = useRecord(emailRecords, id);
  const isTicked = useIsTicked(id);
  if (!email) return null;
  const isUnread = email.status === "received" && !email.isRead;
  const note = deliveryNote(email);
  return (
    <div className={styles.place}>
      {/* biome-ignore lint/a11y/useSemanticElements: see EmailList */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens as well, see useEmailKeys */}
      <div
        role="listitem"
        id={`email-${id}`}
        tabIndex={isActive ? 0 : -1}
        aria-label={email.subject}
        aria-posinset={position}
        aria-setsize={count}
        data-email={id}
        data-unread={isUnread || undefined}
        data-ticked={isTicked || undefined}
        className={styles.card}
        onClick={(event) => {
          if (!isControl(event.target)) viewEmail(email);
        }}
      >
        <Checkbox
          className={styles.tick}
          aria-label={`Select '${email.subject}'`}
          checked={isTicked}
          onChange={() => selection.toggle(id)}
        />
        <div className={styles.words}>
          <div className={styles.head}>
            {isUnread && <span className={styles.unread} role="img" aria-label="Unread" title="Unread" />}
            <span className={styles.subject}>
              <Highlighted text={email.subject} />
            </span>
            <span className={styles.badges}>
              <Badge tone={STATUS_TONES[email.status]} dot>
                {STATUS_LABELS[email.status]}
              </Badge>
              <Badge tone={PRIORITY_TONES[email.priority]}>{PRIORITY_LABELS[email.priority]}</Badge>
              {email.category && <Badge>{email.category}</Badge>}
            </span>
          </div>
          <div className={styles.line}>
            <span className={styles.people}>{peopleOf(email)}</span>
            <time className={styles.date} dateTime={email.createdAt}>
              {formatMoment(email.createdAt)}
            </time>
          </div>
          {email.aiSummary && (
            <p className={styles.summary}>
              <Sparkles size={14} strokeWidth={1.75} aria-label="AI summary" />
              <span>{email.aiSummary}</span>
            </p>
          )}
          <p className={styles.preview}>
            <Highlighted text={email.preview} />
          </p>
          {email.status === "scheduled" && email.scheduledSend && (
            <p className={styles.note}>Leaves on {formatMoment(email.scheduledSend)}</p>
          )}
          {note && (
            <p className={styles.note} data-tone={email.delivery?.state === "failed" ? "bad" : "warn"}>
              <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
              <span>{note}</span>
            </p>
          )}
        </div>
        <EmailMenu email={email} />
      </div>
    </div>
  );
});

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest("button, input, label, [role=menu]") !== null;
