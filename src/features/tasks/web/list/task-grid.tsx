import { useLayoutEffect, useRef, useState } from "react";
import type { ListOfRecords } from "#platform/client/use-records.ts";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import { TaskCard } from "./task-card.tsx";
import styles from "./task-grid.module.css";
import { useTaskKeys } from "./use-task-keys.ts";

const CARD_HEIGHT = 208;
const GAP = 16;
const NARROWEST_CARD = 300;

export function TaskGrid({ list }: { list: ListOfRecords }) {
  const frame = useRef<HTMLDivElement>(null);
  const columns = useColumns(frame);
  const { ids } = list;
  const { activeId, scroller, onKeyDown, onFocus } = useTaskKeys(ids, columns);
  return (
    <KeyArea ref={frame} onKeyDown={onKeyDown} onFocus={onFocus}>
      {columns > 0 && (
        <PageRows
          count={Math.ceil(ids.length / columns)}
          rowHeight={CARD_HEIGHT + GAP}
          onNearEnd={list.more}
          scroller={scroller}
          renderRow={(row) => (
            <Grid columns={columns} gap={16} className={styles.row}>
              {ids.slice(row * columns, (row + 1) * columns).map((id) => (
                <TaskCard key={id} id={id} isActive={id === activeId} />
              ))}
            </Grid>
          )}
        />
      )}
    </KeyArea>
  );
}

/** As many as fit; 0 until the width is known. */
function useColumns(frame: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + GAP) / (NARROWEST_CARD + GAP))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return columns;
}
