import { Square } from "lucide-react";
import { t } from "#i18n/message.ts";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import styles from "../assistant-panel.module.css";
import type { Running } from "../conversation.ts";
import { MarkedText } from "./marked-text.tsx";

/** As specified; it gives way to the answer, and is never stored. */
const ACKNOWLEDGEMENT = t`I understand your request. Let me help you with that right away.`;

/** The place of the answer while it comes: the acknowledgement, then the current step and the text so far. */
export function RunningAnswer({ running, onStop }: { running: Running; onStop(): void }) {
  const { partial, isAcknowledged } = running;
  const text = partial && "text" in partial ? partial.text : isAcknowledged ? ACKNOWLEDGEMENT : "";
  return (
    <Stack gap={6} align="start" className={styles.entry} data-from="assistant">
      {text !== "" && (
        <p className={styles.bubble} data-passing={!partial || undefined}>
          <span className="visually-hidden">{t`Assistant:`} </span>
          {partial && "text" in partial ? <MarkedText text={text} marks={partial.marks} /> : text}
        </p>
      )}
      <Row tone="faint" size="label" className={styles.underWay}>
        <span className={styles.waiting} aria-hidden />
        {partial && "step" in partial && <span>{stepWords(partial.step)}</span>}
        {(partial || isAcknowledged) && (
          <PillButton onClick={onStop}>
            <Square size="0.75rem" strokeWidth={2} aria-hidden />
            {t`Stop`}
          </PillButton>
        )}
      </Row>
    </Stack>
  );
}

/** 'tasks.list' → 'tasks: list' */
const stepWords = (step: string): string => {
  const [noun = "", verb = ""] = step.split(".");
  const plain = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${plain(noun)}: ${plain(verb)}`;
};
