import { RefreshCw, X } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { calendars } from "../api.ts";
import { BookingPages } from "../booking/booking-pages.tsx";
import { UpcomingBookings } from "../booking/upcoming-bookings.tsx";
import { ConnectServer, SubscribeToFeed } from "../sync/add-external-calendars.tsx";
import { CalDavAccounts } from "../sync/caldav-accounts.tsx";
import styles from "./calendars-dialog.module.css";
import { FeedLink } from "./feed-link.tsx";
import { ImportFile } from "./import-file.tsx";
import { UnreadableEvents } from "./unreadable-events.tsx";
import { type CalendarOnWire, useActOnCalendars, useCalendars } from "./use-calendars.ts";

/** Other calendars: shown or hidden, imported from files, feeds and servers, and shared with other programs. */
export function CalendarsDialog({ onClose }: { onClose(): void }) {
  const { data, isPending, isError } = useCalendars();
  const items = data?.items ?? [];
  return (
    <Dialog isOpen onClose={onClose} title={t`Calendars`}>
      <Stack gap={14}>
        {isPending && <SkeletonRows count={2} label={t`Loading calendars`} />}
        {isError && (
          <Text tone="soft" size="list">
            {t`The calendars could not be read`}
          </Text>
        )}
        {data && items.length === 0 && (
          <Text tone="soft" size="list">
            {t`Your own events need no calendar. Add others from files, public links and servers.`}
          </Text>
        )}
        {items.length > 0 && (
          <Stack as="ul" gap={8} aria-label={t`Calendars`}>
            {items.map((calendar) => (
              <CalendarRow key={calendar.id} calendar={calendar} />
            ))}
          </Stack>
        )}
        <CalDavAccounts />
        <BookingPages />
        <UpcomingBookings onOpen={onClose} />
        <ImportFile />
        <SubscribeToFeed />
        <ConnectServer />
        <FeedLink />
      </Stack>
    </Dialog>
  );
}

const KINDS: Record<CalendarOnWire["kind"], string> = {
  local: term("Local", "a calendar that is only here"),
  subscription: term("Subscribed", "a calendar from a public address"),
  caldav: "CalDAV",
  google: "Google",
  microsoft: "Microsoft",
};

function CalendarRow({ calendar }: { calendar: CalendarOnWire }) {
  const { id, name, color, kind, state, lastError, isVisible, unreadable } = calendar;
  const act = useActOnCalendars();
  const remove = async () => {
    const result = await act(t`Failed to remove the calendar`, () => calendars.delete.call({ id }));
    if (!result) return;
    toast.undo(t`'${name}' was removed`, () => {
      void act(t`Failed to restore the calendar`, () => calendars.restore.call({ id }));
    });
  };
  return (
    <Stack as="li" gap={6}>
      <Row gap={10} lineGap={4} justify="end" wrap className={styles.row}>
        <Switch
          label={name}
          description={
            state === "ok"
              ? KINDS[kind]
              : `${KINDS[kind]}: ${lastError ?? term("cannot be reached", "a calendar")}`
          }
          isOn={isVisible}
          onChange={(isOn) =>
            void act(t`Failed to save the calendar`, () => calendars.update.call({ id, isVisible: isOn }))
          }
        />
        <input
          type="color"
          className={styles.color}
          aria-label={t`Color of '${name}'`}
          // rule: script-colours - a field for colours takes six digits only, no token
          value={color ?? "#4556e4"}
          onChange={({ target }) =>
            void act(t`Failed to save the calendar`, () => calendars.update.call({ id, color: target.value }))
          }
        />
        {state !== "ok" && (
          <Badge tone="warn" dot>
            {t`Not synced`}
          </Badge>
        )}
        {(kind === "subscription" || kind === "caldav") && <SyncNow calendar={calendar} />}
        <IconButton label={t`Remove '${name}'`} icon={X} onClick={() => void remove()} />
      </Row>
      <UnreadableEvents of={unreadable} />
    </Stack>
  );
}

/** Instead of waiting for the next sync, where somebody has just changed something there. */
function SyncNow({ calendar: { id, name } }: { calendar: CalendarOnWire }) {
  const act = useActOnCalendars();
  const sync = async () => {
    const begun = await act(t`Failed to sync the calendar`, () => calendars.refresh.call({ id }));
    if (begun) toast.success(t`'${name}' is being synced`);
  };
  return <IconButton label={t`Sync '${name}' now`} icon={RefreshCw} onClick={() => void sync()} />;
}
