import { Archive, MessagesSquare, SearchX } from "lucide-react";
import { useRef } from "react";
import { reportReadFailure } from "#features/contacts/web/public/report-read-failure.ts";
import { t } from "#i18n/message.ts";
import { type ListOfRecords, useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { awaitedId, focusOn } from "#ui/keyboard/focus-on.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { LoadedList } from "#ui/lists/loaded-list.tsx";
import { recordRows } from "#ui/lists/record-rows.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { type RowScroller, ScrollingRows } from "#ui/lists/virtual-rows.tsx";
import { useNow } from "#ui/use-now.ts";
import styles from "../list.module.css";
import { conversationRecords, conversationSource } from "../records.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { ConversationRow } from "./conversation-row.tsx";

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
  const { isArchived, search } = props;
  const { key, source } = conversationSource(isArchived, search);
  const list = useRecordList(conversationRecords, key, source);
  return (
    <LoadedList
      list={list}
      failure={t`Failed to load communication data`}
      onFailure={reportReadFailure}
      loading={<SkeletonRows count={7} height={64} isBare label={t`Loading conversations`} />}
      empty={<NoneHere {...props} />}
    >
      <Rows key={key} list={list} {...props} />
    </LoadedList>
  );
}

function NoneHere({ isArchived, search, onNew, onClear }: ConversationListProps) {
  if (search)
    return (
      <EmptyState
        icon={SearchX}
        title={t`No conversation matches`}
        action={
          <Button variant="default" onClick={onClear}>
            {t`Show all conversations`}
          </Button>
        }
      />
    );
  if (isArchived)
    return (
      <EmptyState
        icon={Archive}
        title={t`No archived conversations`}
        message={t`Archived conversations stay here until their next message.`}
        action={
          <Button variant="default" onClick={onClear}>
            {t`Show all conversations`}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={MessagesSquare}
      title={t`Your conversations appear here`}
      message={t`Message a person or create a group.`}
      action={<Button variant="default" onClick={onNew}>{t`New Conversation`}</Button>}
    />
  );
}

function Rows({ list, openId, onOpen }: ConversationListProps & { list: ListOfRecords }) {
  const { ids } = list;
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<RowScroller>(null);
  const me = useCurrentUserId();
  const now = useNow(60_000);
  const step = (by: number) => {
    const element = document.activeElement?.closest<HTMLElement>("[data-conversation]");
    const focused = awaitedId("conversation-") ?? element?.dataset.conversation;
    const from = ids.indexOf(focused ?? openId ?? "");
    const next = from < 0 ? 0 : Math.max(0, Math.min(from + by, ids.length - 1));
    scroller.current?.scrollToRow(next);
    focusConversation(ids[next] ?? "");
  };
  useShortcut("j", t`Next conversation`, t`Communication`, () => step(1));
  useShortcut("k", t`Previous conversation`, t`Communication`, () => step(-1));
  return (
    <RowList
      ref={box}
      aria-label={t`Conversations`}
      className={styles.box}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        step(by);
      }}
    >
      <ScrollingRows
        box={box}
        rowHeight={ROW_HEIGHT}
        scroller={scroller}
        {...recordRows(list, (id, place) => (
          <ConversationRow
            key={id}
            id={id}
            isOpen={id === openId}
            me={me}
            now={now}
            {...place}
            onOpen={onOpen}
          />
        ))}
      />
    </RowList>
  );
}

export const focusConversation = (id: string) => focusOn(`conversation-${id}`);
