import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { reportReadFailure } from "#features/contacts/web/public/report-read-failure.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { awaitedId, focusOn } from "#ui/keyboard/focus-on.ts";
import { ScrollBox } from "#ui/layout/scroll-box.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { useNow } from "#ui/use-now.ts";
import type { ConversationOnWire } from "../../model.ts";
import { markRead } from "../conversations/conversation-actions.ts";
import { messageRecords, messageSource } from "../records.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { describeEmailState } from "./describe-email-state.ts";
import { describeDay, groupMessages, type MessageRow } from "./group-messages.ts";
import { outbox } from "./message-actions.ts";
import { MessageItem } from "./message-item.tsx";
import styles from "./message-list.module.css";
import { type QueuedMessage, useQueuedMessages } from "./outbox.ts";
import { PendingMessage } from "./pending-message.tsx";
import { TypingIndicator } from "./typing-indicator.tsx";

type MessageListProps = {
  conversation: ConversationOnWire;
  /** The list ends with this message. */
  lookedAt: { id: string; createdAt: string } | undefined;
  onJump(): void;
  editingId: string | null;
  onEdit(id: string | null): void;
};

/** Pixels from the bottom within which the reader counts as at the end. */
const NEAR_END = 80;
/** Older messages are loaded when this many rows remain above. */
const AHEAD = 10;

type Line = MessageRow | { kind: "waiting"; key: string; waiting: QueuedMessage };

/** Ascending; a reader at the end stays there. Not compiled, because the virtualizer is a mutable object. */
export function MessageList({ conversation, lookedAt, onJump, editingId, onEdit }: MessageListProps) {
  "use no memo";
  const { id, unreadCount, lastReadAt } = conversation;
  const { key, source } = messageSource(id, lookedAt?.createdAt);
  const list = useRecordList(messageRecords, key, source);
  const waiting = useQueuedMessages(outbox, id);
  const me = useCurrentUserId();
  const now = useNow(60_000);
  // The read mark when the conversation was opened: the separator stays while they read on.
  const [readUntil] = useState(unreadCount > 0 ? (lastReadAt ?? "") : null);
  const known = list.ids.flatMap((each) => messageRecords.get(each) ?? []);
  const lines: Line[] = [
    ...groupMessages(known, readUntil, me),
    ...(lookedAt ? [] : waiting.map((each) => ({ kind: "waiting" as const, key: each.key, waiting: each }))),
  ];

  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const rows = useVirtualizer({
    count: lines.length,
    estimateSize: () => 44,
    overscan: 8,
    getScrollElement: () => box.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    paddingStart: 12,
    paddingEnd: 12,
  });
  const isShown = lines.length > 0;
  useLayoutEffect(() => {
    if (isShown) rows.scrollToEnd();
  }, [isShown, rows]);
  useLayoutEffect(() => {
    if (waiting.length > 0) rows.scrollToEnd();
  }, [waiting.length, rows]);

  // Only scrolling up leaves the end: when rows are added or measured late, the list stays at the end.
  const lastTop = useRef(0);
  const look = () => {
    const top = box.current?.scrollTop ?? 0;
    if (distanceFromEnd(box.current) <= NEAR_END) setAtEnd(true);
    else if (top < lastTop.current) setAtEnd(false);
    lastTop.current = top;
  };
  const height = rows.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what grows or shrinks moves the end without a scroll
  useLayoutEffect(() => {
    if (isAtEnd) rows.scrollToEnd();
    look();
  }, [height]);

  const items = rows.getVirtualItems();
  const isNearBeginning = items.length > 0 && (items[0]?.index ?? AHEAD) < AHEAD;
  const { phase, hasMore, more } = list;
  useEffect(() => {
    if (isNearBeginning && hasMore && phase === "ready") void more();
  }, [isNearBeginning, hasMore, phase, more]);
  const hasFailed = phase === "failed";
  useFailureReport(hasFailed, () => reportReadFailure());

  /** Moves the focus between messages, skipping days and separators. */
  const step = (by: number) => {
    const focused = awaitedId("message-") ?? document.activeElement?.id.replace(/^message-/, "");
    const from = lines.findIndex((line) => line.kind === "message" && line.id === focused);
    let next = from < 0 ? lines.length - 1 : from + by;
    while (lines[next] && lines[next]?.kind !== "message") next += from < 0 ? -1 : by;
    const line = lines[next];
    if (line?.kind !== "message") return;
    rows.scrollToIndex(next, { align: "auto" });
    focusOn(`message-${line.id}`, { scrolls: true });
  };

  const newest = known[0];
  const isVisible = useVisibility();
  const newestAt = newest?.createdAt;
  useEffect(() => {
    if (newestAt && !lookedAt && isAtEnd && isVisible && unreadCount > 0) markRead(conversation, newestAt);
  }, [newestAt, lookedAt, isAtEnd, isVisible, unreadCount, conversation]);

  if (!isShown && phase === "loading")
    return (
      <div className={styles.rest}>
        <SkeletonRows count={6} label="Loading messages" />
      </div>
    );
  if (!isShown && hasFailed)
    return (
      <div className={styles.rest}>
        <ErrorState
          title="Failed to load communication data"
          message="Nothing is lost. Please try again."
          onRetry={() => void more()}
        />
      </div>
    );
  const myLast = known.find(({ senderId }) => senderId === me);
  const markOf = (message: string) => {
    const mail = messageRecords.get(message)?.byEmail;
    // A mail that was held or failed shows it on any message.
    if (
      mail?.direction === "out" &&
      (message === myLast?.id || mail.state === "held" || mail.state === "failed")
    )
      return describeEmailState(mail);
    if (message !== myLast?.id || lookedAt) return undefined;
    const { otherReadAt, type, reach } = conversation;
    if (reach === "no_account" || reach === "no_address") return "Saved";
    const isRead = type === "direct" ? (otherReadAt ?? "") >= myLast.createdAt : myLast.isRead;
    return isRead ? "Read" : "Sent";
  };
  return (
    <div className={styles.frame}>
      <ScrollBox
        ref={box}
        role="log"
        aria-live="off"
        aria-label="Messages"
        className={styles.box}
        onScroll={look}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (by === undefined || isField(event.target)) return;
          event.preventDefault();
          step(by);
        }}
      >
        {!isShown && (
          <Text tone="soft" textAlign="center" pad="48px 24px">
            No messages yet. Say hello.
          </Text>
        )}
        {hasFailed && (
          <Text textAlign="center" pad={12}>
            <Button size="compact-sm" variant="default" onClick={() => void more()}>
              Load older messages
            </Button>
          </Text>
        )}
        <div className={styles.rows} style={{ height }}>
          {items.map(({ index, key: lineKey, start }) => {
            const line = lines[index];
            return (
              <div
                key={lineKey}
                ref={rows.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {line?.kind === "day" && <Separator text={describeDay(line.day, new Date(now))} />}
                {line?.kind === "unread" && <Separator text="New messages" isUnread />}
                {line?.kind === "waiting" && <PendingMessage waiting={line.waiting} />}
                {line?.kind === "message" && (
                  <MessageItem
                    id={line.id}
                    isFirstOfGroup={line.isFirstOfGroup}
                    isMine={messageRecords.get(line.id)?.senderId === me}
                    isLookedAt={line.id === lookedAt?.id}
                    isEditing={line.id === editingId}
                    onEdit={onEdit}
                    me={me}
                    mark={markOf(line.id)}
                    now={now}
                  />
                )}
              </div>
            );
          })}
        </div>
      </ScrollBox>
      <TypingIndicator conversation={conversation} newest={newest} />
      {(lookedAt || !isAtEnd) && (
        <button
          type="button"
          className={styles.jump}
          data-new={unreadCount > 0 || undefined}
          onClick={() => (lookedAt ? onJump() : rows.scrollToEnd())}
        >
          <ArrowDown size={16} strokeWidth={2} aria-hidden />
          {unreadCount > 0 ? `${unreadCount > 99 ? "99+" : unreadCount} new` : "Jump to newest"}
        </button>
      )}
      <p className="visually-hidden" aria-live="polite">
        {newest && newest.senderId !== me && !lookedAt ? `${newest.senderName}: ${newest.content}` : ""}
      </p>
    </div>
  );
}

const isField = (target: EventTarget) => target instanceof Element && target.matches("textarea, input");

const distanceFromEnd = (box: HTMLElement | null) =>
  box ? box.scrollHeight - box.scrollTop - box.clientHeight : 0;

function Separator({ text, isUnread }: { text: string; isUnread?: boolean }) {
  return (
    <Row
      as="p"
      tone="faint"
      size="label"
      weight="medium"
      pad="14px 20px 4px"
      gap={12}
      className={styles.separator}
      data-unread={isUnread || undefined}
    >
      <span>{text}</span>
    </Row>
  );
}

/** Nothing counts as read in a background tab. */
const useVisibility = () =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => document.visibilityState === "visible",
  );
