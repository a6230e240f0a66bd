import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Plus } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { formatCount } from "#platform/numbers/format-number.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ScrollingRows } from "#ui/lists/virtual-rows.tsx";
import { STATUS_LABELS } from "../../fields.ts";
import type { TaskStatus } from "../../model.ts";
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
  return (
    <Stack
      as="section"
      gap={0}
      shrink
      className={styles.column}
      aria-labelledby={titleId}
      data-over={isOver || undefined}
    >
      <Row as="header" pad="6px 6px 2px 12px">
        <ColumnIcon status={status} />
        <Text id={titleId} as="h2" size="list">
          {STATUS_LABELS[status]}
        </Text>
        <Text as="span" size="label" tone="soft" isTabular grow>
          {phase === "loading" ? "" : formatCount(ids.length)}
          {hasMore && ids.length > 0 && "+"}
        </Text>
        <IconAction
          label={t`Create a task in ${STATUS_LABELS[status]}`}
          icon={Plus}
          onClick={() => openEditor({ kind: "new task", draft: { status } })}
        />
      </Row>
      <div ref={box} className={styles.surface}>
        {phase === "failed" && ids.length === 0 && (
          <ErrorState title={t`These tasks cannot be read`} onRetry={() => void list.more()} />
        )}
        {phase === "ready" && ids.length === 0 && (
          <Text size="list" tone="soft" pad="12px 8px">
            {t`No tasks here`}
          </Text>
        )}
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
    </Stack>
  );
}

function ColumnIcon({ status }: { status: TaskStatus }) {
  const Icon = STATUS_ICONS[status];
  return (
    <Icon size={16} strokeWidth={1.75} className={styles.icon} data-tone={STATUS_TONES[status]} aria-hidden />
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
