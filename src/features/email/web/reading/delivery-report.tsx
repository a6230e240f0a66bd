import { ChevronDown, CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { DeliveryStep, OpenEmailOnWire } from "../../model.ts";
import { DELIVERY_STEP_LABELS, deliveryNote, summarizeDelivery } from "../email-labels.ts";
import { formatMoment } from "../format-moment.ts";
import styles from "./delivery-report.module.css";

/** What became of it at each recipient: in one line, and step by step for who wants to know. */
export function DeliveryReport({ email }: { email: OpenEmailOnWire }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const note = deliveryNote(email);
  const { deliveredTo, nextTryAt } = email;
  const troubled = deliveredTo.filter(({ reason }) => reason !== null);
  if (!note && deliveredTo.length === 0) return null;
  const isTroubled = Boolean(note) || troubled.length > 0;
  return (
    <section className={styles.report} data-troubled={isTroubled || undefined} aria-label="Delivery">
      {note && (
        <p className={styles.note}>
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>
            {note}
            {nextTryAt && ` Next try: ${formatMoment(nextTryAt)}`}
          </span>
        </p>
      )}
      {deliveredTo.length > 1 && troubled.length > 0 && !isOpen && (
        <ul className={styles.troubled}>
          {troubled.map(({ address, reason }) => (
            <li key={address}>
              <strong>{address}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
      {deliveredTo.length > 0 && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{summarizeDelivery(deliveredTo)}</span>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      <ul id={list} className={styles.people} hidden={!isOpen}>
        {isOpen &&
          deliveredTo.map(({ address, kind, steps }) => (
            <li key={address}>
              <strong>{address}</strong>
              {kind !== "to" && <span className={styles.kind}>{kind === "cc" ? "Cc" : "Bcc"}</span>}
              <ol className={styles.steps} aria-label={`Steps to ${address}`}>
                {steps.map((step) => (
                  <Step key={`${step.at} ${step.state}`} {...step} />
                ))}
              </ol>
            </li>
          ))}
      </ul>
    </section>
  );
}

type StepProps = Omit<DeliveryStep, "at"> & { at: string };

const Step = ({ at, state, reason }: StepProps) => (
  <li className={styles.step} data-state={state}>
    <time dateTime={at}>{formatMoment(at)}</time>
    <span>
      {DELIVERY_STEP_LABELS[state]}
      {reason && <span className={styles.reason}> · {reason}</span>}
    </span>
  </li>
);
