import type { ListOfRecords } from "#platform/client/use-records.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import styles from "./task-list.module.css";
import { TaskRow } from "./task-row.tsx";
import { useTaskKeys } from "./use-task-keys.ts";

const ROW_HEIGHT = 44;

export function TaskList({ list }: { list: ListOfRecords }) {
  const { ids, hasMore } = list;
  const { activeId, scroller, onKeyDown, onFocus } = useTaskKeys(ids);
  return (
    <RowList aria-label="Tasks" className={styles.list} onKeyDown={onKeyDown} onFocus={onFocus}>
      <PageRows
        count={ids.length}
        rowHeight={ROW_HEIGHT}
        onNearEnd={list.more}
        scroller={scroller}
        rowKey={(index) => ids[index] ?? String(index)}
        renderRow={(index) => {
          const id = ids[index];
          return id ? (
            <TaskRow
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
