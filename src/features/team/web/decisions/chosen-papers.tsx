import { X } from "lucide-react";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { PaperPicker } from "./paper-picker.tsx";
import styles from "./papers.module.css";

export type ChosenPaper = { id: string; title: string };

type ChosenPapersProps = {
  workspaceName: string | undefined;
  papers: readonly ChosenPaper[];
  onChange(papers: readonly ChosenPaper[]): void;
};

/** Papers of a decision that does not exist yet. */
export const ChosenPapers = ({ workspaceName, papers, onChange }: ChosenPapersProps) => (
  <div className={styles.chosen}>
    <PaperPicker
      workspaceName={workspaceName}
      isTaken={(id) => papers.some((paper) => paper.id === id)}
      onPick={(paper) => onChange([...papers, paper])}
    />
    {papers.length > 0 && (
      <ul className={styles.papers} aria-label="Papers to attach">
        {papers.map(({ id, title }) => (
          <li key={id} className={styles.paper}>
            <span className={styles.title}>{title}</span>
            <IconButton
              label={`Do not attach '${title}'`}
              icon={X}
              onClick={() => onChange(papers.filter((paper) => paper.id !== id))}
            />
          </li>
        ))}
      </ul>
    )}
  </div>
);
