import type { ReactNode } from "react";
import styles from "./answer-details.module.css";

type CallCardProps = {
  label: string;
  summary: string;
  input: Record<string, unknown>;
  warnings: readonly string[];
  /** Who asks, and until when. */
  facts?: ReactNode;
  /** The buttons that decide, or what was decided. */
  children: ReactNode;
};

const formatValue = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === "string")
    ? value.join(", ")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** Exactly what would be called; its words come from the program, never from who asks. */
export function CallCard({ label, summary, input, warnings, facts, children }: CallCardProps) {
  return (
    <section className={styles.proposal} aria-label={label}>
      <p className={styles.summary}>{summary.replaceAll("`", "")}</p>
      {facts && <p className={styles.facts}>{facts}</p>}
      <dl className={styles.input}>
        {Object.entries(input).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatValue(value)}</dd>
          </div>
        ))}
      </dl>
      {warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

type DecideProps = { isBusy: boolean; onDecide(act: "approve" | "dismiss"): void };

export function Decide({ isBusy, onDecide }: DecideProps) {
  return (
    <div className={styles.row}>
      <button type="button" className={styles.approve} disabled={isBusy} onClick={() => onDecide("approve")}>
        Approve
      </button>
      <button type="button" className={styles.chip} disabled={isBusy} onClick={() => onDecide("dismiss")}>
        Dismiss
      </button>
    </div>
  );
}
