import { Bell } from "lucide-react";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Popover, usePopover } from "#ui/popover.tsx";
import styles from "./notifications-button.module.css";

export function NotificationsButton() {
  const popover = usePopover();
  return (
    <>
      <IconButton label="Notifications" icon={Bell} {...popover.triggerProps} />
      <Popover popover={popover} label="Notifications" className={styles.popover}>
        <h2 className={styles.title}>Notifications</h2>
        <EmptyState
          icon={Bell}
          title="Nothing new"
          message="What needs your attention will be listed here."
        />
      </Popover>
    </>
  );
}
