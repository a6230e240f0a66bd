import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { queryChange, type Undo, useWrite } from "#platform/client/use-write.ts";
import type { NoticeKind } from "#platform/notify/policy.ts";
import { type Notification, notifications } from "../api.ts";

export type Show = "unread" | "all" | "scheduled" | "held";
type Act = {
  act(): Promise<{ readAt: string | null }>;
  isRead(item: Notification): boolean;
  done?: string;
  undo?(answer: { readAt: string | null }): Undo | undefined;
  failed?: string;
};
type Page = { items: Notification[]; nextCursor: string | null };
type Pages = InfiniteData<Page, string | null>;

const PAGE = 50;
const NOT_BACK = t`Failed to bring back the notification`;
const COUNT = notifications.count.query({}).queryKey;

/** The user's notifications, newest first, paged and live; marking as read removes them from the list at once. */
export function useNotifications(show: Show, kinds?: readonly NoticeKind[]) {
  const asked = { show, ...(kinds && { kinds: [...kinds] }) };
  const queryKey = ["notifications", "list", asked];
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      notifications.list.read({ ...asked, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];

  const unsnooze = useUnsnooze();
  const reading = useReading(queryKey, show, items);
  const markRead = (item: Notification) =>
    reading.mutate({
      act: () => notifications.markRead.call({ id: item.id }),
      isRead: ({ id }) => id === item.id,
    });
  /** Those that came after the newest one on screen stay. */
  const markAllRead = () => {
    const upTo = items[0]?.scheduledFor;
    if (!upTo) return;
    reading.mutate({
      act: () => notifications.markAllRead.call({ upTo }),
      isRead: () => true,
      done: t`All notifications marked as read`,
      undo: ({ readAt }) =>
        readAt === null
          ? undefined
          : {
              send: () => notifications.markAllUnread.call({ readAt }),
              failed: t`Failed to bring back the notifications`,
            },
    });
  };
  /** Removed from the list until its time; Undo restores it. */
  const snooze = ({ id, title }: Notification, at: Date) =>
    reading.mutate({
      failed: t`Failed to snooze the notification`,
      act: () => notifications.snooze.call({ id, until: at.toISOString() }),
      isRead: (item) => item.id === id,
      done: t`Snoozed: ${title}`,
      undo: () => ({ send: () => notifications.unsnooze.call({ id }), failed: NOT_BACK }),
    });
  return {
    items,
    error,
    isLoading: isPending,
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    retry: () => void refetch(),
    markRead,
    markAllRead,
    snooze,
    unsnooze: ({ id }: Notification) => unsnooze.mutate(id),
  };
}

const useUnsnooze = () =>
  useWrite({
    send: (id: string) => notifications.unsnooze.call({ id }),
    invalidates: [["notifications"]],
    failed: NOT_BACK,
  });

/** Optimistic; restored if the server refuses. */
function useReading(queryKey: readonly unknown[], show: Show, items: readonly Notification[]) {
  return useWrite({
    send: ({ act }: Act) => act(),
    optimistic: ({ isRead }) => [
      queryChange<Pages>(queryKey, (pages) => withRead(pages, show, isRead)),
      queryChange<{ unread: number }>(COUNT, ({ unread }) => {
        const read = items.filter((item) => !item.isRead && isRead(item)).length;
        return { unread: Math.max(0, unread - read) };
      }),
    ],
    invalidates: [["notifications"]],
    done: (_answer, { done }) => done,
    undo: (answer, { undo }) => undo?.(answer),
    failed: (_error, { failed = t`Failed to mark as read` }) => failed,
  });
}

function withRead(pages: Pages, show: Show, isRead: (item: Notification) => boolean): Pages {
  const updateItems = (items: Notification[]) =>
    show === "unread"
      ? items.filter((item) => !isRead(item))
      : items.map((item) => (isRead(item) ? { ...item, isRead: true } : item));
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: updateItems(page.items) })) };
}
