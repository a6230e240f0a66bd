import { StatLine } from "#ui/display/stat-line.tsx";
import type { DocumentAddress } from "./document-address.ts";
import { useDocumentStats } from "./use-document-stats.ts";

/** The figures in one line; those of a tab lead there. */
export const DocumentStatLine = ({ onShow }: { onShow(show: DocumentAddress["show"]): void }) => (
  <StatLine
    stats={useDocumentStats().map(({ label, of, value }) => ({
      label,
      value,
      onShow: of === "aiProcessed" ? undefined : () => onShow(of === "total" ? undefined : of),
    }))}
  />
);
