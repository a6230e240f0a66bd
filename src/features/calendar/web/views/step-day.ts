import type { CalendarView } from "../calendar-address.ts";
import { addDays, addMonths, type Day } from "../days.ts";

/** The day some months, weeks or days later, in steps of the view. */
export function stepDay(day: Day, view: CalendarView, by: number): Day {
  if (view === "month") return addMonths(day, by);
  return addDays(day, view === "day" ? by : 7 * by);
}
