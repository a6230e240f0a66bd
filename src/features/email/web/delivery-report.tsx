import { CircleAlert } from "lucide-react";
import type { OpenEmailOnWire } from "../model.ts";
import styles from "./delivery-report.module.css";
import { deliveryNote } from "./wording.ts";

/** Per recipient, where not everybody has simply got it. */
export function DeliveryReport({ email }: { email: OpenEmailOnWire }) {
  const note = deliveryNote(email);
  const troubled = email.deliveredTo.filter(({ reason }) => reason !== null);
  if (!note && troubled.length === 0) return null;
  return (
    <section className={styles.report} aria-label="Delivery">
      <p className={styles.note}>
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
        <span>{note}</span>
      </p>
      {email.deliveredTo.length > 1 && (
        <ul className={styles.troubled}>
          {troubled.map(({ address, reason }) => (
            <li key={address}>
              <strong>{address}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
