import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { STATUS_LABELS } from "../../fields.ts";
import type { TaskOnWire, TaskStatus } from "../../model.ts";
import { openTask } from "../editor/open-editor.ts";
import { BlockedBadge, DueDate, PriorityDot, ProjectName, Steps, Tags } from "../list/task-facts.tsx";
import { taskRecords } from "../records.ts";
import { taskWrites } from "../task-mutations.ts";
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
    <Stack
      gap={0}
      justify="space-between"
      pad="8px 6px 10px 12px"
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
      onClick={({ target }) => {
        if (!isInMenu(target)) openTask(id);
      }}
    >
      <Row gap={4} align="start">
        <Text size="list" weight="medium" overflow="break" grow lines={2} className={styles.title}>
          {title}
        </Text>
        <Text as="span" noShrink margin="-4px 0 0" data-menu>
          <CardMenu task={task} />
        </Text>
      </Row>
      <Row gap={10} shrink className={styles.facts}>
        <PriorityDot priority={task.priority} />
        <BlockedBadge task={task} short />
        <DueDate task={task} short />
        <Steps task={task} />
        <ProjectName task={task} />
        {!task.projectName && <Tags tags={task.tags} limit={1} />}
      </Row>
    </Stack>
  );
}

const isInMenu = (target: EventTarget) => target instanceof Element && target.closest("[data-menu]") !== null;

function CardMenu({ task }: { task: TaskOnWire }) {
  const moves = STATUSES.filter((status) => status !== task.status).map((status) => ({
    label: t`Move to ${STATUS_LABELS[status]}`,
    icon: STATUS_ICONS[status],
    onSelect: () => void moveTask(task, { status, afterId: null, ids: [] }),
  }));
  return (
    <Menu
      label={`'${task.title}'`}
      items={[
        ...moves,
        "line",
        { label: t`Edit`, icon: Pencil, shortcut: "E", onSelect: () => openTask(task.id) },
        { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: () => void taskWrites.delete(task) },
      ]}
      trigger={(props) => (
        <PlainButton shape="icon" aria-label={t`Move, edit or delete '${task.title}'`} {...props}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </PlainButton>
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
