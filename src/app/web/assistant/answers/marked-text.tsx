import { t } from "#i18n/message.ts";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";
import type { ChatMessage } from "../../api.ts";
import styles from "./marked-text.module.css";

type Mark = ChatMessage["marks"][number];

/** The text of an answer, with its pieces underlined that nothing supports. */
export const MarkedText = ({ text, marks }: { text: string; marks: readonly Mark[] }) => (
  <>
    {withKeys(piecesOf(text, marks), ({ words }) => words).map(({ key, part: { words, mark } }) =>
      mark ? (
        <mark key={key} className={styles.mark} title={reasonOf(mark)}>
          {words}
          <span className="visually-hidden"> ({reasonOf(mark)})</span>
        </mark>
      ) : (
        words
      ),
    )}
  </>
);

/** Says below an answer what its underlined pieces mean. */
export const MarksNote = ({ marks }: { marks: readonly Mark[] }) => {
  const hasAct = marks.some(({ kind }) => kind === "act");
  const hasOther = marks.some(({ kind }) => kind !== "act");
  return (
    <Text tone="warn" size="label" className={styles.note}>
      {hasOther &&
        hasAct &&
        t`Underlined: not found in what was read, or not done. Check it before you rely on it.`}
      {hasOther && !hasAct && t`Underlined: not found in what was read. Check it before you rely on it.`}
      {hasAct && !hasOther && t`Underlined: this was not done.`}
    </Text>
  );
};

const reasonOf = ({ kind }: Mark): string => (kind === "act" ? t`not done` : t`not found in what was read`);

type Piece = { words: string; mark: Mark | null };

function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const mark of marks) {
    pieces.push({ words: text.slice(from, mark.start), mark: null });
    pieces.push({ words: text.slice(mark.start, mark.end), mark });
    from = mark.end;
  }
  pieces.push({ words: text.slice(from), mark: null });
  return pieces.filter(({ words }) => words !== "");
}
