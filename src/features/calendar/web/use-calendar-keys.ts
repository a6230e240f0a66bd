import { t, term } from "#i18n/message.ts";
import { useKeyHints, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { type CalendarView, rememberedView } from "./calendar-address.ts";
import { dayAt } from "./days.ts";
import { defaultTimes } from "./events/default-times.ts";
import { findTimeForEvent, openNewEvent } from "./events/open-editor.ts";
import { type ChangeAddress, useLatestAddress } from "./use-calendar-address.ts";
import { stepDay } from "./views/step-day.ts";

const GROUP = t`Calendar`;

/** Keys that the grid and its events handle, for the list of shortcuts. */
const GRID_KEYS = [
  { keys: "Enter", label: t`Open the event, or create one` },
  { keys: "Arrows", label: t`Move the event, or go to another day or hour` },
  { keys: "Shift+Arrows", label: t`Make the event longer or shorter` },
  { keys: "Delete", label: t`Delete the event` },
  { keys: "PageUp PageDown", label: t`Previous or next week or month` },
] as const;

/** Single keys that work anywhere on the page; arrows belong to the focused grid. */
export function useCalendarKeys(
  change: ChangeAddress,
  togglePanel: () => void,
  togglePlan: () => void,
  toggleWhatIf: () => void,
): void {
  const latest = useLatestAddress();
  const day = () => latest().date ?? dayAt(new Date());
  const show = (next: CalendarView) => change({ view: next, trash: undefined, search: undefined });
  const step = (by: number) =>
    change({ date: stepDay(day(), latest().view ?? rememberedView(), by) }, { replace: true });
  useShortcut("n", t`New event`, GROUP, () => openNewEvent(defaultTimes(day())));
  useShortcut("f", t`Find a time`, GROUP, () => findTimeForEvent(defaultTimes(day())));
  useShortcut("t", t`Today`, GROUP, () => change({ date: dayAt(new Date()) }, { replace: true }));
  useShortcut("j", t`Next month, week or day`, GROUP, () => step(1));
  useShortcut("k", t`Previous month, week or day`, GROUP, () => step(-1));
  useShortcut("m", term("Month", "a view of the calendar"), GROUP, () => show("month"));
  useShortcut("w", term("Week", "a view of the calendar"), GROUP, () => show("week"));
  useShortcut("d", term("Day", "a view of the calendar"), GROUP, () => show("day"));
  useShortcut("a", term("Agenda", "a view of the calendar"), GROUP, () => show("agenda"));
  useShortcut("p", t`Show or hide the side panel`, GROUP, togglePanel);
  useShortcut("l", t`Plan the day or the week`, GROUP, togglePlan);
  useShortcut("i", t`What if`, GROUP, toggleWhatIf);
  useShortcut("r", t`Review the day or the week`, GROUP, () => change({ review: "day" }, { replace: true }));
  useKeyHints(GRID_KEYS, t`Calendar: the day or event in focus`);
}
