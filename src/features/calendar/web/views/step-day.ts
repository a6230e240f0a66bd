import type { CalendarView } from "../calendar-address.ts";
import { addDays, addMonths, type Day } from "../days.ts";

/** The day so many months, weeks or days on, as the view goes. */
export function stepDay(day: Day, view: CalendarView, by: number): Day {
  if (view === "month") return addMonths(day, by);
  return addDays(day, view === "day" ? by : 7 * by);
}
