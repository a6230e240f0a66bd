import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { bookings } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { openEditor } from "../events/open-editor.ts";
import { describeDaysAndTimes } from "../format-events.ts";

const MAX_BOOKINGS = 200;

/** Upcoming bookings; each opens its event, where it can be moved or cancelled. */
export function UpcomingBookings({ onOpen }: { onOpen(): void }) {
  const [limit, setLimit] = useState(20);
  const { data, isError } = useQuery({ ...bookings.list.query({ limit }), retry: false });
  const open = (id: string) => {
    onOpen();
    openEditor({ kind: "event", id });
  };
  return (
    <details className={styles.section}>
      <summary>{t`Upcoming bookings`}</summary>
      <Stack pad="12px 0 0" gap={12} align="start" className={styles.form}>
        {isError && (
          <Text tone="soft" size="list">
            {t`The bookings could not be read`}
          </Text>
        )}
        {data?.items.length === 0 && (
          <Text tone="soft" size="list">
            {t`No upcoming bookings.`}
          </Text>
        )}
        {data && data.items.length > 0 && (
          <Stack as="ul" gap={8} className={styles.wide} aria-label={t`Bookings`}>
            {data.items.map(({ id, eventId, name, email, note, title, startTime, endTime }) => (
              <Row as="li" key={id} gap={12} className={styles.row}>
                <div>
                  <Text weight="medium">{name}</Text>
                  <Text tone="soft" size="list">
                    {describeDaysAndTimes({ startTime, endTime, isAllDay: false })} · {title}
                  </Text>
                  <Text tone="soft" size="list">
                    <a href={`mailto:${email}`}>{email}</a>
                    {note && ` · ${note}`}
                  </Text>
                </div>
                {eventId && (
                  <Button variant="default" size="compact-md" onClick={() => open(eventId)}>
                    {term("Open", "button: open the event")}
                  </Button>
                )}
              </Row>
            ))}
          </Stack>
        )}
        {data?.nextCursor && limit < MAX_BOOKINGS && (
          <Button variant="default" onClick={() => setLimit(MAX_BOOKINGS)}>
            {t`Show more`}
          </Button>
        )}
      </Stack>
    </details>
  );
}
