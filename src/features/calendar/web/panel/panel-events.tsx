import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import type { Day } from "../days.ts";
import { defaultTimes } from "../events/default-times.ts";
import { EventRow } from "../events/event-row.tsx";
import { inOrderOfDay, isOnDay } from "../events/occurrence.ts";
import { openNewEvent } from "../events/open-editor.ts";
import { formatDay } from "../format-events.ts";
import { eventRecords, upcomingEvents } from "../records.ts";
import type { EventWindow } from "../views/use-event-window.ts";
import styles from "./panel-events.module.css";
import { PanelSection } from "./panel-section.tsx";

/** The events of the selected day (CAL-04). */
export function DayEvents({ day, window: { events, phase } }: { day: Day; window: EventWindow }) {
  const [expandedDay, setExpandedDay] = useState<Day | null>(null);
  const all = events.filter((event) => isOnDay(event, day)).toSorted(inOrderOfDay);
  const visible = expandedDay === day ? all : all.slice(0, INITIAL_COUNT);
  return (
    <PanelSection title={t`Events for ${formatDay(day)}`}>
      {visible.length > 0 ? (
        <>
          <Box as="ul" margin="-4px -6px -4px 0" className={styles.list}>
            {visible.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </Box>
          {visible.length < all.length && (
            <Button variant="subtle" fullWidth onClick={() => setExpandedDay(day)}>
              {t`Show all ${all.length}`}
            </Button>
          )}
        </>
      ) : phase === "loading" ? (
        <SkeletonText count={2} label={t`Loading events`} />
      ) : (
        <Nothing
          words={phase === "failed" ? t`The events could not be read` : t`No events on this day`}
          day={day}
        />
      )}
    </PanelSection>
  );
}

/** A crowded day does not push upcoming events out of sight, and is as cheap to render as others. */
const INITIAL_COUNT = 12;

const Nothing = ({ words, day }: { words: string; day: Day }) => (
  <Stack gap={12} align="start">
    <Text size="list" tone="soft">
      {words}
    </Text>
    <Button
      variant="default"
      leftSection={<CalendarPlus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => openNewEvent(defaultTimes(day))}
    >
      {t`Add an event`}
    </Button>
  </Stack>
);

/** Upcoming events, each with its menu (CAL-07). */
export function UpcomingEvents() {
  const list = useRecordList(eventRecords, upcomingEvents.key, upcomingEvents.source);
  const events = useRecords(eventRecords, list.ids);
  return (
    <PanelSection title={t`Upcoming Events`}>
      {events.length > 0 && (
        <Box as="ul" margin="-4px -6px -4px 0" className={styles.list} aria-label={t`Upcoming Events`}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} withDay />
          ))}
        </Box>
      )}
      {events.length > 0 && list.hasMore && (
        <Button variant="subtle" fullWidth onClick={() => void list.more()}>
          {t`Show more`}
        </Button>
      )}
      {events.length === 0 && list.phase === "loading" && (
        <SkeletonText count={4} label={t`Loading upcoming events`} />
      )}
      {events.length === 0 && list.phase === "ready" && (
        <Text tone="soft" size="list">
          {t`No upcoming events. Events you create appear here.`}
        </Text>
      )}
      {list.phase === "failed" && (
        <Stack gap={12} align="start">
          <Text size="list" tone="soft">
            {t`The upcoming events could not be read`}
          </Text>
          <Button variant="default" onClick={() => void list.more()}>
            {t`Try again`}
          </Button>
        </Stack>
      )}
    </PanelSection>
  );
}
