import { CircleAlert } from "lucide-react";
import { memo } from "react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { RowItem } from "#ui/lists/row-list.tsx";
import { type EmailOnWire, PRIORITY_LABELS, STATUS_LABELS } from "../../model.ts";
import { categoryOf, deliveryNote, PRIORITY_TONES, peopleOf, STATUS_TONES } from "../email-labels.ts";
import { formatMoment } from "../format-moment.ts";
import { AiSummary } from "../reading/ai-summary.tsx";
import { Highlighted } from "../reading/highlighted.tsx";
import { emailRecords } from "../records.ts";
import { viewEmail } from "../view-email.ts";
import styles from "./email-card.module.css";
import { EmailMenu } from "./email-menu.tsx";
import { selection, useIsTicked } from "./selection.ts";

type EmailCardProps = { id: string; isActive: boolean; position: number; count: number };

/** One email with all its facts (MAIL-11 to MAIL-20). */
export const EmailCard = memo(function EmailCard({ id, isActive, position, count }: EmailCardProps) {
  const email = useRecord(emailRecords, id);
  const isTicked = useIsTicked(id);
  if (!email) return null;
  const isUnread = email.status === "received" && !email.isRead;
  return (
    <Box pad="0 0 8px">
      <RowItem
        id={`email-${id}`}
        tabIndex={isActive ? 0 : -1}
        aria-label={email.subject}
        position={position}
        count={count}
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
          aria-label={t`Select '${email.subject}'`}
          checked={isTicked}
          onChange={() => selection.toggle(id)}
        />
        <Stack gap={4} grow>
          <CardHead email={email} isUnread={isUnread} />
          <PeopleAndTime email={email} />
          {email.aiSummary && (
            <Box maxWidth="75ch">
              <AiSummary text={email.aiSummary} />
            </Box>
          )}
          <Text size="list" tone="soft" lines={2} maxWidth="110ch">
            <Highlighted text={email.preview} />
          </Text>
          {email.status === "scheduled" && email.scheduledSend && (
            <Text size="label" tone="soft" weight="medium">
              {t`Leaves on ${formatMoment(email.scheduledSend)}`}
            </Text>
          )}
          <DeliveryNote email={email} />
        </Stack>
        <EmailMenu email={email} />
      </RowItem>
    </Box>
  );
});

type PartProps = { email: EmailOnWire };

/** The subject, and what the email is: its status, its priority, its category. */
const CardHead = ({ email, isUnread }: PartProps & { isUnread: boolean }) => (
  <div className={styles.head}>
    {isUnread && <span className={styles.unread} role="img" aria-label={t`Unread`} title={t`Unread`} />}
    <Text as="span" overflow="dots" weight="medium" className={styles.subject}>
      <Highlighted text={email.subject} />
    </Text>
    <Row
      as="span"
      noShrink
      overflow="hidden"
      maxWidth="60%"
      gap={6}
      align="stretch"
      className={styles.badges}
    >
      <Badge tone={STATUS_TONES[email.status]} dot>
        {STATUS_LABELS[email.status]}
      </Badge>
      <Badge tone={PRIORITY_TONES[email.priority]}>{PRIORITY_LABELS[email.priority]}</Badge>
      {email.category && <Badge>{categoryOf(email)}</Badge>}
    </Row>
  </div>
);

const PeopleAndTime = ({ email }: PartProps) => (
  <Row tone="soft" size="list" gap={16} align="stretch" justify="space-between" className={styles.line}>
    <Text as="span" overflow="dots">
      {peopleOf(email)}
    </Text>
    <Text as="time" tone="faint" size="label" isTabular noShrink lineHeight={1.7} dateTime={email.createdAt}>
      {formatMoment(email.createdAt)}
    </Text>
  </Row>
);

/** What became of sending it, where that is to be known. */
function DeliveryNote({ email }: PartProps) {
  const note = deliveryNote(email);
  if (!note) return null;
  return (
    <IconText
      icon={CircleAlert}
      iconSize={14}
      gap={6}
      size="label"
      weight="medium"
      tone={email.delivery?.state === "failed" ? "bad" : "warn"}
    >
      {note}
    </IconText>
  );
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest("button, input, label, [role=menu]") !== null;
