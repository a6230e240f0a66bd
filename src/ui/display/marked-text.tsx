import { markedParts } from "./marked-parts.ts";
import styles from "./marked-text.module.css";

/** Text with the words of a search marked, as nodes: nothing of it is read as HTML. */
export function MarkedText({ text, search }: { text: string; search: string | undefined }) {
  if (!search) return text;
  return markedParts(text, search).map(({ at, part, isMarked }) =>
    isMarked ? (
      <mark key={at} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
