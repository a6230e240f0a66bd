import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plan } from "./api.ts";
import { type LeftOut, NOTHING_LEFT_OUT, type ProposalOnWire, rowsOf, withLeftOut } from "./proposal-rows.ts";

type Scope = { span: "day" | "week"; from: string | undefined };

/**
 * A proposed plan, and what the person left out of it. It is made anew for each change of that: a first one at once, which
 * can be applied as it is, until the search ends with a better one.
 */
export function useProposal({ span, from }: Scope) {
  const scope = `${span} ${from ?? ""}`;
  const [chosen, choose] = useState<{ scope: string; left: LeftOut }>({ scope, left: NOTHING_LEFT_OUT });
  const left = chosen.scope === scope ? chosen.left : NOTHING_LEFT_OUT;
  const without = [...left.keys()].sort();
  const input = { span, ...(from && { from }), ...(without.length > 0 && { without }) };
  const rules = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false } as const;
  const first = useQuery<ProposalOnWire>({
    queryKey: ["plan", "draft", input, scope],
    queryFn: ({ signal }) => plan.draft.call(input, { signal }),
    ...rules,
  });
  const query = useQuery<ProposalOnWire>({
    // Not in one request with other reads, because those are faster.
    queryKey: ["plan", "propose", input, scope],
    queryFn: ({ signal }) => plan.propose.call(input, { signal }),
    placeholderData: (before, query) => first.data ?? (query?.queryKey[3] === scope ? before : undefined),
    ...rules,
  });
  const proposed = query.data ? rowsOf(query.data) : [];
  const rows = withLeftOut(proposed, left);
  const toggle = (item: string) => {
    const next = new Map(left);
    if (!next.delete(item))
      next.set(
        item,
        rows.filter((row) => row.item === item),
      );
    choose({ scope, left: next });
  };
  return {
    ...{ query, rows, without, toggle },
    isLeftOut: (item: string) => left.has(item),
    /** What applying it changes, once it is what is shown. */
    changes: rows.filter(({ item, change }) => change !== "kept" && !left.has(item)),
    /** There is none yet that fits what was left out. */
    isMaking: first.data === undefined && (query.data === undefined || query.isPlaceholderData),
    /** A better one may come. */
    isSearching: query.isFetching,
  };
}

export type ProposalState = ReturnType<typeof useProposal>;
