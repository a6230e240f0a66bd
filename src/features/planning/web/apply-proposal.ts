import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { isConflict } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { plan } from "./api.ts";
import type { ProposalOnWire } from "./proposal-rows.ts";
import type { ProposalState } from "./use-proposal.ts";

type Applied = Awaited<ReturnType<typeof plan.apply.call>>;

/** Writes the proposal as it is shown; `isOutdated` after that was refused because something changed meanwhile. */
export function useApply({ query, without }: ProposalState, onApplied: () => void) {
  const [outdated, setOutdated] = useState<ProposalOnWire>();
  const write = useWrite({
    send: (shown: ProposalOnWire) =>
      plan.apply.call({
        ...{ from: shown.from, to: shown.to, basis: shown.basis },
        ...(without.length > 0 && { without }),
        blocks: shown.blocks.map(({ item, startTime, endTime }) => ({ item, startTime, endTime })),
      }),
    done: ({ created, moved, removed }) => describeApplied(created + moved + removed),
    failed: t`The plan was not applied`,
    undo: (applied, shown) => ({
      send: () => plan.restore.call(undoOf(applied, shown)),
      failed: t`The plan was not undone`,
    }),
    invalidates: [["plan"]],
    onDone: onApplied,
    onFailed: (error, shown) => isConflict(error) && setOutdated(shown),
  });
  return {
    isApplying: write.isPending,
    isOutdated: outdated !== undefined && outdated === query.data,
    apply: () => query.data && write.mutate(query.data),
  };
}

const describeApplied = (count: number): string =>
  plural(count, { one: `Plan applied: ${count} change`, other: `Plan applied: ${count} changes` });

/** The ids are in the order of what was created, moved and removed. */
function undoOf({ ids, created, removed }: Applied, { blocks }: ProposalOnWire) {
  return {
    remove: ids.slice(0, created),
    restore: ids.slice(ids.length - removed),
    move: blocks.flatMap(({ eventId, before, change }) =>
      change === "moved" && eventId && before ? [{ eventId, ...before }] : [],
    ),
  };
}
