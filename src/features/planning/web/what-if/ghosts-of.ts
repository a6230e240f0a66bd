import { useEffect } from "react";
import type { WhatIfChange, WhatIfPanelProps } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import type { AlternativeOnWire } from "./use-what-if.ts";

type Shown = Parameters<WhatIfPanelProps["onGhosts"]>[0] & {};
type Ghost = Shown["proposed"][number];

/** Shows the week as it would be over the one that is. */
export function useWhatIfGhosts(
  changes: readonly WhatIfChange[],
  alternative: AlternativeOnWire | undefined,
  onGhosts: WhatIfPanelProps["onGhosts"],
): void {
  useEffect(() => onGhosts(ghostsOf(changes, alternative)), [changes, alternative, onGhosts]);
  useEffect(() => () => onGhosts(null), [onGhosts]);
}

/** What is asked about, and what the alternative makes of the rest. */
export function ghostsOf(
  changes: readonly WhatIfChange[],
  alternative: AlternativeOnWire | undefined,
): Shown {
  const asked = changes.map(ghostOf);
  const { steps = [], blocks = [], removed = [] } = alternative ?? {};
  const chosen = new Set(changes.flatMap((change) => ("event" in change ? change.event.id : [])));
  // Who is only asked has not agreed yet.
  const others = steps.filter(
    ({ step }) => "eventId" in step && step.kind !== "ask" && !chosen.has(step.eventId),
  );
  const changed = blocks.filter(({ change }) => change !== "kept");
  return {
    proposed: [
      ...asked.flatMap((ghost) => ghost ?? []),
      ...others.flatMap(({ step, title }) =>
        step.kind === "move" || step.kind === "shorten"
          ? { ...timesOf(step), id: `moved ${step.eventId}`, title }
          : [],
      ),
      ...steps.flatMap(({ step, title }) =>
        step.kind === "create" && step.what === "travel" ? { ...timesOf(step), id: title, title } : [],
      ),
      ...changed.map((block) => ({
        ...{ ...timesOf(block), id: `${block.item} ${block.startTime}`, title: block.title },
      })),
    ],
    leaving: new Set([
      ...chosen,
      ...others.flatMap(({ step }) => ("eventId" in step ? step.eventId : [])),
      ...[...changed, ...removed].flatMap(({ eventId }) => eventId ?? []),
    ]),
  };
}

const timesOf = ({ startTime, endTime }: Pick<Ghost, "startTime" | "endTime">) => ({
  ...{ startTime, endTime, isAllDay: false },
});

function ghostOf(change: WhatIfChange, index: number): Ghost | null {
  const id = `asked ${index}`;
  switch (change.kind) {
    case "moveEvent":
      return { id, title: change.event.title, ...change.times };
    case "newEvent":
      return { id, title: change.title || t`New meeting`, ...change.times };
    case "dayOff":
      return { id, title: t`Day off`, ...allDay(change) };
    case "trip":
      return { id, title: t`Trip: ${change.place}`, ...allDay(change) };
    case "dropEvent":
    case "withoutPerson":
      return null;
  }
}

/** As all-day events have them: midnights in UTC, the last one after the last day. */
const allDay = ({ from, to }: { from: string; to: string }) => ({
  isAllDay: true,
  startTime: `${from}T00:00:00.000Z`,
  endTime: new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString(),
});
