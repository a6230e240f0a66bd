import { Paperclip, Star } from "lucide-react";
import { memo } from "react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { RowItem } from "#ui/lists/row-list.tsx";
import { ARCHIVED, type EmailOnWire, MAX_THREAD_SIZE, PRIORITY_LABELS, STATUS_LABELS } from "../../model.ts";
import { deliveryNote } from "../email-labels.ts";
import { formatRecent } from "../format-moment.ts";
import { namesOf } from "../reading/format-people.ts";
import { Highlighted } from "../reading/highlighted.tsx";
import { emailRecords } from "../records.ts";
import { useIsTicked } from "./selection.ts";
import styles from "./thread-row.module.css";

type ThreadRowProps = {
  id: string;
  isOpen: boolean;
  /** It says where the email lies: among results from all mail. */
  hasPlace: boolean;
  position: number;
  count: number;
  onOpen(id: string): void;
  /** The pointer entered the row or pressed it. */
  onNear(id: string, isPressed: boolean): void;
};

/** A conversation, by its newest email. */
export const ThreadRow = memo(function ThreadRow({
  id,
  isOpen,
  hasPlace,
  position,
  count,
  onOpen,
  onNear,
}: ThreadRowProps) {
  const email = useRecord(emailRecords, id);
  const isTicked = useIsTicked(id);
  if (!email) return null;
  const isUnread = email.status === "received" && !email.isRead;
  return (
    <RowItem
      id={`thread-${id}`}
      tabIndex={isOpen || position === 1 ? 0 : -1}
      aria-label={email.subject}
      position={position}
      count={count}
      aria-current={isOpen || undefined}
      data-email={id}
      data-open={isOpen || undefined}
      data-unread={isUnread || undefined}
      data-ticked={isTicked || undefined}
      className={styles.row}
      onClick={() => onOpen(id)}
      onPointerEnter={() => onNear(id, false)}
      onPointerDown={() => onNear(id, true)}
    >
      {isUnread && <span className={styles.unread} role="img" aria-label={t`Unread`} title={t`Unread`} />}
      <FirstLine email={email} hasPlace={hasPlace} />
      <div className={styles.words}>
        <Marks email={email} />
        <span className={styles.text}>
          <span className={styles.subject}>
            <Highlighted text={email.subject} />
          </span>{" "}
          <span className={styles.preview}>
            <Highlighted text={email.preview} />
          </span>
        </span>
      </div>
    </RowItem>
  );
});

/** Who, where among results from all mail, and when. */
function FirstLine({ email, hasPlace }: { email: EmailOnWire; hasPlace: boolean }) {
  return (
    <div className={styles.line}>
      <Text as="span" size="list" overflow="dots" grow className={styles.who}>
        <Highlighted text={correspondentsOf(email)} />
        {email.threadSize > 1 && (
          <Text as="span" tone="faint" size="label" weight="regular" margin="0 0 0 6px">
            {sizeOf(email)}
          </Text>
        )}
      </Text>
      {hasPlace && (
        <Text as="span" tone="faint" size="label" noShrink>
          {placeOf(email)}
        </Text>
      )}
      <Text as="time" tone="faint" size="label" isTabular noShrink dateTime={email.createdAt}>
        {formatRecent(email.createdAt)}
      </Text>
    </div>
  );
}

const sizeOf = ({ threadSize }: EmailOnWire) =>
  threadSize >= MAX_THREAD_SIZE ? `${MAX_THREAD_SIZE}+` : threadSize;

/** Received mail shows its sender, all other mail its recipients. */
function correspondentsOf({ status, sender, recipients }: EmailOnWire): string {
  if (status === "received") return namesOf([sender]);
  const names = namesOf(recipients);
  return names ? t`To: ${names}` : t`To: nobody`;
}

/** The part of the mailbox that contains it; a tag says so of mail that is not sent. */
function placeOf({ status, category, folder, folderName, snoozedUntil }: EmailOnWire): string | null {
  if (status !== "received") return status === "sent" ? STATUS_LABELS.sent : null;
  if (category === ARCHIVED || folder === "archive") return t`Archived`;
  if (snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()) return t`Snoozed`;
  return folder === "inbox" ? t`Inbox` : (folderName ?? t`Other folder`);
}

const isStopped = (status: EmailOnWire["status"]) =>
  status === "failed" || status === "held" || status === "uncertain";

function Marks({ email }: { email: EmailOnWire }) {
  const { status, priority, category, isStarred, hasAttachments } = email;
  const isTroubled = status === "failed" || deliveryNote(email) !== null;
  return (
    <Row as="span" tone="faint" size="label" noShrink alignSelf="center" gap={6} className={styles.marks}>
      {hasAttachments && <Paperclip size={14} strokeWidth={1.75} aria-label={t`Has attachments`} />}
      {isStarred && <Star className={styles.star} size={14} strokeWidth={1.75} aria-label={t`Starred`} />}
      {isTroubled && (
        <span className={styles.tag} data-tone={status === "failed" ? "bad" : "warn"}>
          {isStopped(status) ? STATUS_LABELS[status] : t`Not delivered`}
        </span>
      )}
      {(status === "draft" || status === "scheduled") && (
        <span className={styles.tag}>{STATUS_LABELS[status]}</span>
      )}
      {(priority === "urgent" || priority === "high") && (
        <span className={styles.tag} data-tone={priority === "urgent" ? "bad" : "warn"}>
          {PRIORITY_LABELS[priority]}
        </span>
      )}
      {category && category !== ARCHIVED && <span className={styles.tag}>{category}</span>}
    </Row>
  );
}
