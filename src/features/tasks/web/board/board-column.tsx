import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Plus } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useRecordList } from "#platform/client/use-records.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { ScrollingRows } from "#ui/lists/virtual-rows.tsx";
import { STATUS_LABELS, type TaskStatus } from "../../model.ts";
import { openEditor } from "../editor/open-editor.ts";
import type { TaskFilter } from "../filters/task-address.ts";
import { IconAction } from "../list/icon-action.tsx";
import { taskRecords } from "../records.ts";
import { columnSource } from "../task-source.ts";
import { STATUS_ICONS, STATUS_TONES } from "../wording.ts";
import { BoardCard } from "./board-card.tsx";
import styles from "./board-column.module.css";

const CARD_HEIGHT = 104;

export function BoardColumn({ filter, status }: { filter: TaskFilter; status: TaskStatus }) {
  const { key, source } = columnSource(filter, status);
  const list = useRecordList(taskRecords, key, source);
  const { ids, phase, hasMore } = list;
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const isOver = useColumnDrop(box, status, ids.at(-1) ?? null);
  const Icon = STATUS_ICONS[status];
  return (
    <section className={styles.column} aria-labelledby={titleId} data-over={isOver || undefined}>
      <header className={styles.header}>
        <Icon
          size={16}
          strokeWidth={1.75}
          className={styles.icon}
          data-tone={STATUS_TONES[status]}
          aria-hidden
        />
        <h2 id={titleId} className={styles.title}>
          {STATUS_LABELS[status]}
        </h2>
        <span className={styles.count}>
          {phase === "loading" ? "" : ids.length.toLocaleString("en-US")}
          {hasMore && ids.length > 0 && "+"}
        </span>
        <IconAction
          label={`Create a task in ${STATUS_LABELS[status]}`}
          icon={Plus}
          onClick={() => openEditor({ kind: "new task", draft: { status } })}
        />
      </header>
      <div ref={box} className={styles.surface}>
        {phase === "failed" && ids.length === 0 && (
          <ErrorState title="These tasks cannot be read" onRetry={() => void list.more()} />
        )}
        {phase === "ready" && ids.length === 0 && <p className={styles.empty}>No tasks here</p>}
        <ScrollingRows
          box={box}
          count={ids.length}
          rowHeight={CARD_HEIGHT}
          onNearEnd={list.more}
          rowKey={(index) => ids[index] ?? String(index)}
          renderRow={(index) => {
            const id = ids[index];
            return id ? (
              <BoardCard key={id} id={id} aboveId={ids[index - 1] ?? null} isFirst={index === 0} />
            ) : null;
          }}
        />
      </div>
    </section>
  );
}

/** A drop on the empty part of a column puts the task at its end. */
function useColumnDrop(
  box: React.RefObject<HTMLElement | null>,
  status: TaskStatus,
  lastId: string | null,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      getData: () => ({ status, afterId: lastId }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [box, status, lastId]);
  return isOver;
}
