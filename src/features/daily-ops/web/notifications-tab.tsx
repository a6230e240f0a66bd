import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { SegmentedControl } from "#ui/segmented-control.tsx";
import { toast } from "#ui/toast.ts";
import { LOADED } from "./api.ts";
import { NotificationList } from "./notification-list.tsx";
import panel from "./panel.module.css";
import { useNotifications } from "./use-notifications.ts";

const SHOWN = [
  { value: "unread", label: "Unread" },
  { value: "all", label: "All" },
  { value: "scheduled", label: "To come" },
] as const;
type Show = (typeof SHOWN)[number]["value"];

/** What was told: unread first of all, and what is read leaves the list (DAILY-04). */
export function NotificationsTab() {
  const [show, setShow] = useState<Show>("unread");
  const list = useNotifications(show);
  const hasFailed = list.error !== null;
  useEffect(() => {
    if (hasFailed) toast.failure(LOADED.meta.failure);
  }, [hasFailed]);
  const canMark = show === "unread" && list.items.length > 0;
  return (
    <div className={panel.panel}>
      <header className={panel.header}>
        <h2 className={panel.heading}>Smart Notifications</h2>
        <div className={panel.actions}>
          <SegmentedControl<Show>
            label="Notifications shown"
            value={show}
            onChange={setShow}
            options={SHOWN}
          />
          {canMark && (
            <Button variant="default" onClick={list.markAllRead}>
              Mark all read
            </Button>
          )}
        </div>
      </header>
      <div className={panel.list}>
        <NotificationList list={list} />
      </div>
    </div>
  );
}
