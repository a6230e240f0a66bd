import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import type { ListOfRecords } from "#platform/client/use-records.ts";
import { laterPart } from "#ui/later-part.tsx";
import { RowItem, RowList } from "#ui/lists/row-list.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import { useFirstTouch } from "#ui/swipe/use-first-touch.ts";
import { DoneFold } from "./done-fold.tsx";
import styles from "./task-list.module.css";
import { TaskRow } from "./task-row.tsx";
import type { DoneTasks } from "./use-done-tasks.ts";
import { useTaskKeys } from "./use-task-keys.ts";

const TaskSwipes = laterPart(async () => (await import("./task-swipes.tsx")).TaskSwipes);

const ROW_HEIGHT = 44;

type TaskListProps = { list: ListOfRecords; done?: DoneTasks };

/** The tasks of a list, and below them the completed ones, if they are separate. */
export function TaskList({ list, done }: TaskListProps) {
  const { ids: openIds, hasMore } = list;
  const isFoldShown = done !== undefined && done.count !== 0 && !hasMore;
  const foldAt = isFoldShown ? openIds.length : -1;
  const ids = isFoldShown && done.isOpen ? [...openIds, ...done.list.ids] : openIds;
  const isAll = !hasMore && !(done?.isOpen && done.list.hasMore);
  const { activeId, scroller, onKeyDown, onFocus } = useTaskKeys(ids, {
    rowOf: (index) => (isFoldShown && index >= foldAt ? index + 1 : index),
  });
  const { firstTouch, onPointerDown } = useFirstTouch();
  useFetchAfterPage(TaskSwipes);
  const idAt = (row: number) => ids[isFoldShown && row > foldAt ? row - 1 : row];
  const count = ids.length + (isFoldShown ? 1 : 0);
  const place = (row: number) => ({ position: row + 1, count: isAll ? count : -1 });
  if (count === 0) return null;
  return (
    <RowList
      aria-label={t`Tasks`}
      className={styles.list}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onPointerDown={onPointerDown}
    >
      <PageRows
        count={count}
        rowHeight={ROW_HEIGHT}
        scroller={scroller}
        onNearEnd={() => void (hasMore ? list.more() : done?.isOpen && done.list.more())}
        rowKey={(row) => (row === foldAt ? "done" : (idAt(row) ?? String(row)))}
        renderRow={(row) => {
          if (done && row === foldAt)
            return (
              <RowItem {...place(row)}>
                <DoneFold done={done} />
              </RowItem>
            );
          const id = idAt(row);
          return id ? <TaskRow key={id} id={id} isActive={id === activeId} {...place(row)} /> : null;
        }}
      />
      {firstTouch && <TaskSwipes firstTouch={firstTouch} />}
    </RowList>
  );
}
