import type { Item, Span, Stay } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import type { Rides } from "./find-rides.ts";
import { journeysAmong } from "./one-journey.ts";
import { MINUTE, type PlanEvent, placeOf } from "./wanted-item.ts";

/** No places of a person: theirs are in lower case. */
const AWAY = "AWAY";
export const NOT_AWAY = "NOT AWAY";
/** What is done in shops and offices of the place where one lives, though no place is named. */
const IN_TOWN =
  /(?<!\p{L})(?:pick(?:ing)? up|collect|fetch|buy|shop for|drop off|return|post|print|deliver|abholen|kaufen|besorgen|einkaufen|hinbringen|zurückbringen|ausdrucken|aller chercher|récupérer|acheter|déposer|imprimer|recoger|comprar|entregar|devolver|imprimir)(?!\p{L})/iu;

/** Nobody does it while they are away. */
export const isDoneInTown = ({ kind, place, title = "" }: Pick<Item, "kind" | "place" | "title">): boolean =>
  kind === "task" && place === null && IN_TOWN.test(title);
/** The next ride within so many days is the one back. */
const LONGEST_JOURNEY = 4 * 86_400_000;

/** To the airport and through it, and out of it; to the station, and off the train. In minutes. */
const MARGINS = { flight: { before: 90, after: 45 }, train: { before: 15, after: 10 } };
const FLIGHTS = /(?<!\p{L})(?:flight|plane|fly|flying|(?:hin|rück)?flug|vol|avion|vuelo|avión)(?!\p{L})/iu;

/** A ride takes time before and after it, unless the person said how long the ways are. */
export function withMargins({ title, start, end, travelMinutes }: PlanEvent): Span {
  if (travelMinutes > 0) return { start: start - travelMinutes * MINUTE, end: end + travelMinutes * MINUTE };
  const { before, after } = FLIGHTS.test(title) ? MARGINS.flight : MARGINS.train;
  return { start: start - before * MINUTE, end: end + after * MINUTE };
}

/**
 * From the beginning of a ride until the end of the next one the person is away: a place is out of reach then, unless the
 * title or the location of an event names it. The title of the ride back says nothing: it leads to where one is not.
 */
export function awayStays(events: readonly PlanEvent[], { all }: Rides, items: readonly Item[]): Stay[] {
  const rides = events.filter(({ id, isAllDay }) => all.has(id) && !isAllDay).toSorted(byStart);
  const places = [...new Set(items.flatMap(({ place }) => place ?? []))];
  const stays: Stay[] = [];
  for (let at = 0; at < rides.length; ) {
    const [there, back] = [rides[at], rides[at + 1]];
    if (!there) break;
    const isJourney = back !== undefined && back.start - there.end <= LONGEST_JOURNEY;
    const span = { start: there.start, end: isJourney ? back.end : there.end };
    const during = events.filter(
      ({ id, start, end }) => isJourney && id !== back.id && start < span.end && end > span.start,
    );
    const named = during.flatMap(({ title, location }) => [placeOf(title) ?? "", placeOf(location) ?? ""]);
    const here = places.filter((place) => named.some((text) => text.includes(place)));
    stays.push({ ...span, place: AWAY }, ...here.map((place) => ({ ...span, place })));
    at += isJourney ? 2 : 1;
  }
  for (const [one, other] of journeysAmong(events)) {
    const span = { start: one.end, end: other.start };
    const here = places.filter((place) => placeOf(one.location)?.includes(place));
    if (span.end > span.start)
      stays.push({ ...span, place: AWAY }, ...here.map((place) => ({ ...span, place })));
  }
  return stays;
}

/** Where things are done for which one has to be in town: everywhere but away. */
export function townStays(away: readonly Stay[], { start, end }: Span): Stay[] {
  const gone = joined(away.filter(({ place }) => place === AWAY));
  return without([{ start, end }], gone).map((span) => ({ ...span, place: NOT_AWAY }));
}

const byStart = (one: Span, other: Span) => one.start - other.start;
