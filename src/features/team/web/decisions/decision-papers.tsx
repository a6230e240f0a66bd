import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import type { DecisionOnWire } from "../../model.ts";
import { papers } from "../api.ts";
import styles from "./decision-details.module.css";
import { attachPaper, detachPaper, openPaper } from "./paper-mutations.ts";
import { PaperPicker } from "./paper-picker.tsx";
import rows from "./papers.module.css";

type Paper = Awaited<ReturnType<typeof papers.list.call>>["items"][number];

/** What belongs to the decision, and who has opened it. */
export function DecisionPapers({ decision }: { decision: DecisionOnWire }) {
  const { id, workspaceName, status, mayManage } = decision;
  const { data } = useQuery(papers.list.query({ decisionId: id }));
  const mayChange = mayManage && status !== "completed";
  const attached = data?.items ?? [];
  if (attached.length === 0 && !mayChange) return null;
  return (
    <section aria-label="Papers">
      <h3 className={styles.heading}>Papers</h3>
      <ul className={rows.papers}>
        {attached.map((paper) => (
          <PaperRow key={paper.documentId} paper={paper} decision={decision} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && (
        <PaperPicker
          workspaceName={workspaceName}
          isTaken={(documentId) => attached.some((paper) => paper.documentId === documentId)}
          onPick={(document) => void attachPaper(id, document.id)}
        />
      )}
    </section>
  );
}

type PaperRowProps = { paper: Paper; decision: DecisionOnWire; mayChange: boolean };

function PaperRow({ paper, decision, mayChange }: PaperRowProps) {
  const { documentId, title, state, readers } = paper;
  const names = readers.map(({ fullName }) => fullName || "somebody who left").join(", ");
  return (
    <li className={rows.paper} aria-label={title}>
      {state === "gone" ? (
        <span className={rows.title}>{title}</span>
      ) : (
        <button type="button" className={rows.open} onClick={() => void openPaper(decision.id, documentId)}>
          {title}
        </button>
      )}
      {state === "changed" && <Badge tone="warn">Changed since it was attached</Badge>}
      {state === "gone" && <Badge tone="warn">No longer shared</Badge>}
      <span className={rows.facts}>{names ? `Opened by ${names}` : "Nobody has opened it"}</span>
      {mayChange && (
        <IconButton
          label={`Detach '${title}'`}
          icon={X}
          onClick={() => void detachPaper(decision.id, documentId)}
        />
      )}
    </li>
  );
}
