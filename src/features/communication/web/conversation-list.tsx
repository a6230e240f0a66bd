import { Button } from "@mantine/core";
import { Archive, MessagesSquare, SearchX } from "lucide-react";
import { useEffect, useRef } from "react";
import { tellFailedRead } from "#features/contacts/web/public/tell-failed-read.ts";
import { type ListOfRecords, useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { awaitedId, focusOn } from "#ui/focus-on.ts";
import { useShortcut } from "#ui/shortcuts.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { BoxRows, type RowScroller } from "#ui/windowed-rows.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import styles from "./list.module.css";
import { conversationRecords, conversationSource } from "./records.ts";
import { useMe } from "./use-me.ts";
import { useMinute } from "./use-minute.ts";

type ConversationListProps = {
  isArchived: boolean;
  search: string | undefined;
  openId: string | undefined;
  onOpen(id: string): void;
  onNew(): void;
  onClear(): void;
};

const ROW_HEIGHT = 64;

export function ConversationList(props: ConversationListProps) {
  const { isArchived, search, onNew, onClear } = props;
  const { key, source } = conversationSource(isArchived, search);
  const list = useRecordList(conversationRecords, key, source);
  const { ids, phase } = list;
  const hasFailed = phase === "failed";
  useEffect(() => {
    if (hasFailed) tellFailedRead();
  }, [hasFailed]);

  if (ids.length > 0) return <Rows key={key} list={list} {...props} />;
  if (phase === "loading") return <SkeletonRows count={7} label="Loading conversations" />;
  if (hasFailed)
    return (
      <ErrorState
        title="Failed to load communication data"
        message="Nothing is lost. Please try again."
        onRetry={() => void list.more()}
      />
    );
  if (search)
    return (
      <EmptyState
        icon={SearchX}
        title="No conversation matches"
        action={
          <Button variant="default" onClick={onClear}>
            Show all conversations
          </Button>
        }
      />
    );
  if (isArchived)
    return (
      <EmptyState
        icon={Archive}
        title="Nothing is archived"
        message="An archived conversation waits here until its next message."
        action={
          <Button variant="default" onClick={onClear}>
            Show all conversations
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={MessagesSquare}
      title="Your conversations live here"
      message="Write to one person or begin a group."
      action={<Button onClick={onNew}>New Conversation</Button>}
    />
  );
}

function Rows({ list, openId, onOpen }: ConversationListProps & { list: ListOfRecords }) {
  const { ids, hasMore } = list;
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<RowScroller>(null);
  const me = useMe();
  const now = useMinute();
  const step = (by: number) => {
    const element = document.activeElement?.closest<HTMLElement>("[data-conversation]");
    const focused = awaitedId("conversation-") ?? element?.dataset.conversation;
    const from = ids.indexOf(focused ?? openId ?? "");
    const next = from < 0 ? 0 : Math.max(0, Math.min(from + by, ids.length - 1));
    scroller.current?.scrollToRow(next);
    focusConversation(ids[next] ?? "");
  };
  useShortcut("j", "Next conversation", "Communication", () => step(1));
  useShortcut("k", "Previous conversation", "Communication", () => step(-1));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window on a long list has absolutely placed rows
    <div
      ref={box}
      role="list"
      aria-label="Conversations"
      className={styles.box}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        step(by);
      }}
    >
      <BoxRows
        box={box}
        count={ids.length}
        rowHeight={ROW_HEIGHT}
        onNearEnd={list.more}
        scroller={scroller}
        rowKey={(index) => ids[index] ?? String(index)}
        renderRow={(index) => {
          const id = ids[index];
          return id ? (
            <ConversationRow
              key={id}
              id={id}
              isOpen={id === openId}
              me={me}
              now={now}
              position={index + 1}
              count={hasMore ? -1 : ids.length}
              onOpen={onOpen}
            />
          ) : null;
        }}
      />
    </div>
  );
}

export const focusConversation = (id: string) => focusOn(`conversation-${id}`);
