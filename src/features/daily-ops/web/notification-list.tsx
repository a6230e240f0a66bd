import { useNavigate } from "@tanstack/react-router";
import {
  AlarmClock,
  Bell,
  CalendarDays,
  FileText,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Sunrise,
  UserPlus,
  Vote,
} from "lucide-react";
import { formatAgo } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { leaveRow, moveAmongStops } from "#ui/move-focus.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import type { Notification } from "./api.ts";
import styles from "./notification-list.module.css";
import type { useNotifications } from "./use-notifications.ts";

const ICONS: Record<string, LucideIcon> = {
  briefing: Sunrise,
  calendar: CalendarDays,
  decision: Vote,
  document: FileText,
  email: Mail,
  event: CalendarDays,
  invitation: UserPlus,
  message: MessagesSquare,
  reminder: AlarmClock,
  task: ListChecks,
};

type NotificationListProps = {
  list: ReturnType<typeof useNotifications>;
  /** Called before a notification opens what it is about. */
  onOpen?(): void;
};

/** Arrows move, Enter opens what a notification is about and marks it as read. */
export function NotificationList({ list, onOpen }: NotificationListProps) {
  const { items, error, isLoading, hasMore, more, retry, markRead } = list;
  const navigate = useNavigate();
  if (isLoading) return <SkeletonRows count={3} label="Loading notifications" />;
  if (error && items.length === 0)
    return <ErrorState title="The notifications cannot be read" message={error.message} onRetry={retry} />;
  if (items.length === 0)
    return (
      <EmptyState icon={Bell} title="Nothing new" message="What needs your attention will be listed here." />
    );
  const open = (item: Notification, href: string) => {
    onOpen?.();
    if (!item.isRead) markRead(item);
    void navigate({ href });
  };
  return (
    <ul className={styles.list} aria-label="Notifications" onKeyDown={moveAmongStops}>
      {items.map((item) => (
        <Row key={item.id} item={item} onOpen={open} onRead={() => markRead(item)} />
      ))}
      {hasMore && (
        <li className={styles.end}>
          <button type="button" className={styles.more} onClick={more}>
            Show older ones
          </button>
        </li>
      )}
    </ul>
  );
}

/** One stop per row: what opens it or, where nothing does, what marks it as read. */
type RowProps = { item: Notification; onOpen(item: Notification, href: string): void; onRead(): void };

function Row({ item, onOpen, onRead }: RowProps) {
  const { title, message, type, priority, href, isRead, scheduledFor } = item;
  const Icon = ICONS[type] ?? Bell;
  const words = (
    <>
      <span className={styles.title}>{title}</span>
      {message && <span className={styles.message}>{message}</span>}
      <span className={styles.facts}>
        {PRESSING[priority] && <span className={styles.pressing}>{PRESSING[priority]}</span>}
        <time dateTime={scheduledFor}>{formatAgo(scheduledFor)}</time>
      </span>
    </>
  );
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
      {!isRead && (
        <button
          type="button"
          className={styles.read}
          data-stop={href ? undefined : true}
          aria-label={`Mark Read: ${title}`}
          onClick={(event) => {
            leaveRow(event.currentTarget);
            onRead();
          }}
        >
          Mark Read
        </button>
      )}
    </li>
  );
}

const PRESSING: Partial<Record<Notification["priority"], string>> = { high: "High", urgent: "Urgent" };
