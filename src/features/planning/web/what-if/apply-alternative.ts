import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { isConflict } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { plan } from "../api.ts";
import type { AlternativeOnWire, WhatIfAnswer, WhatIfState } from "./use-what-if.ts";
import { draftWords } from "./what-if-words.ts";

type Shown = { answer: WhatIfAnswer; alternative: AlternativeOnWire };
type Applied = Awaited<ReturnType<typeof plan.applyWhatIf.call>>;

/** Writes one alternative exactly as it is shown. `isRenewed`: it was refused, and is being made anew. */
export function useApplyAlternative({ query, answer, chosen }: WhatIfState, onApplied: () => void) {
  const [refused, setRefused] = useState<unknown>();
  const write = useWrite({
    send: ({ answer: { from, to, changes, without }, alternative }: Shown) =>
      plan.applyWhatIf.call({
        ...(without && { without }),
        ...{ from, to, changes, kind: alternative.kind, basis: alternative.basis },
        blocks: alternative.blocks.map(({ item, startTime, endTime }) => ({ item, startTime, endTime })),
        steps: alternative.steps.map(({ step }) => step),
        drafts: alternative.drafts,
      }),
    done: describeApplied,
    failed: (error) => (isConflict(error) ? null : t`This was not done`),
    undo: ({ undo }) => ({ send: () => plan.restoreWhatIf.call(undo), failed: t`This was not undone` }),
    invalidates: [
      ["plan", "propose"],
      ["plan", "makeRoom"],
      ["plan", "blocks"],
    ],
    onDone: onApplied,
    onFailed: (error) => {
      if (!isConflict(error)) return;
      setRefused(answer?.changes);
      return query.refetch();
    },
  });
  return {
    isApplying: write.isPending,
    isRenewed: refused !== undefined && JSON.stringify(refused) === JSON.stringify(answer?.changes),
    apply: () => {
      if (!answer || !chosen) return;
      setRefused(undefined);
      write.mutate({ answer, alternative: chosen });
    },
  };
}

function describeApplied({
  created,
  moved,
  shortened,
  removed,
  skipped,
  declined,
  draftIds,
}: Applied): string {
  const [changes, drafts] = [created + moved + shortened + removed + skipped + declined, draftIds.length];
  if (changes === 0) return draftWords(drafts);
  const done = plural(changes, { one: `Done: ${changes} change`, other: `Done: ${changes} changes` });
  return drafts > 0 ? `${done}, ${draftWords(drafts)}` : done;
}
