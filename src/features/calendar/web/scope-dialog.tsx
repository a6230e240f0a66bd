import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "#ui/dialog.tsx";
import type { Scope } from "../model.ts";
import { type ScopeQuestion, useScopeQuestion } from "./ask-scope.ts";
import styles from "./scope-dialog.module.css";
import { describeDaysAndTimes, titleOf } from "./wording.ts";

const LABELS: Record<Scope, string> = {
  this: "This event",
  following: "This and following events",
  all: "All events",
};

/** Asks which occurrences of a series an act is about, where one is being asked for. */
export function ScopeDialog() {
  const question = useScopeQuestion();
  return question ? <Question key={question.event.id} question={question} /> : null;
}

function Question({ question: { act, event, mayBeOne, answer } }: { question: ScopeQuestion }) {
  const scopes: Scope[] = mayBeOne ? ["this", "following", "all"] : ["following", "all"];
  const [chosen, choose] = useState<Scope>(scopes[0] ?? "all");
  return (
    <Dialog
      isOpen
      onClose={() => answer(null)}
      title={act === "delete" ? "Delete repeating event" : "Change repeating event"}
      description={`${titleOf(event)}, ${describeDaysAndTimes(event)}`}
      size="small"
      onSubmit={() => answer(chosen)}
      footer={
        <>
          <Button variant="default" onClick={() => answer(null)}>
            Cancel
          </Button>
          <Button type="submit" {...(act === "delete" && { color: "red" })}>
            {act === "delete" ? "Delete" : "Change"}
          </Button>
        </>
      }
    >
      <fieldset className={styles.scopes}>
        <legend className="visually-hidden">Which events</legend>
        {scopes.map((scope, index) => (
          <label key={scope} className={styles.scope}>
            <input
              type="radio"
              name="scope"
              data-autofocus={index === 0 || undefined}
              checked={scope === chosen}
              onChange={() => choose(scope)}
            />
            {LABELS[scope]}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
