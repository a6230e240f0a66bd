import { useNavigate } from "@tanstack/react-router";
import {
  AlarmClock,
  Bell,
  CalendarDays,
  Car,
  FileText,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Sunrise,
  UserPlus,
  Vote,
} from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { focusNextRow, moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { Notification } from "../api.ts";
import styles from "./notification-list.module.css";
import { SnoozeMenu } from "./snooze-menu.tsx";
import type { Show, useNotifications } from "./use-notifications.ts";

const ICONS: Record<string, LucideIcon> = {
  briefing: Sunrise,
  calendar: CalendarDays,
  decision: Vote,
  document: FileText,
  email: Mail,
  event: CalendarDays,
  leave: Car,
  invitation: UserPlus,
  message: MessagesSquare,
  reminder: AlarmClock,
  task: ListChecks,
};

type NotificationListProps = {
  list: ReturnType<typeof useNotifications>;
  show?: Show;
  /** Called before a notification opens what it is about. */
  onOpen?(): void;
};

/** Arrow keys move, Enter opens the record of a notification and marks it as read. */
export function NotificationList({ list, show = "unread", onOpen }: NotificationListProps) {
  const { items, error, isLoading, hasMore, more, retry, markRead, snooze, unsnooze } = list;
  const navigate = useNavigate();
  if (isLoading) return <SkeletonRows count={3} height={80} isBare label={t`Loading notifications`} />;
  if (error && items.length === 0)
    return (
      <ErrorState title={t`The notifications could not be loaded`} message={error.message} onRetry={retry} />
    );
  if (items.length === 0)
    return <EmptyState icon={Bell} title={EMPTY[show].title} message={EMPTY[show].message} />;
  const open = (item: Notification, href: string) => {
    onOpen?.();
    if (!item.isRead) markRead(item);
    void navigate({ href });
  };
  return (
    <Stack as="ul" gap={0} aria-label={t`Notifications`} onKeyDown={moveAmongStops}>
      {items.map((item) => (
        <NotificationRow
          key={item.id}
          item={item}
          onOpen={open}
          onRead={() => markRead(item)}
          onSnooze={(at) => snooze(item, at)}
          onBack={() => unsnooze(item)}
        />
      ))}
      {hasMore && (
        <Row as="li" gap={0} align="stretch" justify="center" pad={8} line="above">
          <PlainButton className={styles.more} onClick={more}>
            {t`Show older ones`}
          </PlainButton>
        </Row>
      )}
    </Stack>
  );
}

/** One tab stop per row: its link or, without one, the button that marks it as read. */
type RowProps = {
  item: Notification;
  onOpen(item: Notification, href: string): void;
  onRead(): void;
  onSnooze(at: Date): void;
  onBack(): void;
};

function NotificationRow({ item, onOpen, onRead, onSnooze, onBack }: RowProps) {
  const { title, type, priority, href, isRead, isSent, snoozedFrom } = item;
  const Icon = ICONS[type] ?? Bell;
  const words = <NotificationText item={item} />;
  return (
    <li className={styles.row} data-read={isRead || undefined}>
      <span className={styles.icon} data-priority={priority}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </span>
      {href ? (
        <button type="button" className={styles.words} data-stop onClick={() => onOpen(item, href)}>
          {words}
        </button>
      ) : (
        <div className={styles.words}>{words}</div>
      )}
      <Row as="span" gap={2} className={styles.acts}>
        {!isRead && isSent && (
          <PlainButton
            className={styles.read}
            data-stop={href ? undefined : true}
            aria-label={t`Mark Read: ${title}`}
            onClick={(event) => {
              focusNextRow(event.currentTarget);
              onRead();
            }}
          >
            {t`Mark Read`}
          </PlainButton>
        )}
        {isSent && <SnoozeMenu title={title} onChoose={onSnooze} />}
        {snoozedFrom && !isSent && (
          <PlainButton
            className={styles.read}
            aria-label={t`End snooze: ${title}`}
            onClick={(event) => {
              focusNextRow(event.currentTarget);
              onBack();
            }}
          >
            {t`End snooze`}
          </PlainButton>
        )}
      </Row>
    </li>
  );
}

const NotificationText = ({ item }: Pick<RowProps, "item">) => (
  <>
    <Text as="span" size="list" tone="ink" weight="medium" className={styles.title}>
      {item.title}
    </Text>
    {item.message && (
      <Text as="span" tone="soft" size="list">
        {item.message}
      </Text>
    )}
    <Row as="span" align="stretch" size="label" tone="faint">
      {PRESSING[item.priority] && (
        <Text as="span" tone="soft" weight="medium">
          {PRESSING[item.priority]}
        </Text>
      )}
      <time dateTime={item.scheduledFor}>{formatAgo(item.scheduledFor)}</time>
    </Row>
  </>
);

const EMPTY: Record<Show, { title: string; message: string }> = {
  unread: { title: t`Nothing new`, message: t`Notifications appear here.` },
  all: { title: t`No notifications yet`, message: t`Notifications stay here for 90 days.` },
  scheduled: {
    title: t`Nothing scheduled`,
    message: t`Reminders and snoozed notifications appear here.`,
  },
  held: {
    title: t`No held notifications`,
    message: t`Notifications from quiet hours and of types you turned off appear here.`,
  },
};

const PRESSING: Partial<Record<Notification["priority"], string>> = {
  high: term("High", "priority"),
  urgent: term("Urgent", "priority"),
};
