import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { notifications } from "#features/daily-ops/web/api.ts";
import { t } from "#i18n/message.ts";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Popover, usePopover } from "#ui/overlays/popover.tsx";
import styles from "./notifications-button.module.css";

const Panel = laterPart(
  async () => (await import("./notifications-panel.tsx")).NotificationsPanel,
  <Spinner label={t`Loading notifications`} />,
);

const MAX_COUNT = 99;

/** The bell with the number of unread notifications; the list's code is loaded when it opens. */
export function NotificationsButton() {
  const popover = usePopover();
  const { data } = useQuery(notifications.count.query({}));
  const unread = data?.unread ?? 0;
  const count = unread > MAX_COUNT ? `${MAX_COUNT}+` : String(unread);
  useShortcut("g n", t`Notifications`, t`Go to`, () => popover.surfaceRef.current?.showPopover());
  return (
    <span className={styles.bell}>
      <IconButton
        label={unread > 0 ? t`Notifications, ${count} unread` : t`Notifications`}
        icon={Bell}
        {...popover.triggerProps}
      />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {count}
        </span>
      )}
      <Popover
        popover={popover}
        label={t`Notifications`}
        className={styles.popover}
        onOpened={focusInside}
        onKeyDown={moveAmongStops}
      >
        <Panel close={popover.close} />
      </Popover>
    </span>
  );
}

/** Focuses the surface itself, so that Tab and the arrow keys continue from there, whatever has loaded by then. */
function focusInside(surface: HTMLElement): void {
  surface.tabIndex = -1;
  surface.focus({ preventScroll: true });
}
