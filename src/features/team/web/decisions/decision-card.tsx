import { useRecord } from "#platform/client/use-records.ts";
import type { DecisionOnWire } from "../../model.ts";
import { decisionRecords } from "../records.ts";
import styles from "./decision-card.module.css";
import { DecisionFacts, Tally } from "./decision-facts.tsx";
import { DecisionMenu } from "./decision-menu.tsx";
import { VoteForm } from "./vote-form.tsx";

type DecisionCardProps = { id: string; onOpen(id: string): void };

export function DecisionCard({ id, onOpen }: DecisionCardProps) {
  const decision = useRecord(decisionRecords, id);
  if (!decision) return null;
  return (
    <div className={styles.place}>
      <article className={styles.card} aria-label={decision.title} data-decision={id}>
        <header className={styles.header}>
          <h3 className={styles.title}>
            <button type="button" className={styles.open} onClick={() => onOpen(id)}>
              {decision.title}
            </button>
          </h3>
          {decision.mayManage && <DecisionMenu decision={decision} />}
        </header>
        <DecisionFacts decision={decision} />
        {decision.description && <p className={styles.description}>{decision.description}</p>}
        <DecisionBody decision={decision} />
      </article>
    </div>
  );
}

export const DecisionBody = ({ decision }: { decision: DecisionOnWire }) => (
  <>
    <Tally decision={decision} />
    {decision.mayVote && <VoteForm decision={decision} />}
  </>
);
