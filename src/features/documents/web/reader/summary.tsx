import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { BUILT_IN, type DocumentOnWire } from "../../model.ts";
import { documents } from "../api.ts";
import { documentRecords } from "../records.ts";
import styles from "./summary.module.css";

/** A short summary of the document and its author. The text is sent to a language model only at the owner's request. */
export function Summary({ document }: { document: DocumentOnWire }) {
  const { id, aiSummary, summaryBy, ownerName, readState } = document;
  const [isBusy, setBusy] = useState(false);
  const isOwn = ownerName === null && readState === "read";
  const { data } = useQuery({ ...documents.summarizer.query({}), enabled: isOwn, staleTime: 600_000 });
  const model = isOwn ? (data?.name ?? null) : null;
  const summarize = async () => {
    setBusy(true);
    try {
      const { document: after, notice } = await documents.summarize.call({ id });
      documentRecords.receive([after]);
      if (notice === null) toast.success(t`Summary written`);
      else toast.notice(t`The summary stays as it was`, notice);
    } catch (error) {
      toast.failure(t`Failed to summarize document`, error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  if (!aiSummary && !model) return null;
  return (
    <section className={styles.summary} aria-label={t`Summary`}>
      {aiSummary && <p>{aiSummary}</p>}
      <Row gap={12} lineGap={4} justify="space-between" wrap size="label" tone="faint" margin="4px 0 0">
        <span>{aiSummary ? wordsFor(summaryBy) : t`No summary yet`}</span>
        {model && (
          <BusyButton
            variant="subtle"
            size="compact-sm"
            isBusy={isBusy}
            leftSection={<Sparkles size={14} strokeWidth={1.75} aria-hidden />}
            onClick={() => void summarize()}
          >
            {isBusy ? t`Writing…` : t`Summarize with ${model}`}
          </BusyButton>
        )}
      </Row>
    </section>
  );
}

const wordsFor = (writer: string | null) =>
  writer === BUILT_IN
    ? t`Built-in summary: sentences of the document, chosen by rules`
    : writer
      ? t`Summary by ${writer}`
      : t`Summary`;
