import type { ListOfRecords } from "#platform/client/use-records.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import { EmailCard } from "./email-card.tsx";
import { useEmailKeys } from "./use-email-keys.ts";

/** An estimate; every card is measured, because some have a summary or a note. */
const CARD_HEIGHT = 128;

export function EmailList({ list }: { list: ListOfRecords }) {
  const { ids, hasMore } = list;
  const { activeId, scroller, onKeyDown, onFocus } = useEmailKeys(ids);
  return (
    <RowList aria-label="Emails" onKeyDown={onKeyDown} onFocus={onFocus}>
      <PageRows
        isMeasured
        count={ids.length}
        rowHeight={CARD_HEIGHT}
        rowKey={(index) => ids[index] ?? String(index)}
        onNearEnd={list.more}
        scroller={scroller}
        renderRow={(index) => {
          const id = ids[index];
          return id ? (
            <EmailCard
              key={id}
              id={id}
              isActive={id === activeId}
              position={index + 1}
              count={hasMore ? -1 : ids.length}
            />
          ) : null;
        }}
      />
    </RowList>
  );
}
