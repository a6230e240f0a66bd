import type { EventOnWire } from "../../model.ts";
import { useEventColor } from "../calendars/use-calendars.ts";
import { inOrderOfDay } from "../events/occurrence.ts";
import { toneOf } from "../format-events.ts";
import styles from "./day-dots.module.css";
import tones from "./event-tone.module.css";

/** So many dots fit below a day of a phone's month. */
const MOST_DOTS = 3;

/** The events of a day as dots in their colors, with the number of the others. The cell says the count. */
export const DayDots = ({ events }: { events: readonly EventOnWire[] }) => (
  <span className={styles.dots} aria-hidden>
    {events
      .toSorted(inOrderOfDay)
      .slice(0, MOST_DOTS)
      .map((event) => (
        <Dot key={event.id} event={event} />
      ))}
    {events.length > MOST_DOTS && <span className={styles.rest}>+{events.length - MOST_DOTS}</span>}
  </span>
);

const Dot = ({ event }: { event: EventOnWire }) => (
  <span
    className={`${tones.event} ${styles.dot}`}
    data-tone={toneOf(event.category)}
    style={useEventColor(event.calendarId)}
  />
);
