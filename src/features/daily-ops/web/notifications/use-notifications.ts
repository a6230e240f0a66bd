import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NoticeKind } from "#platform/notify/policy.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type Notification, notifications } from "../api.ts";

export type Show = "unread" | "all" | "scheduled" | "held";
type Act = { act(): Promise<unknown>; isRead(item: Notification): boolean; failed?: string };
type Page = { items: Notification[]; nextCursor: string | null };
type Pages = InfiniteData<Page, string | null>;

const PAGE = 50;
const COUNT = notifications.count.query({}).queryKey;

/** The user's notifications, newest first, paged and live; marking as read removes them from the list at once. */
export function useNotifications(show: Show, kinds?: readonly NoticeKind[]) {
  const asked = { show, ...(kinds && { kinds: [...kinds] }) };
  const queryKey = ["notifications", "list", asked];
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      notifications.list.call({ ...asked, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];

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
      act: async () => {
        const { readAt } = await notifications.markAllRead.call({ upTo });
        toast.undo("All notifications marked as read", () => void markAllUnread(readAt));
      },
      isRead: () => true,
    });
  };
  /** Removed from the list until its time; Undo restores it. */
  const snooze = ({ id, title }: Notification, at: Date) =>
    reading.mutate({
      failed: "Failed to snooze the notification",
      act: async () => {
        await notifications.snooze.call({ id, until: at.toISOString() });
        toast.undo(`Snoozed: ${title}`, () => void unsnooze(id));
      },
      isRead: (item) => item.id === id,
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
    unsnooze: ({ id }: Notification) => void unsnooze(id),
  };
}

/** Optimistic; restored if the server refuses. */
function useReading(queryKey: readonly unknown[], show: Show, items: readonly Notification[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ act }: Act) => act(),
    onMutate: async ({ isRead }) => {
      await queries.cancelQueries({ queryKey: ["notifications"] });
      const before = queries.getQueryData<Pages>(queryKey);
      queries.setQueryData<Pages>(queryKey, (pages) => pages && withRead(pages, show, isRead));
      queries.setQueryData<{ unread: number }>(COUNT, (count) => {
        const read = items.filter((item) => !item.isRead && isRead(item)).length;
        return count && { unread: Math.max(0, count.unread - read) };
      });
      return before;
    },
    onError: (failure, { failed = "Failed to mark as read" }, before) => {
      queries.setQueryData(queryKey, before);
      toast.failure(failed, failure.message);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications"] }),
  });
}

/** The announcement of this write restores them on every screen. */
const markAllUnread = (readAt: string) =>
  notifications.markAllUnread
    .call({ readAt })
    .catch((error: Error) => toast.failure("Failed to bring back the notifications", error.message));

const unsnooze = (id: string) =>
  notifications.unsnooze
    .call({ id })
    .catch((error: Error) => toast.failure("Failed to bring back the notification", error.message));

function withRead(pages: Pages, show: Show, isRead: (item: Notification) => boolean): Pages {
  const updateItems = (items: Notification[]) =>
    show === "unread"
      ? items.filter((item) => !isRead(item))
      : items.map((item) => (isRead(item) ? { ...item, isRead: true } : item));
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: updateItems(page.items) })) };
}
