import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { TextButton } from "#ui/inputs/text-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { LinedList } from "#ui/lists/lined-list.tsx";
import type { DecisionOnWire } from "../../model.ts";
import { papers } from "../api.ts";
import { attachPaper, detachPaper, openPaper } from "./paper-mutations.ts";
import { PaperPicker } from "./paper-picker.tsx";
import rows from "./papers.module.css";

type Paper = Awaited<ReturnType<typeof papers.list.call>>["items"][number];

/** What belongs to the decision, and who has opened it. */
export function DecisionPapers({ decision }: { decision: DecisionOnWire }) {
  const { id, workspaceName, status, mayManage, isWorkspaceActive } = decision;
  const { data } = useQuery(papers.list.query({ decisionId: id }));
  const mayChange = mayManage && isWorkspaceActive && status !== "completed";
  const attached = data?.items ?? [];
  if (attached.length === 0 && !mayChange) return null;
  return (
    <Stack as="section" gap={4} aria-label={t`Papers`} className={rows.section}>
      <Text as="h3" size="body">
        {t`Papers`}
      </Text>
      <LinedList>
        {attached.map((paper) => (
          <PaperRow key={paper.documentId} paper={paper} decision={decision} mayChange={mayChange} />
        ))}
      </LinedList>
      {mayChange && (
        <div className={rows.picker}>
          <PaperPicker
            workspaceName={workspaceName}
            isAttached={(documentId) => attached.some((paper) => paper.documentId === documentId)}
            onPick={(document) => void attachPaper(id, document.id)}
          />
        </div>
      )}
    </Stack>
  );
}

type PaperRowProps = { paper: Paper; decision: DecisionOnWire; mayChange: boolean };

function PaperRow({ paper, decision, mayChange }: PaperRowProps) {
  const { documentId, title, state, readers } = paper;
  const names = readers.map(({ fullName }) => fullName || t`somebody who left`).join(", ");
  return (
    <Row as="li" gap={12} lineGap={2} wrap pad="4px 0" className={rows.paper} aria-label={title}>
      {state === "gone" ? (
        <span className={rows.title}>{title}</span>
      ) : (
        <TextButton
          data-shape="plain"
          className={rows.title}
          onClick={() => void openPaper(decision.id, documentId)}
        >
          {title}
        </TextButton>
      )}
      {state === "changed" && <Badge tone="warn">{t`Changed since it was attached`}</Badge>}
      {state === "gone" && <Badge tone="warn">{t`No longer shared`}</Badge>}
      <Text as="span" tone="soft" size="list" overflow="break" shrink isTabular>
        {names ? t`Opened by ${names}` : t`Nobody has opened it`}
      </Text>
      {mayChange && (
        <IconButton
          label={t`Detach '${title}'`}
          icon={X}
          onClick={() => void detachPaper(decision.id, documentId)}
        />
      )}
    </Row>
  );
}
