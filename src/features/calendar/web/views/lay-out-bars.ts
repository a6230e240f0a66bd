import { type Day, daysBetween } from "../days.ts";
import { daysOf, isBar, type Times } from "../events/occurrence.ts";

/** Where an event lies in a row of days: columns from 0, lanes from the top. */
export type Bar<E extends Times> = {
  event: E;
  column: number;
  span: number;
  lane: number;
  /** It begins before the row or ends after it. */
  continuesBefore: boolean;
  continuesAfter: boolean;
};

/** Days sort as text. */
const inOrder = (one: Day, other: Day): number => (one === other ? 0 : one < other ? -1 : 1);

/** Puts events into the fewest lanes, long ones above short ones, so that none covers another. */
export function layOutBars<E extends Times>(events: readonly E[], days: readonly Day[]): Bar<E>[] {
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const pieces = events
    .map((event) => ({ event, ...daysOf(event) }))
    .filter(({ first, last }) => first <= to && last >= from)
    .toSorted(
      (one, other) =>
        inOrder(one.first, other.first) ||
        inOrder(other.last, one.last) ||
        Number(isBar(other.event)) - Number(isBar(one.event)) ||
        Date.parse(one.event.startTime) - Date.parse(other.event.startTime),
    );
  const lanes: Day[] = [];
  return pieces.map(({ event, first, last }) => {
    const [start, end] = [first < from ? from : first, last > to ? to : last];
    const free = lanes.findIndex((laneEnd) => laneEnd < start);
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = end;
    return {
      event,
      column: daysBetween(from, start),
      span: daysBetween(start, end) + 1,
      lane,
      continuesBefore: first < from,
      continuesAfter: last > to,
    };
  });
}

/** The bars that fit into so many lanes, and the number of hidden events of each day. */
export function fitBars<E extends Times>(bars: readonly Bar<E>[], days: number, lanes: number) {
  const covers = (bar: Bar<E>, column: number) => bar.column <= column && column < bar.column + bar.span;
  const columns = Array.from({ length: days }, (_, column) => column);
  const isFull = columns.map((column) => bars.some((bar) => bar.lane >= lanes && covers(bar, column)));
  const fits = (bar: Bar<E>) => {
    const isCrowded = columns.some((column) => isFull[column] && covers(bar, column));
    return bar.lane < (isCrowded ? lanes - 1 : lanes);
  };
  const shown = bars.filter(fits);
  const hidden = columns.map((column) => bars.filter((bar) => !fits(bar) && covers(bar, column)).length);
  return { shown, hidden };
}
