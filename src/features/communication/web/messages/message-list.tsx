import { ArrowDown } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { reportReadFailure } from "#features/contacts/web/public/report-read-failure.ts";
import { plural, t, term } from "#i18n/message.ts";
import { type ListOfRecords, useRecordList } from "#platform/client/use-records.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { ScrollBox } from "#ui/layout/scroll-box.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { useNow } from "#ui/use-now.ts";
import type { ConversationOnWire, MessageOnWire } from "../../model.ts";
import { markRead } from "../conversations/conversation-actions.ts";
import { messageRecords, messageSource } from "../records.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { describeEmailState } from "./describe-email-state.ts";
import { groupMessages } from "./group-messages.ts";
import { type Line, MessageLine, VirtualLines } from "./message-line.tsx";
import styles from "./message-list.module.css";
import { useMessageScroll } from "./use-message-scroll.ts";
import { useUnlistedMessages } from "./use-unlisted-messages.ts";

const TypingIndicator = laterPart(async () => (await import("./typing-indicator.tsx")).TypingIndicator);

type MessageListProps = {
  conversation: ConversationOnWire;
  /** The list ends with this message. */
  linkedMessage: LinkedMessage | undefined;
  onJump(): void;
  editingId: string | null;
  onEdit(id: string | null): void;
};

type LinkedMessage = { id: string; createdAt: string };

/** Older messages are loaded when this many rows remain above. */
const PREFETCH_ROWS = 10;

/** Ascending; a reader at the end stays there. Not compiled, because the virtualizer is a mutable object. */
export function MessageList({ conversation, linkedMessage, onJump, editingId, onEdit }: MessageListProps) {
  "use no memo";
  const me = useCurrentUserId();
  const now = useNow(60_000);
  const { list, known, lines, waitingCount } = useLines(conversation, linkedMessage, me);
  const { box, rows, isAtEnd, onScroll, onKeyDown } = useMessageScroll(lines, waitingCount);
  const { phase, more } = list;
  useOlderMessages(list, rows.getVirtualItems()[0]?.index);
  const hasFailed = phase === "failed";
  useFailureReport(hasFailed, () => reportReadFailure());
  const newest = known[0];
  useMarkRead(conversation, !linkedMessage && isAtEnd ? newest?.createdAt : undefined);
  const hasLines = lines.length > 0;
  if (!hasLines && phase !== "ready")
    return <ListPlaceholder hasFailed={hasFailed} onRetry={() => void more()} />;
  const myLast = known.find(({ senderId }) => senderId === me);
  return (
    <div className={styles.frame}>
      <ScrollBox
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t`Messages`}
        className={styles.box}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {!hasLines && (
          <Text tone="soft" textAlign="center" pad="48px 24px">
            {t`No messages yet. Say hello.`}
          </Text>
        )}
        {hasFailed && <OlderMessagesButton onClick={() => void more()} />}
        <VirtualLines rows={rows} lines={lines}>
          {(line) => (
            <MessageLine
              line={line}
              now={now}
              me={me}
              linkedId={linkedMessage?.id}
              editingId={editingId}
              onEdit={onEdit}
              mark={markOf(line, conversation, myLast, linkedMessage !== undefined)}
            />
          )}
        </VirtualLines>
      </ScrollBox>
      <TypingIndicator conversation={conversation} newest={newest} />
      {(linkedMessage || !isAtEnd) && (
        <JumpButton
          unreadCount={conversation.unreadCount}
          onClick={() => (linkedMessage ? onJump() : rows.scrollToEnd())}
        />
      )}
      <p className="visually-hidden" aria-live="polite">
        {newest && newest.senderId !== me && !linkedMessage ? `${newest.senderName}: ${newest.content}` : ""}
      </p>
    </div>
  );
}

/** From the oldest that is known to the newest, and what waits to be sent. The records are read: not compiled. */
function useLines(
  conversation: ConversationOnWire,
  linkedMessage: LinkedMessage | undefined,
  me: string | undefined,
) {
  "use no memo";
  const { id, unreadCount, lastReadAt } = conversation;
  const { key, source } = messageSource(id, linkedMessage?.createdAt);
  const list = useRecordList(messageRecords, key, source);
  const known = list.ids.flatMap((each) => messageRecords.get(each) ?? []);
  const waiting = useUnlistedMessages(id, known);
  // The read mark when the conversation was opened: the separator stays while they read on.
  const [readUntil] = useState(unreadCount > 0 ? (lastReadAt ?? "") : null);
  const lines: Line[] = [
    ...groupMessages(known, readUntil, me),
    ...(linkedMessage
      ? []
      : waiting.map((each) => ({ kind: "waiting" as const, key: each.key, waiting: each }))),
  ];
  return { list, known, lines, waitingCount: waiting.length };
}

/** Who scrolls back finds what is older before the beginning is reached. */
function useOlderMessages({ phase, hasMore, more }: ListOfRecords, firstIndex: number | undefined): void {
  const isNearBeginning = firstIndex !== undefined && firstIndex < PREFETCH_ROWS;
  useEffect(() => {
    if (isNearBeginning && hasMore && phase === "ready") void more();
  }, [isNearBeginning, hasMore, phase, more]);
}

/** `readUntil`: when the newest message that is seen was written; undefined while the newest is not in sight. */
function useMarkRead(conversation: ConversationOnWire, readUntil: string | undefined): void {
  const { unreadCount } = conversation;
  const isVisible = useVisibility();
  useEffect(() => {
    if (readUntil && isVisible && unreadCount > 0) markRead(conversation, readUntil);
  }, [readUntil, isVisible, unreadCount, conversation]);
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

/** What became of a message: of the person's last one always, of another where its mail did not arrive. */
function markOf(
  line: Line,
  { otherReadAt, type, reach }: ConversationOnWire,
  myLast: MessageOnWire | undefined,
  isLinked: boolean,
): string | undefined {
  if (line.kind !== "message") return undefined;
  const { id } = line;
  const mail = messageRecords.get(id)?.byEmail;
  // A mail that was held or failed shows it on any message.
  if (
    mail?.direction === "out" &&
    (id === myLast?.id || (mail.state !== "sent" && mail.state !== "on its way"))
  )
    return describeEmailState(mail);
  if (id !== myLast?.id || isLinked) return undefined;
  if (reach === "no_account" || reach === "no_address") return term("Saved", "state of a message");
  const isRead = type === "direct" ? (otherReadAt ?? "") >= myLast.createdAt : myLast.isRead;
  return isRead ? term("Read", "state of a message") : term("Sent", "state of a message");
}

type ListPlaceholderProps = { hasFailed: boolean; onRetry(): void };

const ListPlaceholder = ({ hasFailed, onRetry }: ListPlaceholderProps) => (
  <div className={styles.rest}>
    {hasFailed ? (
      <ErrorState
        title={t`Failed to load communication data`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={onRetry}
      />
    ) : (
      <SkeletonRows count={6} height={64} isBare label={t`Loading messages`} />
    )}
  </div>
);

const OlderMessagesButton = ({ onClick }: { onClick(): void }) => (
  <Text textAlign="center" pad={12}>
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {t`Load older messages`}
    </Button>
  </Text>
);

function describeNew(unread: number): string {
  const count = unread > 99 ? "99+" : unread;
  return plural(unread, { one: `${count} new`, other: `${count} new` });
}

const JumpButton = ({ unreadCount, onClick }: { unreadCount: number; onClick(): void }) => (
  <button type="button" className={styles.jump} data-new={unreadCount > 0 || undefined} onClick={onClick}>
    <ArrowDown size={16} strokeWidth={2} aria-hidden />
    {unreadCount > 0 ? describeNew(unreadCount) : t`Jump to newest`}
  </button>
);
