import { t } from "#i18n/message.ts";
import { localDay } from "#platform/time/local-day.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { daysBetween } from "#platform/time/wall-clock.ts";
import { formatLongDate, isSameDay } from "#ui/dates.ts";
import type { MessageOnWire } from "../../model.ts";

/** One row of the message list: a day separator, the unread separator, or a message. */
export type MessageRow =
  | { kind: "day"; key: string; day: Date }
  | { kind: "unread"; key: string }
  | { kind: "message"; key: string; id: string; isFirstOfGroup: boolean };

/** Messages by one person within this time are grouped under one name. */
const GROUP_WINDOW_MS = 5 * 60_000;

/**
 * Converts from newest first, as in the store, to display order. `readUntil` is the reader's read mark when they opened
 * the conversation; null if nothing was unread.
 */
export function groupMessages(
  newestFirst: readonly MessageOnWire[],
  readUntil: string | null,
  me: string | undefined,
): MessageRow[] {
  const rows: MessageRow[] = [];
  let before: MessageOnWire | undefined;
  let isUnreadMarked = readUntil === null;
  for (const message of newestFirst.toReversed()) {
    const day = new Date(message.createdAt);
    const isNewDay = !before || !isSameDay(before.createdAt, day);
    if (isNewDay) rows.push({ kind: "day", key: `day ${localDay(day)}`, day });
    const isUnread = !isUnreadMarked && message.senderId !== me && message.createdAt > (readUntil ?? "");
    if (isUnread) {
      rows.push({ kind: "unread", key: "unread" });
      isUnreadMarked = true;
    }
    const isFirstOfGroup =
      isNewDay ||
      isUnread ||
      before?.senderId !== message.senderId ||
      Date.parse(message.createdAt) - Date.parse(before.createdAt) > GROUP_WINDOW_MS;
    rows.push({ kind: "message", key: message.id, id: message.id, isFirstOfGroup });
    before = message;
  }
  return rows;
}

/** 'Today', 'Yesterday', else the date by the reader's locale. */
export function describeDay(day: Date, now: Date): string {
  const daysAgo = daysBetween(day, now, readerTimeZone());
  if (daysAgo === 0) return t`Today`;
  if (daysAgo === 1) return t`Yesterday`;
  return formatLongDate(day);
}
