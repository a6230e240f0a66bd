import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bookings } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { openEditor } from "../events/open-editor.ts";
import { describeDaysAndTimes } from "../format-events.ts";

const MOST = 200;

/** Who has booked a time that is still ahead; each opens its event, where it can be moved or cancelled. */
export function UpcomingBookings({ onOpen }: { onOpen(): void }) {
  const [limit, setLimit] = useState(20);
  const { data, isError } = useQuery({ ...bookings.list.query({ limit }), retry: false });
  const open = (id: string) => {
    onOpen();
    openEditor({ kind: "event", id });
  };
  return (
    <details className={styles.section}>
      <summary>Upcoming bookings</summary>
      <div className={styles.form}>
        {isError && <p className={styles.words}>The bookings could not be read</p>}
        {data?.items.length === 0 && <p className={styles.words}>No upcoming bookings.</p>}
        {data && data.items.length > 0 && (
          <ul className={`${styles.list} ${styles.wide}`} aria-label="Bookings">
            {data.items.map(({ id, eventId, name, email, note, title, startTime, endTime }) => (
              <li key={id} className={styles.booking}>
                <div>
                  <p className={styles.serverName}>{name}</p>
                  <p className={styles.words}>
                    {describeDaysAndTimes({ startTime, endTime, isAllDay: false })} · {title}
                  </p>
                  <p className={styles.words}>
                    <a href={`mailto:${email}`}>{email}</a>
                    {note && ` · ${note}`}
                  </p>
                </div>
                {eventId && (
                  <Button variant="default" size="compact-md" onClick={() => open(eventId)}>
                    Open
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {data?.nextCursor && limit < MOST && (
          <Button variant="default" onClick={() => setLimit(MOST)}>
            Show more
          </Button>
        )}
      </div>
    </details>
  );
}
