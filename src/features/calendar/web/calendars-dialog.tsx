import { X } from "lucide-react";
import { Badge } from "#ui/badge.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Switch } from "#ui/switch.tsx";
import { toast } from "#ui/toast.ts";
import { calendars } from "./api.ts";
import { BookedWithMe } from "./booked-with-me.tsx";
import { BookingPages } from "./booking-pages.tsx";
import styles from "./calendars-dialog.module.css";
import { ConnectedServers } from "./connected-servers.tsx";
import { ImportFile } from "./import-file.tsx";
import { ConnectServer, SubscribeToFeed } from "./outside-calendars.tsx";
import { PrivateAddress } from "./private-address.tsx";
import { type CalendarOnWire, useActOnCalendars, useCalendars } from "./use-calendars.ts";

/** Calendars besides one's own: shown or hidden, brought in from files, addresses and servers, and given to other programs. */
export function CalendarsDialog({ onClose }: { onClose(): void }) {
  const { data, isPending, isError } = useCalendars();
  const items = data?.items ?? [];
  return (
    <Dialog isOpen onClose={onClose} title="Calendars">
      <div className={styles.sections}>
        {isPending && <SkeletonRows count={2} label="Loading calendars" />}
        {isError && <p className={styles.words}>The calendars could not be read</p>}
        {data && items.length === 0 && (
          <p className={styles.words}>
            Your own events need no calendar. Others come from files, public addresses and servers.
          </p>
        )}
        {items.length > 0 && (
          <ul className={styles.list} aria-label="Calendars">
            {items.map((calendar) => (
              <CalendarRow key={calendar.id} calendar={calendar} />
            ))}
          </ul>
        )}
        <ConnectedServers />
        <BookingPages />
        <BookedWithMe onOpen={onClose} />
        <ImportFile />
        <SubscribeToFeed />
        <ConnectServer />
        <PrivateAddress />
      </div>
    </Dialog>
  );
}

const KINDS: Record<CalendarOnWire["kind"], string> = {
  local: "Kept here",
  subscription: "Subscribed",
  caldav: "CalDAV",
  google: "Google",
  microsoft: "Microsoft",
};

function CalendarRow({ calendar }: { calendar: CalendarOnWire }) {
  const { id, name, color, kind, state, lastError, isVisible } = calendar;
  const act = useActOnCalendars();
  const remove = async () => {
    const gone = await act("Failed to remove the calendar", () => calendars.delete.call({ id }));
    if (!gone) return;
    toast.undo(`'${name}' was removed`, () => {
      void act("Failed to restore the calendar", () => calendars.restore.call({ id }));
    });
  };
  return (
    <li className={styles.row}>
      <Switch
        label={name}
        description={state === "ok" ? KINDS[kind] : `${KINDS[kind]}: ${lastError ?? "cannot be reached"}`}
        isOn={isVisible}
        onChange={(isOn) =>
          void act("Failed to save the calendar", () => calendars.update.call({ id, isVisible: isOn }))
        }
      />
      <input
        type="color"
        className={styles.color}
        aria-label={`Color of '${name}'`}
        value={color ?? "#4556e4"}
        onChange={({ target }) =>
          void act("Failed to save the calendar", () => calendars.update.call({ id, color: target.value }))
        }
      />
      {state !== "ok" && (
        <Badge tone="warn" dot>
          Not in step
        </Badge>
      )}
      <IconButton label={`Remove '${name}'`} icon={X} onClick={() => void remove()} />
    </li>
  );
}
