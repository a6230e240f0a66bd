import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { Scope } from "../../model.ts";
import { describeDaysAndTimes, titleOf } from "../format-events.ts";
import { isOfSeries, type ScopeQuestion } from "./ask-scope.ts";

const LABELS: Record<Scope, string> = {
  this: t`This event`,
  following: t`This and following events`,
  all: t`All events`,
};

const TITLES = {
  delete: t`Delete repeating event`,
  change: t`Change repeating event`,
  once: t`Delete event`,
};

/** Asks which occurrences of a series an action affects. */
export function ScopeDialog({
  question: { act, event, mayBeOne, canNotify, answer },
}: {
  question: ScopeQuestion;
}) {
  const isSeries = isOfSeries(event);
  const [shouldNotify, setShouldNotify] = useState(canNotify);
  const scopes: Scope[] = mayBeOne ? ["this", "following", "all"] : ["following", "all"];
  const [chosen, choose] = useState<Scope>(scopes[0] ?? "all");
  return (
    <Dialog
      isOpen
      onClose={() => answer(null)}
      title={TITLES[isSeries ? act : "once"]}
      description={`${titleOf(event)}, ${describeDaysAndTimes(event)}`}
      size="small"
      onSubmit={() => answer({ scope: isSeries ? chosen : undefined, shouldNotify })}
      footer={
        <>
          <Button variant="default" onClick={() => answer(null)}>
            {t`Cancel`}
          </Button>
          <Button type="submit" {...(act === "delete" && { color: "red" })}>
            {act === "delete" ? t`Delete` : term("Change", "button")}
          </Button>
        </>
      }
    >
      {isSeries && <Scopes scopes={scopes} chosen={chosen} choose={choose} />}
      {canNotify && (
        <ListRow
          as="label"
          title={t`Notify attendees by email`}
          leading={
            <input
              type="checkbox"
              data-autofocus={!isSeries || undefined}
              checked={shouldNotify}
              onChange={({ target }) => setShouldNotify(target.checked)}
            />
          }
        />
      )}
    </Dialog>
  );
}

type ScopesProps = { scopes: readonly Scope[]; chosen: Scope; choose(scope: Scope): void };

const Scopes = ({ scopes, chosen, choose }: ScopesProps) => (
  <Stack as="fieldset" gap={2}>
    <legend className="visually-hidden">{t`Which events`}</legend>
    {scopes.map((scope, index) => (
      <ListRow
        key={scope}
        as="label"
        title={LABELS[scope]}
        leading={
          <input
            type="radio"
            name="scope"
            data-autofocus={index === 0 || undefined}
            checked={scope === chosen}
            onChange={() => choose(scope)}
          />
        }
      />
    ))}
  </Stack>
);
