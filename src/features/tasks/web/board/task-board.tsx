import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type KeyboardEvent, useEffect, useEffectEvent } from "react";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { keyInReadingOrder } from "#ui/layout/direction.ts";
import type { TaskStatus } from "../../model.ts";
import type { TaskFilter } from "../filters/task-address.ts";
import { focusTask, taskAround, useTaskActionKeys } from "../list/use-task-action-keys.ts";
import { taskRecords } from "../records.ts";
import { columnSource } from "../task-source.ts";
import { STATUSES } from "../wording.ts";
import { BoardColumn } from "./board-column.tsx";
import { moveTask } from "./move-task.ts";
import styles from "./task-board.module.css";

/** A column per status. Dragging has a keyboard alternative, Alt and arrows, and one in each card's menu. */
export function TaskBoard({ filter }: { filter: TaskFilter }) {
  const visible = STATUSES.filter((status) => filter.status.length === 0 || filter.status.includes(status));
  const idsOf = (status: TaskStatus) => {
    const { key, source } = columnSource(filter, status);
    return taskRecords.list(key, source).view().ids;
  };
  const neighbourOf = (id: string) => {
    const ids = idsOf(taskRecords.get(id)?.status ?? "todo");
    return ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1];
  };
  useTaskActionKeys(neighbourOf);
  useDrop((id, status, afterId) => {
    const task = taskRecords.get(id);
    if (task && afterId !== id) void moveTask(task, { status, afterId, ids: idsOf(status) });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const task = taskRecords.get(taskAround(event.target) ?? "");
    const isOnCard = event.target instanceof HTMLElement && event.target.dataset.task !== undefined;
    const [across, along] = DIRECTIONS[keyInReadingOrder(event.key)] ?? [0, 0];
    if (!task || !isOnCard || (across === 0 && along === 0) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const status = visible[visible.indexOf(task.status) + across];
    if (!status) return;
    const ids = idsOf(status);
    const index = idsOf(task.status).indexOf(task.id);
    if (!event.altKey) {
      const next = ids[Math.min(index + along, ids.length - 1)];
      if (next) focusTask(next);
      return;
    }
    if (across === 0 && (index + along < 0 || index + along >= ids.length)) return;
    const others = ids.filter((id) => id !== task.id);
    const place = across === 0 ? index + along : 0;
    void moveTask(task, { status, afterId: others[place - 1] ?? null, ids });
    focusTask(task.id);
  };

  return (
    <KeyArea className={styles.board} onKeyDown={onKeyDown}>
      {visible.map((status) => (
        <BoardColumn key={status} filter={filter} status={status} />
      ))}
    </KeyArea>
  );
}

/** Across the columns, along one column. */
const DIRECTIONS: Record<string, readonly [across: number, along: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Every card and column is a drop target with its own place; the innermost one counts. */
function useDrop(onDrop: (id: string, status: TaskStatus, afterId: string | null) => void): void {
  const drop = useEffectEvent(onDrop);
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const place = location.current.dropTargets[0]?.data;
          if (place && typeof source.data.id === "string")
            drop(source.data.id, place.status as TaskStatus, (place.afterId ?? null) as string | null);
        },
      }),
    [],
  );
}
