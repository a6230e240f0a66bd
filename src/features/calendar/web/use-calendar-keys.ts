import { useKeyHints, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { type CalendarView, rememberedView } from "./calendar-address.ts";
import { dayAt } from "./days.ts";
import { defaultTimes } from "./events/default-times.ts";
import { findTimeForEvent, openNewEvent } from "./events/open-editor.ts";
import { type ChangeAddress, useLatestAddress } from "./use-calendar-address.ts";
import { stepDay } from "./views/step-day.ts";

const GROUP = "Calendar";

/** Keys that the grid and its events handle, for the list of shortcuts. */
const GRID_KEYS = [
  { keys: "Enter", label: "Open the event, or create one" },
  { keys: "Arrows", label: "Move the event, or go to another day or hour" },
  { keys: "Shift+Arrows", label: "Make the event longer or shorter" },
  { keys: "Delete", label: "Delete the event" },
  { keys: "PageUp PageDown", label: "Previous or next week or month" },
] as const;

/** Single keys that work anywhere on the page; arrows belong to the focused grid. */
export function useCalendarKeys(change: ChangeAddress, togglePanel: () => void): void {
  const latest = useLatestAddress();
  const day = () => latest().date ?? dayAt(new Date());
  const show = (next: CalendarView) => change({ view: next, trash: undefined, search: undefined });
  const step = (by: number) =>
    change({ date: stepDay(day(), latest().view ?? rememberedView(), by) }, { replace: true });
  useShortcut("n", "New event", GROUP, () => openNewEvent(defaultTimes(day())));
  useShortcut("f", "Find a time", GROUP, () => findTimeForEvent(defaultTimes(day())));
  useShortcut("t", "Today", GROUP, () => change({ date: dayAt(new Date()) }, { replace: true }));
  useShortcut("j", "Next month, week or day", GROUP, () => step(1));
  useShortcut("k", "Previous month, week or day", GROUP, () => step(-1));
  useShortcut("m", "Month", GROUP, () => show("month"));
  useShortcut("w", "Week", GROUP, () => show("week"));
  useShortcut("d", "Day", GROUP, () => show("day"));
  useShortcut("a", "Agenda", GROUP, () => show("agenda"));
  useShortcut("p", "Show or hide the side panel", GROUP, togglePanel);
  useKeyHints(GRID_KEYS, "Calendar: the day or event in focus");
}
