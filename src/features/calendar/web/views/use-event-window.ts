import { useEffect } from "react";
import { t } from "#i18n/message.ts";
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
  const current = useMonth(month, { isAdjacent: false, isEnabled: true });
  const adjacent = { isAdjacent: true, isEnabled: current.isComplete };
  const before = useMonth(addMonths(month, -1), adjacent);
  const after = useMonth(addMonths(month, 1), adjacent);
  const hidden = useHiddenCalendars();
  const months = [before, current, after];
  const all = joined(months.map(({ events }) => events));
  const events = hidden.size === 0 ? all : all.filter(({ calendarId }) => !hidden.has(calendarId ?? ""));
  const hasFailed = months.some(({ phase }) => phase === "failed");
  const isShowing = all.length > 0 || months.every(({ isComplete }) => isComplete);
  return {
    events,
    phase: hasFailed ? "failed" : isShowing ? "ready" : "loading",
    retry: () => {
      for (const { phase, more } of months) if (phase === "failed") void more();
    },
  };
}

/** One month, once it is wanted. */
function useMonth(month: Day, { isAdjacent, isEnabled }: { isAdjacent: boolean; isEnabled: boolean }) {
  const { key, source } = eventsOfMonth(month, isAdjacent);
  const { ids, phase, hasMore, more } = useRecordList(eventRecords, key, source, isEnabled);
  // Every loaded page requests the next.
  const page = isEnabled && phase === "ready" && hasMore ? ids : null;
  useEffect(() => {
    if (page !== null) void more();
  }, [page, more]);
  const listed = useRecords(eventRecords, ids);
  const isComplete = phase === "ready" && !hasMore;
  // Events loaded by other lists are shown at once; new ones are added page by page.
  const events = isComplete || phase === "failed" ? listed : knownOf(source);
  return { events, phase, isComplete, more };
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
  useFailureReport(phase === "failed", () => toast.failure(t`Failed to fetch events: ${fetchFailure()}`));
}
