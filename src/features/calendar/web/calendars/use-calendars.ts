import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { toast } from "#ui/overlays/toast.ts";
import { calendars } from "../api.ts";
import { eventRecords } from "../records.ts";
import { useCalendarSettings } from "../settings/use-calendar-settings.ts";

const ALL = calendars.list.query({ limit: 100 });
export type CalendarOnWire = Awaited<ReturnType<typeof calendars.list.call>>["items"][number];

/** The calendars besides the built-in one. */
export function useCalendars() {
  return useQuery({ ...ALL, retry: false });
}

/** Those that events can be put into. */
export const useWritableCalendars = (): CalendarOnWire[] =>
  (useCalendars().data?.items ?? []).filter(({ isReadOnly }) => !isReadOnly);

/** Where a new event goes unless its maker says otherwise; empty for the built-in calendar. */
export function useDefaultCalendar(): string {
  const { defaultCalendarId } = useCalendarSettings();
  return useWritableCalendars().find(({ id }) => id === defaultCalendarId)?.id ?? "";
}

/** The calendars whose events are not to be seen. */
export function useHiddenCalendars(): ReadonlySet<string> {
  const { data } = useCalendars();
  return new Set((data?.items ?? []).filter(({ isVisible }) => !isVisible).map(({ id }) => id));
}

/**
 * An event has the color of its calendar, where that has one. Hundreds of events ask: they look, and the list around them
 * is what follows changes.
 */
export function useEventColor(calendarId: string | null): CSSProperties {
  const queries = useQueryClient();
  if (calendarId === null) return {};
  const known = queries.getQueryData<{ items: CalendarOnWire[] }>(ALL.queryKey);
  const color = known?.items.find(({ id }) => id === calendarId)?.color;
  return color ? ({ "--tone": color } as CSSProperties) : {};
}

/** Does something to calendars, then reads them and their events again; says why where it fails. */
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
