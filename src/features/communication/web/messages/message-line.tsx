import type { Virtualizer } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import { messageRecords } from "../records.ts";
import { describeDay, type MessageRow } from "./group-messages.ts";
import { MessageItem } from "./message-item.tsx";
import styles from "./message-list.module.css";
import type { QueuedMessage } from "./outbox.ts";
import { PendingMessage } from "./pending-message.tsx";

export type Line = MessageRow | { kind: "waiting"; key: string; waiting: QueuedMessage };

type VirtualLinesProps = {
  rows: Virtualizer<HTMLDivElement, Element>;
  lines: readonly Line[];
  children(line: Line): ReactNode;
};

/** The lines that are in sight, each at its place. The virtualizer is a mutable object: not compiled. */
export function VirtualLines({ rows, lines, children }: VirtualLinesProps) {
  "use no memo";
  return (
    <div className={styles.rows} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const line = lines[index];
        return (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={styles.row}
            style={{ transform: `translateY(${start}px)` }}
          >
            {line && children(line)}
          </div>
        );
      })}
    </div>
  );
}

type MessageLineProps = {
  line: Line;
  now: number;
  me: string | undefined;
  linkedId: string | undefined;
  editingId: string | null;
  onEdit(id: string | null): void;
  mark: string | undefined;
};

export function MessageLine({ line, now, me, linkedId, editingId, onEdit, mark }: MessageLineProps) {
  if (line.kind === "day") return <Separator text={describeDay(line.day, new Date(now))} />;
  if (line.kind === "unread") return <Separator text={t`New messages`} isUnread />;
  if (line.kind === "waiting") return <PendingMessage waiting={line.waiting} />;
  return (
    <MessageItem
      id={line.id}
      isFirstOfGroup={line.isFirstOfGroup}
      isMine={messageRecords.get(line.id)?.senderId === me}
      isLinked={line.id === linkedId}
      isEditing={line.id === editingId}
      onEdit={onEdit}
      me={me}
      mark={mark}
      now={now}
    />
  );
}

function Separator({ text, isUnread }: { text: string; isUnread?: boolean }) {
  return (
    <Row
      as="p"
      tone="faint"
      size="label"
      weight="medium"
      pad="14px 20px 4px"
      gap={12}
      className={styles.separator}
      data-unread={isUnread || undefined}
    >
      <span>{text}</span>
    </Row>
  );
}
