import { LoaderCircle, TriangleAlert } from "lucide-react";
import type { DocumentOnWire } from "../model.ts";
import styles from "./reading-note.module.css";

/** How far the reading of the text is, where that is worth a word. */
export function ReadingNote({ document: { readState, readFailure } }: { document: DocumentOnWire }) {
  if (readState === "read") return null;
  const isWaiting = readState === "waiting";
  const Icon = isWaiting ? LoaderCircle : TriangleAlert;
  return (
    <p className={styles.note} data-state={readState}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {isWaiting
        ? "Its text is being read: search and preview follow in a moment."
        : `Its text could not be read, so search knows only its details. ${readFailure ?? ""}`}
    </p>
  );
}
