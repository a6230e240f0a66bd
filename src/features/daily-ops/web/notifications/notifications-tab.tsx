import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { KINDS, NOTICE_KINDS, type NoticeKind } from "#platform/notify/policy.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { LOADED } from "../api.ts";
import { useDailyOpsAddress } from "../daily-ops-address.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { NotificationList } from "./notification-list.tsx";
import { type Show, useNotifications } from "./use-notifications.ts";

const FILTERS = [
  { value: "unread", label: term("Unread", "notifications") },
  { value: "all", label: term("All", "notifications") },
  { value: "scheduled", label: term("Scheduled", "notifications") },
  { value: "held", label: term("Held back", "notifications") },
] as const;

/** The types of the notification policy; none chosen means all. */
const KIND_CHOICES = [
  { value: "", label: t`All types` },
  ...KINDS.map((kind) => ({ value: kind, label: NOTICE_KINDS[kind] })),
];

/** Notifications: unread ones by default, and read ones leave the list (DAILY-04). */
export function NotificationsTab() {
  const { address, go } = useDailyOpsAddress();
  const show = address.show ?? "unread";
  const setShow = (next: Show) =>
    go({ tab: "notifications", show: next === "unread" ? undefined : next }, { replace: true });
  const [kind, setKind] = useState<NoticeKind>();
  const list = useNotifications(show, kind && [kind]);
  const hasFailed = list.error !== null;
  useFailureReport(hasFailed, () => toast.failure(LOADED.meta.failure));
  const canMark = show === "unread" && !kind && list.items.length > 0;
  return (
    <Stack>
      <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={panel.header}>
        <Text as="h2" size="section">
          {t`Smart Notifications`}
        </Text>
        <Row wrap className={panel.actions}>
          <SegmentedControl<Show>
            label={t`Notifications shown`}
            value={show}
            onChange={setShow}
            options={FILTERS}
          />
          <NativeSelect
            aria-label={t`Kind of notification`}
            value={kind ?? ""}
            data={KIND_CHOICES}
            onChange={({ currentTarget }) => setKind(KINDS.find((each) => each === currentTarget.value))}
          />
          {canMark && (
            <Button variant="default" onClick={list.markAllRead}>
              {t`Mark all read`}
            </Button>
          )}
        </Row>
      </Row>
      <Box surface="card" className={panel.list}>
        <NotificationList list={list} show={show} />
      </Box>
      <Text tone="soft" size="list">
        {rich(
          t`Choose notification types, push, email and quiet hours: <0>Notification settings</0>`,
          (words) => (
            <InnerLink href="/settings?tab=notifications" className={panel.link}>
              {words}
            </InnerLink>
          ),
        )}
      </Text>
    </Stack>
  );
}
