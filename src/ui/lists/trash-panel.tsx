import { ArrowLeft, RotateCcw, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { plural, t } from "#i18n/message.ts";
import { formatDate } from "../dates.ts";
import { EmptyState } from "../feedback/empty-state.tsx";
import { ErrorState } from "../feedback/error-state.tsx";
import { SkeletonRows } from "../feedback/skeleton.tsx";
import { Button } from "../inputs/button.tsx";
import { PlainButton } from "../inputs/plain-button.tsx";
import { Row, Stack } from "../layout/stack.tsx";
import { Text } from "../layout/text.tsx";
import styles from "./trash-panel.module.css";
import { PageRows } from "./virtual-rows.tsx";

const ROW_HEIGHT = 48;

type TrashPanelProps = {
  /** The label of the back button. */
  backTo: string;
  /** Days until deletion for good. */
  days: number;
  list: {
    ids: readonly string[];
    phase: "loading" | "ready" | "failed";
    more(): unknown;
    refresh(): unknown;
  };
  /** What belongs here, shown if the trash is empty. */
  message?: string;
  renderRow(id: string): ReactNode;
  onLeave(): void;
};

/** Items deleted in the last days, and how to restore them. */
export function TrashPanel({ backTo, days, list, message, renderRow, onLeave }: TrashPanelProps) {
  const { refresh } = list;
  // Items deleted elsewhere meanwhile were not announced for records known here.
  useEffect(() => void refresh(), [refresh]);
  return (
    <Stack aria-labelledby="trash" as="section" gap={12}>
      <Row as="header" gap={12} lineGap={4} wrap>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onLeave}
        >
          {backTo}
        </Button>
        <Text id="trash" as="h2" size="section">
          {t`Trash`}
        </Text>
        <Text tone="soft" size="list">
          {plural(days, {
            one: `Kept for ${days} days, then gone for good`,
            other: `Kept for ${days} days, then gone for good`,
          })}
        </Text>
      </Row>
      <Deleted
        list={list}
        renderRow={renderRow}
        message={
          message ??
          plural(days, {
            one: `Deleted items stay here for ${days} days.`,
            other: `Deleted items stay here for ${days} days.`,
          })
        }
      />
    </Stack>
  );
}

type DeletedProps = Pick<TrashPanelProps, "list" | "renderRow"> & { message: string };

function Deleted({ list, renderRow, message }: DeletedProps) {
  const { ids, phase, more } = list;
  if (ids.length === 0 && phase === "loading") return <SkeletonRows count={6} label={t`Loading the trash`} />;
  if (ids.length === 0 && phase === "failed")
    return <ErrorState title={t`The trash could not be loaded`} onRetry={() => void more()} />;
  if (ids.length === 0) return <EmptyState icon={Trash2} title={t`The trash is empty`} message={message} />;
  return (
    <div className={styles.list}>
      <PageRows
        count={ids.length}
        rowHeight={ROW_HEIGHT}
        onNearEnd={() => void more()}
        rowKey={(index) => ids[index] ?? String(index)}
        renderRow={(index) => renderRow(ids[index] ?? "")}
      />
    </div>
  );
}

type TrashRowProps = {
  name: string;
  /** More details, such as its size. */
  details?: string;
  deletedAt: string | null;
  onRestore(): void;
  /** Absent where nothing can be deleted for good by hand. */
  onErase?(): void;
};

export function TrashRow({ name, details, deletedAt, onRestore, onErase }: TrashRowProps) {
  const words = [details, deletedAt && t`deleted ${formatDate(deletedAt)}`].filter(Boolean).join(" · ");
  return (
    <div className={styles.row}>
      <Text as="span" overflow="dots" grow>
        {name}
      </Text>
      {words && <span className={styles.date}>{words.charAt(0).toUpperCase() + words.slice(1)}</span>}
      <PlainButton
        focusInside
        className={styles.action}
        aria-label={t`Restore '${name}'`}
        onClick={onRestore}
      >
        <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
        {t`Restore`}
      </PlainButton>
      {onErase && (
        <PlainButton
          focusInside
          className={styles.action}
          data-destructive
          aria-label={t`Delete for good: '${name}'`}
          title={t`Delete for good`}
          onClick={onErase}
        >
          <X size={16} strokeWidth={1.75} aria-hidden className={styles.short} />
          <span className={styles.long}>{t`Delete for good`}</span>
        </PlainButton>
      )}
    </div>
  );
}
