import type { Item, PlanDay, Problem, Span, Stay } from "../engine/plan-problem.ts";
import { joined, shared, without } from "../engine/span-sets.ts";
import type { PlanSettings } from "../model.ts";
import { minuteOf } from "./day-spans.ts";
import { MINUTE, type PlanEvent, type PresentBlock } from "./wanted-item.ts";

/** Events on trains and planes on which the person works, and time in which they do not, whatever events there are. */
export type Rides = {
  readonly ids: ReadonlySet<string>;
  /** All rides, whether the person works on them or not. */
  readonly all: ReadonlySet<string>;
  readonly off: readonly Span[];
};

/** The time of a ride in which work may lie; `id` is that of its event. */
export type RideTime = Span & { readonly id: string };

/** A shorter ride is none to work on. */
const LEAST_MINUTES = 45;
/** To get on and to sit down, and the reverse. */
const EDGE = 15 * MINUTE;
/** Nobody works at night because they fly then: minutes past midnight. */
const WAKING = { from: 6 * 60, to: 22 * 60 };

/** 'Train to Munich', 'Flug nach Wien', 'vol pour Lyon', 'vuelo a Madrid'; not 'train the new colleague' or 'vol de vélo'. */
const RIDES =
  /(?<!\p{L})(?:train(?! (?:the|a|an|my|our|your|his|her|their|new|for|with)(?!\p{L}))|flight|(?:plane|fly|flying)(?= (?:to|from|home|back)(?!\p{L}))|eurostar|thalys|ouigo|amtrak|nightjet|railjet|intercity|eurocity|zug(?= (?:nach|von|zurück|ab|um)(?!\p{L}))|(?:im|mit dem) zug|(?:zug|bahn)(?:fahrt|reise)|(?:hin|rück)?flug|vol(?= (?:pour|vers|à|aller|retour)(?!\p{L}))|avion|vuelo|tren|avión)(?!\p{L})/iu;
/** 'ICE 599', 'TGV 6607', 'AVE 02103', as they are written on tickets. */
const NUMBERED = /(?<![\p{L}\d])(?:ICE|ECE|IC|EC|RJX?|NJ|TGV|AVE)[ -]?\d{2,5}(?!\d)/u;
/** What has to be done about a ride, in the title of what is none. */
const ABOUT =
  /(?<!\p{L})(?:book\p{L}*|rebook\p{L}*|buy|tickets?|check[- ]?in|pick[- ]?up|drop[- ]?off|review|meeting|call|planning|cancel\p{L}*|refund|simulator|school|lessons?|buchen|umbuchen|abholen|stornieren|planen|réserver|billets?|chercher|annuler|reservar|billetes?|recoger|cancelar|comprar)(?!\p{L})/iu;

/** Work that needs a quiet place, or others at the same time. */
const CALLS =
  /(?<!\p{L})(?:calls?|phone|ring|zoom|meet|meeting|interview|workshop|anrufen|anruf|telefonieren|telefonat|treffen|besprechen|besprechung|appeler|appel|téléphoner|rencontrer|réunion|entretien|llamar|llamada|telefonear|reunión|entrevista)(?!\p{L})/iu;

/** Whether the title of an event says that it is a ride on a train or a plane. */
export const isRideTitle = (title: string): boolean =>
  (RIDES.test(title) || NUMBERED.test(title)) && !ABOUT.test(title);

/** None to work on unless the person does so; a block of the plan is no ride, whatever it is called. */
export function ridesAmong(
  events: readonly PlanEvent[],
  blocks: readonly PresentBlock[],
  { worksOnRides }: Pick<PlanSettings, "worksOnRides">,
): Rides {
  const planned = new Set(blocks.map(({ eventId }) => eventId));
  const rides = events.filter(({ id, title }) => !planned.has(id) && isRideTitle(title));
  const all = new Set(rides.map(({ id }) => id));
  return { ids: worksOnRides ? all : new Set(), all, off: [] };
}

/** In the order of the events. */
export const rideTimes = (events: readonly PlanEvent[], { ids }: Rides): RideTime[] =>
  events
    .filter(
      ({ id, isAllDay, isFree, start, end }) =>
        ids.has(id) && !isAllDay && !isFree && end - start >= LEAST_MINUTES * MINUTE,
    )
    .map(({ id, start, end }) => ({ id, start: start + EDGE, end: end - EDGE }));

/** Working days with the rides before and after their hours; breaks stay, and so do days off. */
export function daysWithRides(
  days: readonly PlanDay[],
  times: readonly RideTime[],
  { off }: Rides,
  timeZone: string,
): readonly PlanDay[] {
  const rides = joined(times);
  if (rides.length === 0) return days;
  return days.map((day) => {
    const [first, last] = [day.work[0], day.work.at(-1)];
    if (!first || !last) return day;
    const waking = {
      start: minuteOf(day.date, WAKING.from, timeZone),
      end: minuteOf(day.date, WAKING.to, timeZone),
    };
    const beyond = without(shared(rides, [waking]), joined([{ start: first.start, end: last.end }, ...off]));
    return { ...day, work: joined([...day.work, ...beyond]) };
  });
}

/** No place of a person: theirs are in lower case. */
export const NOT_ON_RIDES = "NOT ON RIDES";

/** What needs a place, and calls, do not lie on rides: wherever the person is then, they are not there. */
export function offRides<T extends Item>(
  items: readonly T[],
  stays: readonly Stay[],
  times: readonly RideTime[],
  { from, until }: { from: number; until: number },
): Pick<Problem, "stays"> & { items: readonly T[] } {
  const rides = joined(times);
  const isKnown = stays.length > 0;
  const isBound = ({ place, kind, title = "" }: T) =>
    place !== null || (kind !== "preparation" && CALLS.test(title));
  const placeOf = (item: T) => {
    if (isKnown && item.place !== null) return item.place;
    // Where nothing says where the person is, no place is out of reach.
    return rides.length > 0 && isBound(item) ? NOT_ON_RIDES : null;
  };
  const elsewhere = (span: Span, place: string) =>
    without([span], rides).map(({ start, end }) => ({ start, end, place }));
  return {
    items: items.map((item) => ({ ...item, place: placeOf(item) })),
    stays:
      rides.length === 0
        ? stays
        : [
            ...stays.flatMap((stay) => elsewhere(stay, stay.place)),
            ...elsewhere({ start: from, end: until }, NOT_ON_RIDES),
          ],
  };
}
