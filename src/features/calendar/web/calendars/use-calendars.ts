import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { toast } from "#ui/overlays/toast.ts";
import { calendars } from "../api.ts";
import { eventRecords } from "../records.ts";
import { useCalendarSettings } from "../settings/use-calendar-settings.ts";

const ALL = calendars.list.query({ limit: 100 });
export type CalendarOnWire = Awaited<ReturnType<typeof calendars.list.call>>["items"][number];

/** All calendars except the built-in one. */
export function useCalendars() {
  return useQuery({ ...ALL, retry: false });
}

/** Calendars that events can be created in. */
export const useWritableCalendars = (): CalendarOnWire[] =>
  (useCalendars().data?.items ?? []).filter(({ isReadOnly }) => !isReadOnly);

/** The default calendar for a new event; empty for the built-in calendar. */
export function useDefaultCalendar(): string {
  const { defaultCalendarId } = useCalendarSettings();
  return useWritableCalendars().find(({ id }) => id === defaultCalendarId)?.id ?? "";
}

/** The ids of the hidden calendars. */
export function useHiddenCalendars(): ReadonlySet<string> {
  const { data } = useCalendars();
  return new Set((data?.items ?? []).filter(({ isVisible }) => !isVisible).map(({ id }) => id));
}

/**
 * An event has the color of its calendar, if that has one. Reads the query cache without subscribing, because hundreds
 * of events use it; the list around them re-renders on changes.
 */
export function useEventColor(calendarId: string | null): CSSProperties {
  const queries = useQueryClient();
  if (calendarId === null) return {};
  const known = queries.getQueryData<{ items: CalendarOnWire[] }>(ALL.queryKey);
  const color = known?.items.find(({ id }) => id === calendarId)?.color;
  return color ? ({ "--tone": color } as CSSProperties) : {};
}

/** Runs an action on calendars, then refetches them and their events; shows an error if it fails. */
export function useActOnCalendars() {
  const queries = useQueryClient();
  return async <T>(failure: string, act: () => Promise<T>): Promise<T | undefined> => {
    try {
      const done = await act();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["calendars"] }),
        queries.invalidateQueries({ queryKey: ["calendarFeeds"] }),
        queries.invalidateQueries({ queryKey: ["calendarAccounts"] }),
        eventRecords.refresh(),
      ]);
      return done;
    } catch (error) {
      toast.failure(failure, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
}
