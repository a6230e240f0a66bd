import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Popover, usePopover } from "#ui/overlays/popover.tsx";
import type { EventOnWire } from "../../model.ts";
import type { Day } from "../days.ts";
import { EventRow } from "../events/event-row.tsx";
import { inOrderOfDay } from "../events/occurrence.ts";
import { formatFullDay } from "../format-events.ts";
import styles from "./month-view.module.css";

type MoreEventsProps = {
  date: Day;
  hidden: number;
  events: readonly EventOnWire[];
  isStop: boolean;
  top: string;
  onShowDay(day: Day): void;
};

/** '+N more': all events of the day in a popover. */
export function MoreEvents({ date, hidden, events, isStop, top, onShowDay }: MoreEventsProps) {
  const popover = usePopover();
  return (
    <>
      <button
        type="button"
        className={styles.more}
        style={{ top }}
        tabIndex={isStop ? 0 : -1}
        {...popover.triggerProps}
      >
        {rich(t`+${hidden} more<0> on ${formatFullDay(date)}</0>`, (words) => (
          <span className="visually-hidden">{words}</span>
        ))}
      </button>
      <Popover popover={popover} label={formatFullDay(date)} className={styles.popover}>
        <button type="button" className={styles.popoverTitle} onClick={() => onShowDay(date)}>
          {formatFullDay(date)}
        </button>
        <ul>
          {events.toSorted(inOrderOfDay).map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      </Popover>
    </>
  );
}
