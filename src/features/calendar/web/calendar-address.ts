import { z } from "zod";

export const CalendarView = z.enum(["month", "week", "day", "agenda"]);
export type CalendarView = z.infer<typeof CalendarView>;

/** The search parameters of the page. Unknown and invalid ones are dropped. */
const CalendarAddress = z.object({
  view: CalendarView.optional().catch(undefined),
  /** The selected day; today where it is not given. */
  date: z.iso.date().optional().catch(undefined),
  /** A text of digits arrives as a number. */
  search: z.coerce
    .string()
    .max(200)
    .transform((text) => text.trim() || undefined)
    .optional()
    .catch(undefined),
  trash: z.literal(true).optional().catch(undefined),
  /** The event whose dialog is open. */
  event: z.uuid().optional().catch(undefined),
  create: z.literal("event").optional().catch(undefined),
  /** The dialog of calendars, booking pages and feed addresses, or that of settings. */
  show: z.enum(["calendars", "settings"]).optional().catch(undefined),
});
export type CalendarAddress = z.infer<typeof CalendarAddress>;

export function parseCalendarAddress(search: Record<string, unknown>): CalendarAddress {
  const parsed = Object.entries(CalendarAddress.parse(search));
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

const VIEW_KEY = "calendar view";
const PHONE = "(max-width: 40em)";

/** The last view chosen in this browser (decision 13 of the specification); on a phone the default is the day. */
export function rememberedView(): CalendarView {
  const known = CalendarView.safeParse(readStored()).data;
  return known ?? (matchMedia(PHONE).matches ? "day" : "month");
}

export function rememberView(view: CalendarView): void {
  try {
    localStorage.setItem(VIEW_KEY, view);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(VIEW_KEY);
  } catch {
    // Where storage is forbidden nothing was remembered.
    return null;
  }
}
