import { LoaderCircle, ScanText, TriangleAlert } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import type { DocumentOnWire } from "../../model.ts";
import styles from "./reading-status.module.css";

/** Progress of parsing the text, if there is something to report. */
export function ReadingStatus({ document }: { document: DocumentOnWire }) {
  const { readState, readFailure } = document;
  const words =
    readState === "waiting"
      ? t`Its text is being read: search and preview follow in a moment.`
      : readState === "read"
        ? pictureStatus(document)
        : `${t`Its text could not be read, so search covers only its details.`} ${readFailure ?? ""}`;
  if (words === null) return null;
  const isWaiting = readState === "waiting" || isBeingRecognized(document);
  const Icon = isWaiting ? LoaderCircle : readState === "read" ? ScanText : TriangleAlert;
  return (
    <Row
      as="p"
      size="label"
      tone="soft"
      className={styles.note}
      data-state={isWaiting ? "waiting" : readState}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {words}
    </Row>
  );
}

const isBeingRecognized = ({ picturePages, recognizedPages }: DocumentOnWire) =>
  picturePages > 0 && recognizedPages === null;

/** Null where all pages have text of their own. */
function pictureStatus(document: DocumentOnWire): string | null {
  const { picturePages, recognizedPages } = document;
  if (picturePages === 0) return null;
  if (isBeingRecognized(document))
    return plural(picturePages, {
      one: `${picturePages} page without text: text recognition is running.`,
      other: `${picturePages} pages without text: text recognition is running.`,
    });
  const remaining = picturePages - (recognizedPages ?? 0);
  const known = recognizedPages
    ? plural(recognizedPages, {
        one: `The text of ${recognizedPages} scanned page was recognised by the built-in reader, as English, and may have mistakes.`,
        other: `The text of ${recognizedPages} scanned pages was recognised by the built-in reader, as English, and may have mistakes.`,
      })
    : "";
  const unknown =
    remaining > 0
      ? plural(remaining, {
          one: `${remaining} page without searchable text.`,
          other: `${remaining} pages without searchable text.`,
        })
      : "";
  return [known, unknown].filter(Boolean).join(" ");
}
