import { ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import type { DocumentOnWire } from "../../model.ts";
import styles from "./reading-status.module.css";

const NOTES = {
  unscanned: { icon: ShieldQuestion, words: () => t`Not scanned for viruses: this instance has no scanner.` },
  clean: { icon: ShieldCheck, words: () => t`Scanned for viruses: nothing was found.` },
  waiting: {
    icon: ShieldAlert,
    words: () => t`The virus scanner cannot be reached. The file opens after it is scanned.`,
  },
  refused: {
    icon: ShieldAlert,
    words: (finding: string | null) => t`The virus scanner found '${finding ?? ""}'. The file was removed.`,
  },
};

/** State of the virus scan. */
export function ScanStatus({ document: { scanState, scanFinding } }: { document: DocumentOnWire }) {
  const { icon: Icon, words } = NOTES[scanState];
  return (
    <Row as="p" size="label" tone="soft" className={styles.note} data-scan={scanState}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {words(scanFinding)}
    </Row>
  );
}

export const mayOpen = ({ scanState }: DocumentOnWire) => scanState === "unscanned" || scanState === "clean";
