import { Button, NativeSelect } from "@mantine/core";
import { useEffect, useState } from "react";
import { KINDS, NOTICE_KINDS, type NoticeKind } from "#platform/notify/policy.ts";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { LOADED } from "../api.ts";
import { useDailyOpsAddress } from "../daily-ops-address.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { NotificationList } from "./notification-list.tsx";
import { type Show, useNotifications } from "./use-notifications.ts";

const SHOWN = [
  { value: "unread", label: "Unread" },
  { value: "all", label: "All" },
  { value: "scheduled", label: "Scheduled" },
  { value: "held", label: "Held back" },
] as const;

/** Kinds as the policy knows them; all where none is chosen. */
const KIND_CHOICES = [
  { value: "", label: "All types" },
  ...KINDS.map((kind) => ({ value: kind, label: NOTICE_KINDS[kind] })),
];

/** What was told: unread first of all, and what is read leaves the list (DAILY-04). */
export function NotificationsTab() {
  const { address, go } = useDailyOpsAddress();
  const show = address.show ?? "unread";
  const setShow = (next: Show) =>
    go({ tab: "notifications", show: next === "unread" ? undefined : next }, { replace: true });
  const [kind, setKind] = useState<NoticeKind>();
  const list = useNotifications(show, kind && [kind]);
  const hasFailed = list.error !== null;
  useEffect(() => {
    if (hasFailed) toast.failure(LOADED.meta.failure);
  }, [hasFailed]);
  const canMark = show === "unread" && !kind && list.items.length > 0;
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
          <NativeSelect
            aria-label="Kind of notification"
            value={kind ?? ""}
            data={KIND_CHOICES}
            onChange={({ currentTarget }) => setKind(KINDS.find((each) => each === currentTarget.value))}
          />
          {canMark && (
            <Button variant="default" onClick={list.markAllRead}>
              Mark all read
            </Button>
          )}
        </div>
      </header>
      <div className={panel.list}>
        <NotificationList list={list} show={show} />
      </div>
      <p className={panel.note}>
        Choose notification types, push, email and quiet hours:{" "}
        <InnerLink href="/settings?tab=notifications" className={panel.link}>
          Notification settings
        </InnerLink>
      </p>
    </div>
  );
}
