import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { Menu } from "#ui/overlays/menu.tsx";
import { STATUS_LABELS, type TaskOnWire, type TaskStatus } from "../../model.ts";
import { openTask } from "../editor/open-editor.ts";
import { DueDate, PriorityDot, ProjectName, Steps, Tags } from "../list/task-facts.tsx";
import { taskRecords } from "../records.ts";
import { deleteTask } from "../task-mutations.ts";
import { STATUS_ICONS, STATUSES } from "../wording.ts";
import styles from "./board-card.module.css";
import { moveTask } from "./move-task.ts";

type BoardCardProps = { id: string; aboveId: string | null; isFirst: boolean };

export const BoardCard = memo(function BoardCard({ id, aboveId, isFirst }: BoardCardProps) {
  const task = useRecord(taskRecords, id);
  return task ? <Card task={task} aboveId={aboveId} isFirst={isFirst} /> : null;
});

function Card({ task, aboveId, isFirst }: { task: TaskOnWire; aboveId: string | null; isFirst: boolean }) {
  const { id, title, status } = task;
  const element = useRef<HTMLDivElement>(null);
  const { isDragged, edge } = useDragAndDrop(element, id, status, aboveId);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents: Enter and the menu do what a click does
    <div
      ref={element}
      role="group"
      id={`task-${id}`}
      data-task={id}
      tabIndex={isFirst ? 0 : -1}
      aria-label={`${title}, ${STATUS_LABELS[status]}`}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
      className={styles.card}
      data-dragged={isDragged || undefined}
      data-edge={edge}
      data-done={status === "completed" || undefined}
      onClick={() => openTask(id)}
    >
      <div className={styles.top}>
        <p className={styles.title}>{title}</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keeps the menu's clicks from opening the card */}
        <span className={styles.menu} onClick={(event) => event.stopPropagation()}>
          <CardMenu task={task} />
        </span>
      </div>
      <div className={styles.facts}>
        <PriorityDot priority={task.priority} />
        <DueDate task={task} short />
        <Steps task={task} />
        <ProjectName task={task} />
        {!task.projectName && <Tags tags={task.tags} atMost={1} />}
      </div>
    </div>
  );
}

function CardMenu({ task }: { task: TaskOnWire }) {
  const moves = STATUSES.filter((status) => status !== task.status).map((status) => ({
    label: `Move to ${STATUS_LABELS[status]}`,
    icon: STATUS_ICONS[status],
    onSelect: () => void moveTask(task, { status, afterId: null, ids: [] }),
  }));
  return (
    <Menu
      label={`'${task.title}'`}
      items={[
        ...moves,
        "line",
        { label: "Edit", icon: Pencil, shortcut: "E", onSelect: () => openTask(task.id) },
        { label: "Delete", icon: Trash2, isDestructive: true, onSelect: () => void deleteTask(task) },
      ]}
      trigger={(props) => (
        <button
          type="button"
          className={styles.trigger}
          aria-label={`Move, edit or delete '${task.title}'`}
          {...props}
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    />
  );
}

/** `edge` is where a drop would put the other task. */
function useDragAndDrop(
  ref: RefObject<HTMLElement | null>,
  id: string,
  status: TaskStatus,
  aboveId: string | null,
) {
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<"above" | "below">();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const edgeAt = (clientY: number) => {
      const { top, height } = element.getBoundingClientRect();
      return clientY < top + height / 2 ? "above" : "below";
    };
    return combine(
      draggable({
        element,
        getInitialData: () => ({ id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.id !== id,
        getData: ({ input }) => ({ status, afterId: edgeAt(input.clientY) === "above" ? aboveId : id }),
        onDrag: ({ location }) => setEdge(edgeAt(location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    );
  }, [ref, id, status, aboveId]);
  return { isDragged, edge };
}
