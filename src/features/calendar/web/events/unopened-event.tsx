import { useEffect } from "react";
import { t } from "#i18n/message.ts";
import { useRecordAt } from "#platform/client/use-record-at.ts";
import { UnopenedDialog } from "#ui/overlays/unopened-dialog.tsx";
import type { EventOnWire } from "../../model.ts";
import { eventRecords } from "../records.ts";
import { closeEditor } from "./open-editor.ts";

type UnopenedEventProps = { id: string; onOpen(event: EventOnWire): void };

/** The dialog of an event that is read by its address. */
export function UnopenedEvent({ id, onOpen }: UnopenedEventProps) {
  const { record, ...at } = useRecordAt(eventRecords, id);
  useEffect(() => {
    if (record) onOpen(record);
  }, [record, onOpen]);
  if (record) return null;
  return (
    <UnopenedDialog
      title={t`Edit Event`}
      at={{ ...at, record }}
      missing={t`This event was deleted`}
      failure={t`Failed to fetch events`}
      list="/calendar"
      onClose={closeEditor}
    />
  );
}
