import { t } from "#i18n/message.ts";
import type { ListOfRecords } from "#platform/client/use-records.ts";
import { recordRows } from "#ui/lists/record-rows.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import styles from "./document-list.module.css";
import { DocumentRow } from "./document-row.tsx";
import { useDocumentKeys } from "./use-document-keys.ts";

const ROW_HEIGHT = 44;

type DocumentListProps = { list: ListOfRecords; onView(id: string): void };

export function DocumentList({ list, onView }: DocumentListProps) {
  const { ids } = list;
  const { activeId, scroller, onKeyDown, onFocus } = useDocumentKeys(ids, 1, onView);
  return (
    <RowList aria-label={t`Documents`} className={styles.list} onKeyDown={onKeyDown} onFocus={onFocus}>
      <PageRows
        rowHeight={ROW_HEIGHT}
        scroller={scroller}
        {...recordRows(list, (id, place) => (
          <DocumentRow key={id} id={id} isActive={id === activeId} {...place} onView={onView} />
        ))}
      />
    </RowList>
  );
}
