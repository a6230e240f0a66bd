import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, MailCheck } from "lucide-react";
import { useId, useState } from "react";
import { t } from "#i18n/message.ts";
import { Button, ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { DeliveryStep } from "../../delivery-model.ts";
import type { OpenEmailOnWire } from "../../model.ts";
import { mailboxesQuery } from "../api.ts";
import { DELIVERY_STEP_LABELS, deliveryNote, describeReceipt, summarizeDelivery } from "../email-labels.ts";
import { formatMoment } from "../format-moment.ts";
import { markSent, sendAgain } from "../organizing/email-actions.ts";
import styles from "./delivery-report.module.css";
import { addressOf, nameOf } from "./format-people.ts";

/** The delivery to each recipient: one line, with the steps on demand. */
export function DeliveryReport({ email }: { email: OpenEmailOnWire }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const note = deliveryNote(email);
  const { deliveredTo, nextAttemptAt } = email;
  const troubled = deliveredTo.filter(({ reason }) => reason !== null);
  if (!note && deliveredTo.length === 0) return null;
  const isTroubled = Boolean(note) || troubled.length > 0;
  return (
    <Text
      as="section"
      size="list"
      className={styles.report}
      data-troubled={isTroubled || undefined}
      aria-label={t`Delivery`}
    >
      {note && (
        <IconText icon={CircleAlert} tone="warn" weight="medium">
          {note}
          {nextAttemptAt && ` ${t`Next try: ${formatMoment(nextAttemptAt)}`}`}
        </IconText>
      )}
      {email.delivery?.state === "uncertain" && <UncertainDelivery email={email} />}
      {(deliveredTo.length > 1 || !note) && troubled.length > 0 && !isOpen && (
        <Text as="ul" tone="soft" overflow="break" margin="6px 0 0 24px">
          {troubled.map(({ address, reason }) => (
            <li key={address}>
              <strong>{address}</strong> {reason}
            </li>
          ))}
        </Text>
      )}
      {email.isReceiptRequested && <ReadReceipts deliveredTo={deliveredTo} />}
      {deliveredTo.length > 0 && (
        <FoldButton isOpen={isOpen} controls={list} onToggle={() => setOpen(!isOpen)}>
          {summarizeDelivery(deliveredTo)}
        </FoldButton>
      )}
      <ul id={list} className={styles.people} hidden={!isOpen}>
        {isOpen &&
          deliveredTo.map(({ address, kind, steps }) => (
            <li key={address}>
              <strong>{address}</strong>
              {kind !== "to" && (
                <Text as="span" size="label" tone="soft">
                  {` ${kind === "cc" ? t`Cc` : t`Bcc`}`}
                </Text>
              )}
              <Stack as="ol" margin="4px 0 0" gap={2} aria-label={t`Steps to ${address}`}>
                {steps.map((step) => (
                  <Step key={`${step.at} ${step.state}`} {...step} />
                ))}
              </Stack>
            </li>
          ))}
      </ul>
    </Text>
  );
}

/** Who has confirmed to have read it, in the order of the recipients. */
function ReadReceipts({ deliveredTo }: Pick<OpenEmailOnWire, "deliveredTo">) {
  const came = deliveredTo.flatMap(({ address, receipt }) => (receipt ? [{ address, receipt }] : []));
  if (came.length === 0)
    return (
      <Stack margin="4px 0 0">
        <IconText icon={MailCheck} tone="soft">
          {t`Read receipt requested`}
        </IconText>
      </Stack>
    );
  return (
    <Stack as="ul" gap={2} margin="4px 0 0" aria-label={t`Read receipts`}>
      {came.map(({ address, receipt }) => (
        <li key={address}>
          <IconText icon={MailCheck}>
            <span title={addressOf(address)}>{describeReceipt(nameOf(address), receipt)}</span>
          </IconText>
        </li>
      ))}
    </Stack>
  );
}

/** Only its writer can find out whether an uncertain message arrived: first in the Sent folder of its account. */
function UncertainDelivery({ email }: { email: OpenEmailOnWire }) {
  const { accountId } = email;
  const { data } = useQuery({ ...mailboxesQuery, enabled: accountId !== null });
  const sent = data?.items.find((each) => each.accountId === accountId && each.role === "sent");
  return (
    <Stack gap={8} margin="6px 0 4px 24px">
      <Text tone="soft">
        {t`The connection broke while the message was handed over. Look in the Sent folder of your mail provider or ask the recipient; then send it again, or mark it as sent.`}
      </Text>
      <Row gap={8} wrap>
        {sent && (
          <Link
            to="/email"
            search={{ look: "split", view: "all", box: sent.id }}
            {...buttonAttributes({ variant: "default", size: "compact-sm" })}
          >
            <ButtonContent>{t`Open the Sent folder`}</ButtonContent>
          </Link>
        )}
        <Button variant="default" size="compact-sm" onClick={() => void sendAgain(email)}>
          {t`Send again`}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => void markSent(email)}>
          {t`Mark as sent`}
        </Button>
      </Row>
    </Stack>
  );
}

type StepProps = Omit<DeliveryStep, "at"> & { at: string };

const Step = ({ at, state, reason }: StepProps) => (
  <li className={styles.step} data-state={state}>
    <time dateTime={at}>{formatMoment(at)}</time>
    <span>
      {DELIVERY_STEP_LABELS[state]}
      {reason && <span> · {reason}</span>}
    </span>
  </li>
);
