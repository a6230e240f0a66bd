import type { ListOfRecords } from "#platform/client/use-records.ts";
import { recordRows } from "#ui/lists/record-rows.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import styles from "./task-list.module.css";
import { TaskRow } from "./task-row.tsx";
import { useTaskKeys } from "./use-task-keys.ts";

const ROW_HEIGHT = 44;

export function TaskList({ list }: { list: ListOfRecords }) {
  const { ids } = list;
  const { activeId, scroller, onKeyDown, onFocus } = useTaskKeys(ids);
  return (
    <RowList aria-label="Tasks" className={styles.list} onKeyDown={onKeyDown} onFocus={onFocus}>
      <PageRows
        rowHeight={ROW_HEIGHT}
        scroller={scroller}
        {...recordRows(list, (id, place) => (
          <TaskRow key={id} id={id} isActive={id === activeId} {...place} />
        ))}
      />
    </RowList>
  );
}
