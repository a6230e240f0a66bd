import { aDate, anId, isTrue, oneOf, readParams, textUpTo } from "#platform/client/read-params.ts";

export const CALENDAR_VIEWS = ["month", "week", "day", "agenda"] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The search parameters of the page. Unknown and invalid ones are dropped. */
const PARAMS = {
  view: oneOf(CALENDAR_VIEWS),
  /** The selected day; today where it is not given. */
  date: aDate,
  search: textUpTo(200),
  trash: isTrue,
  /** The event whose dialog is open. */
  event: anId,
  create: oneOf(["event"]),
  /** The dialog of calendars, booking pages and feed addresses, or that of settings, or its part about plans. */
  show: oneOf(["calendars", "settings", "planning"]),
  /** A plan of one day or of seven is proposed beside the grid, or what breaks if something changes. */
  plan: oneOf(["day", "week", "what-if"]),
  /** The first day of the plan; today if it is not given. */
  from: aDate,
  /** What became of today's plan, or of a week's. */
  review: oneOf(["day", "week"]),
  /** A day of the reviewed week; this one if it is not given. */
  week: aDate,
};
export type CalendarAddress = ReturnType<typeof parseCalendarAddress>;

export const parseCalendarAddress = (search: Record<string, unknown>) => readParams(PARAMS, search);

const VIEW_KEY = "calendar view";
const PHONE = "(max-width: 40em)";

/**
 * The last view chosen in this browser (decision 13 of the specification). What serves is shown first (decision 29): the
 * week, on a phone the agenda.
 */
export function rememberedView(): CalendarView {
  const known = oneOf(CALENDAR_VIEWS)(readStored());
  return known ?? (isPhoneNow() ? "agenda" : "week");
}

export const isPhoneNow = (): boolean => matchMedia(PHONE).matches;

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
