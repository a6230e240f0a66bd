import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { TrashPanel as Panel, TrashRow } from "#ui/lists/trash-panel.tsx";
import { TRASH_DAYS } from "../model.ts";
import { eventWrites } from "./events/event-actions.ts";
import { describeDaysAndTimes, titleOf } from "./format-events.ts";
import { eventRecords, eventTrash } from "./records.ts";

/** Events deleted in the last 30 days, and how to restore them. */
export function TrashPanel({ onLeave }: { onLeave(): void }) {
  const list = useRecordList(eventRecords, eventTrash.key, eventTrash.source);
  return (
    <Panel
      backTo={t`Back to the calendar`}
      days={TRASH_DAYS}
      list={list}
      renderRow={(id) => <DeletedEvent key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function DeletedEvent({ id }: { id: string }) {
  const event = useRecord(eventRecords, id);
  if (!event) return null;
  return (
    <TrashRow
      name={titleOf(event)}
      details={describeDaysAndTimes(event)}
      deletedAt={event.deletedAt}
      onRestore={() => void eventWrites.restore(event)}
    />
  );
}
