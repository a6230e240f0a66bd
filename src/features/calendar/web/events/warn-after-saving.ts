import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { EventOnWire } from "../../model.ts";
import { events } from "../api.ts";
import { describeTimes, describeTravel, titleOf } from "../format-events.ts";
import { travelCheck } from "../slots.ts";

/** Warnings for events saved without the dialog, which shows them before saving: by quick add or by dragging. */
export async function warnAfterSaving(saved: EventOnWire): Promise<void> {
  const { id, startTime, endTime, isAllDay, location } = saved;
  if (isAllDay) return;
  const [others, travel] = await Promise.all([
    events.list.call({ from: startTime, to: endTime, limit: 20 }),
    location?.trim() ? travelCheck.get().call({ startTime, endTime, location, eventId: id }) : { items: [] },
    // The event is saved: if the warnings cannot be loaded, there are none.
  ]).catch(() => [{ items: [] }, { items: [] }]);
  const [first] = (others?.items ?? []).filter((event) => !event.isAllDay && event.id !== id);
  if (first) toast.notice(t`At the same time`, `${titleOf(first)}, ${describeTimes(first)}`);
  for (const warning of travel?.items ?? []) toast.notice(t`Not enough travel time`, describeTravel(warning));
}
