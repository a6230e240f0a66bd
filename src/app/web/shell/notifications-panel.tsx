import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { NotificationList } from "#features/daily-ops/web/notifications/notification-list.tsx";
import { useNotifications } from "#features/daily-ops/web/notifications/use-notifications.ts";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { todayQuery } from "../dashboard/today-query.ts";
import { DoFirst } from "./do-first.tsx";
import styles from "./notifications-panel.module.css";

/**
 * The content of the bell's popover; its code is loaded when it opens. It appears as a whole: what is first does not push
 * the notifications down.
 */
export function NotificationsPanel({ close }: { close(): void }) {
  const list = useNotifications("unread");
  const day = useQuery(todayQuery());
  const isLoading = list.isLoading || day.isPending;
  const navigate = useNavigate();
  const openAll = () => {
    close();
    void navigate({ href: "/daily-ops?tab=notifications" });
  };
  return (
    <>
      <header className={styles.header}>
        <h2>{t`Notifications`}</h2>
        {list.items.length > 0 && (
          <Button variant="subtle" color="gray" onClick={list.markAllRead}>
            {t`Mark all read`}
          </Button>
        )}
      </header>
      {!isLoading && <DoFirst things={day.data?.first ?? []} onOpen={close} />}
      <NotificationList list={{ ...list, isLoading }} onOpen={close} />
      <footer className={styles.footer}>
        <Button variant="subtle" color="gray" onClick={openAll}>
          {t`All notifications`}
        </Button>
      </footer>
    </>
  );
}
