import { useEffect } from "react";
import { t } from "#i18n/message.ts";
import { useRecordAt } from "#platform/client/use-record-at.ts";
import { UnopenedDialog } from "#ui/overlays/unopened-dialog.tsx";
import type { TaskOnWire } from "../../model.ts";
import { taskRecords } from "../records.ts";
import { closeEditor } from "./open-editor.ts";

type UnopenedTaskProps = { id: string; onOpen(task: TaskOnWire): void };

/** The dialog of a task that is read by its address. */
export function UnopenedTask({ id, onOpen }: UnopenedTaskProps) {
  const { record, ...at } = useRecordAt(taskRecords, id);
  useEffect(() => {
    if (record) onOpen(record);
  }, [record, onOpen]);
  if (record) return null;
  return (
    <UnopenedDialog
      title={t`Edit Task`}
      at={{ ...at, record }}
      missing={t`This task is in the trash or gone`}
      failure={t`Failed to fetch tasks`}
      list="/tasks"
      onClose={closeEditor}
    />
  );
}
