import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { readerFirstWeekday } from "#platform/time/reader-clock.ts";
import { isTimeZone } from "#platform/time/wall-clock.ts";
import { CALENDAR_DEFAULTS, type CalendarSettings } from "../../model.ts";
import { calendarSettings } from "../api.ts";

const SETTINGS = calendarSettings.get.query({});
const KEY = "calendar settings";

/** With the first day of the week of the reader's clock; 0 is Sunday. */
export type EffectiveSettings = CalendarSettings & { weekStart: number };

/** Working hours and second zone; uses this browser's last copy until the server has responded. */
export function useCalendarSettings(): EffectiveSettings {
  const { data } = useQuery({
    ...SETTINGS,
    queryFn: async (scope) => saveToCache(await SETTINGS.queryFn(scope)),
    initialData: readCached,
    initialDataUpdatedAt: 0,
  });
  return { ...data, weekStart: readerFirstWeekday() };
}

/** Saves settings; on a conflict with another window it shows an error and that window's settings. */
export function useSaveSettings(onSaved: () => void) {
  return useWrite({
    send: async (settings: CalendarSettings) => saveToCache(await calendarSettings.save.call(settings)),
    stores: SETTINGS.queryKey,
    done: t`Calendar settings saved`,
    failed: t`Failed to save calendar settings`,
    onDone: onSaved,
  });
}

function saveToCache(settings: CalendarSettings): CalendarSettings {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Where storage is forbidden the next visit begins with the defaults.
  }
  return settings;
}

function readCached(): CalendarSettings {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(KEY) ?? "");
    return isWhole(copy) ? copy : CALENDAR_DEFAULTS;
  } catch {
    return CALENDAR_DEFAULTS;
  }
}

/** An older release may have stored the copy: what is missing or has another type now would stop the page. */
function isWhole(copy: unknown): copy is CalendarSettings {
  if (!(copy instanceof Object)) return false;
  const hasKind = ([name, usual]: [string, unknown]) => usual === null || kindOf(copy, name) === typeof usual;
  const zone: unknown = Reflect.get(copy, "secondTimeZone");
  return (
    Object.entries(CALENDAR_DEFAULTS).every(hasKind) &&
    Array.isArray(Reflect.get(copy, "workingDays")) &&
    Array.isArray(Reflect.get(copy, "otherHours")) &&
    (zone === null || (typeof zone === "string" && isTimeZone(zone)))
  );
}

const kindOf = (copy: object, name: string) => typeof Reflect.get(copy, name);
