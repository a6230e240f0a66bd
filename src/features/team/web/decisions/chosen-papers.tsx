import { X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { LinedList } from "#ui/lists/lined-list.tsx";
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
  <Stack gap={8}>
    <PaperPicker
      workspaceName={workspaceName}
      isAttached={(id) => papers.some((paper) => paper.id === id)}
      onPick={(paper) => onChange([...papers, paper])}
    />
    {papers.length > 0 && (
      <LinedList aria-label={t`Papers to attach`}>
        {papers.map(({ id, title }) => (
          <Row as="li" gap={12} lineGap={2} wrap pad="4px 0" key={id} className={styles.paper}>
            <span className={styles.title}>{title}</span>
            <IconButton
              label={t`Do not attach '${title}'`}
              icon={X}
              onClick={() => onChange(papers.filter((paper) => paper.id !== id))}
            />
          </Row>
        ))}
      </LinedList>
    )}
  </Stack>
);
