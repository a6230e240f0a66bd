import { Check, CircleAlert, Minus } from "lucide-react";
import { useEffect, useRef } from "react";
import { type AccountCheck, CHECK_LABELS } from "../../model.ts";
import styles from "./account-dialog.module.css";

const MARKS = { passed: Check, failed: CircleAlert, skipped: Minus };
const SIDES = { reading: "Reading", sending: "Sending" };

/** What came of a try, brought into sight: the form is longer than its dialog. */
export function Verdict({ fault, check }: { fault: string | null; check: AccountCheck | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault || check) box.current?.scrollIntoView({ block: "nearest" });
  }, [fault, check]);
  return (
    <div ref={box} role="alert">
      {fault && <p className={styles.fault}>{fault}</p>}
      {check && <CheckReport check={check} />}
    </div>
  );
}

/** What was tried, step by step; the one that failed says why, and what mends it. */
function CheckReport({ check }: { check: AccountCheck }) {
  return (
    <div className={styles.report}>
      {(["reading", "sending"] as const).map((side) => (
        <section key={side} aria-label={SIDES[side]}>
          <h3>{SIDES[side]}</h3>
          <ol>
            {check.steps
              .filter((step) => step.side === side)
              .map(({ step, state, reason, remedy }) => {
                const Mark = MARKS[state];
                return (
                  <li key={step} data-state={state}>
                    <Mark size={16} aria-label={state} />
                    <span>
                      {CHECK_LABELS[step]}
                      {reason && <span className={styles.reason}>{reason}</span>}
                      {remedy && <strong className={styles.reason}>{remedy}</strong>}
                    </span>
                  </li>
                );
              })}
          </ol>
        </section>
      ))}
    </div>
  );
}
