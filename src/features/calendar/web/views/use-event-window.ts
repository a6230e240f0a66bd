import { useEffect } from "react";
import type { ListSource } from "#platform/client/record-source.ts";
import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import type { EventOnWire } from "../../model.ts";
import { useHiddenCalendars } from "../calendars/use-calendars.ts";
import { addMonths, type Day, startOfMonth } from "../days.ts";
import { eventRecords, eventsOfMonth, fetchFailure } from "../records.ts";

export type EventWindow = {
  events: readonly EventOnWire[];
  phase: "loading" | "ready" | "failed";
  retry(): void;
};

/**
 * All events of the month around the day, then of its neighbours, by start time (CAL-16). Months are cached: another
 * day requests only months that are not loaded yet.
 */
export function useEventWindow(day: Day): EventWindow {
  const month = startOfMonth(day);
  const shown = useMonth(month, { isBeside: false, isWanted: true });
  const beside = { isBeside: true, isWanted: shown.isWhole };
  const before = useMonth(addMonths(month, -1), beside);
  const after = useMonth(addMonths(month, 1), beside);
  const hidden = useHiddenCalendars();
  const months = [before, shown, after];
  const all = joined(months.map(({ events }) => events));
  const events = hidden.size === 0 ? all : all.filter(({ calendarId }) => !hidden.has(calendarId ?? ""));
  const hasFailed = months.some(({ phase }) => phase === "failed");
  const isShowing = all.length > 0 || months.every(({ isWhole }) => isWhole);
  return {
    events,
    phase: hasFailed ? "failed" : isShowing ? "ready" : "loading",
    retry: () => {
      for (const { phase, more } of months) if (phase === "failed") void more();
    },
  };
}

/** One month, once it is wanted. */
function useMonth(month: Day, { isBeside, isWanted }: { isBeside: boolean; isWanted: boolean }) {
  const { key, source } = eventsOfMonth(month, isBeside);
  const { ids, phase, hasMore, more } = useRecordList(eventRecords, key, source, isWanted);
  // Every loaded page requests the next.
  const page = isWanted && phase === "ready" && hasMore ? ids : null;
  useEffect(() => {
    if (page !== null) void more();
  }, [page, more]);
  const listed = useRecords(eventRecords, ids);
  const isWhole = phase === "ready" && !hasMore;
  // Events loaded by other lists are shown at once; new ones are added page by page.
  const events = isWhole || phase === "failed" ? listed : knownOf(source);
  return { events, phase, isWhole, more };
}

const knownOf = ({ includes, compare }: ListSource<EventOnWire>) =>
  eventRecords
    .known()
    .filter((event) => includes(event, false))
    .sort(compare);

/** An event that spans two months is in both. */
function joined(months: readonly (readonly EventOnWire[])[]): readonly EventOnWire[] {
  const seen = new Set<string>();
  return months.flatMap((events) => events.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

/** Shows the error once for each failed load of events (CAL-18). */
export function useFailureToast(phase: EventWindow["phase"]): void {
  useFailureReport(phase === "failed", () => toast.failure(`Failed to fetch events: ${fetchFailure()}`));
}
