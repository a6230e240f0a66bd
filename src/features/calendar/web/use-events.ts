import { useEffect } from "react";
import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { toast } from "#ui/toast.ts";
import type { EventOnWire } from "../model.ts";
import type { Day } from "./days.ts";
import { eventRecords, eventWindow, fetchFailure } from "./records.ts";
import { useHiddenCalendars } from "./use-calendars.ts";

export type EventsOfWindow = {
  events: readonly EventOnWire[];
  phase: "loading" | "ready" | "failed";
  retry(): void;
};

/** All events of the month around the day and of its neighbours. */
export function useEventWindow(day: Day): EventsOfWindow {
  const { key, source } = eventWindow(day);
  const { ids, phase, hasMore, more } = useRecordList(eventRecords, key, source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page that comes asks for the next
  useEffect(() => {
    if (phase === "ready" && hasMore) void more();
  }, [phase, hasMore, more, ids]);
  const hidden = useHiddenCalendars();
  const listed = useRecords(eventRecords, ids);
  // What the windows before have brought shows at once; what is new joins it page by page.
  const isWhole = phase === "failed" || (phase === "ready" && !hasMore);
  const events = isWhole ? listed : knownWithin(source);
  const shown = hidden.size === 0 ? events : events.filter(({ calendarId }) => !hidden.has(calendarId ?? ""));
  const isShowing = phase === "loading" && events.length > 0;
  return { events: shown, phase: isShowing ? "ready" : phase, retry: () => void more() };
}

const knownWithin = ({ includes, compare }: ReturnType<typeof eventWindow>["source"]) =>
  eventRecords
    .known()
    .filter((event) => includes(event, false))
    .sort(compare);

/** Says it once for each time that the events could not be read (CAL-18). */
export function useFailureToast(phase: EventsOfWindow["phase"]): void {
  useEffect(() => {
    if (phase === "failed") toast.failure(`Failed to fetch events: ${fetchFailure()}`);
  }, [phase]);
}
