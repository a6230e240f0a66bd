import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WhatIfChange } from "#features/calendar/web/slots.ts";
import { localInstant } from "#platform/time/local-day.ts";
import { plan } from "../api.ts";

type Answer = Awaited<ReturnType<typeof plan.whatIf.call>>;
export type AlternativeOnWire = Answer["alternatives"][number];
export type EffectOnWire = Answer["effects"][number];
export type MeasuresOnWire = Answer["today"];
type ChangeOnWire = Parameters<typeof plan.whatIf.call>[0]["changes"][number];

/** An answer with what it is about; without changes it says which meetings would make room. */
export type WhatIfAnswer = Answer & { changes: ChangeOnWire[]; without?: string[] };

/** What breaks, read anew for each change of the question; leaving it cancels the search. */
export function useWhatIfAnswer(asked: readonly WhatIfChange[]) {
  const changes = asked.map(onWire);
  return useAnswer(
    ["plan", "whatIf", changes],
    async (scope) => ({ ...(await plan.whatIf.call({ changes }, scope)), changes }),
    changes.length > 0,
  );
}

type RoomScope = Parameters<typeof plan.makeRoom.call>[0] & { without: string[] };

/** Which meetings would make room in a plan as it is proposed. */
export function useRoomAnswer({ without, ...scope }: RoomScope) {
  const input = { ...scope, ...(without.length > 0 && { without }) };
  return useAnswer(["plan", "makeRoom", input], async (signal) => ({
    ...{ ...(await plan.makeRoom.call(input, signal)), changes: [] },
    ...(without.length > 0 && { without }),
  }));
}

// Not in one request with other reads, because those are faster.
function useAnswer(
  queryKey: readonly unknown[],
  read: (scope: { signal: AbortSignal }) => Promise<WhatIfAnswer>,
  isAsked = true,
) {
  const queries = useQueryClient();
  const query = useQuery<WhatIfAnswer>({
    queryKey,
    queryFn: read,
    enabled: isAsked,
    placeholderData: (before) => before,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  const isStopped = isAsked && !query.isFetching && !query.isFetched;
  // What is not known yet is shown with what was known before.
  const shown = isAsked && !isStopped ? query.data : undefined;
  const [chosenKind, choose] = useState<AlternativeOnWire["kind"]>();
  const alternatives = shown?.alternatives ?? [];
  return {
    query,
    answer: shown,
    isMaking: query.isFetching,
    /** The person stopped the search, and nothing is known yet. */
    isStopped,
    chosen: alternatives.find(({ kind }) => kind === chosenKind) ?? alternatives[0],
    choose,
    stop: () => void queries.cancelQueries({ queryKey }),
    retry: () => void query.refetch(),
  };
}

export type WhatIfState = ReturnType<typeof useWhatIfAnswer>;

function onWire(change: WhatIfChange): ChangeOnWire {
  switch (change.kind) {
    case "dayOff":
      return { kind: "dayOff", from: change.from, to: change.to };
    case "trip": {
      const { from, to, place, travelMinutes } = change;
      return { kind: "trip", from, to, place, ...(travelMinutes !== null && { travelMinutes }) };
    }
    case "moveEvent":
      return { kind: "moveEvent", eventId: change.event.id, ...instantsOf(change.times) };
    case "dropEvent":
      return { kind: "dropEvent", eventId: change.event.id };
    case "withoutPerson": {
      const { email, from, to } = change;
      return { kind: "withoutPerson", email, from, to };
    }
    case "newEvent":
      return { kind: "newEvent", title: change.title, ...instantsOf(change.times) };
  }
}

type Times = { startTime: string; endTime: string; isAllDay: boolean };

/** Of all-day events the midnights of their days, on the reader's clock. */
function instantsOf({ startTime, endTime, isAllDay }: Times): { startTime: string; endTime: string } {
  const midnight = (at: string) => localInstant(at.slice(0, 10), "00:00") ?? at;
  return isAllDay ? { startTime: midnight(startTime), endTime: midnight(endTime) } : { startTime, endTime };
}
