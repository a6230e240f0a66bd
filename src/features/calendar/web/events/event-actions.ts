import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { toast } from "#ui/overlays/toast.ts";
import { eventFields } from "../../fields.ts";
import { type EventOnWire, NOT_INVITED, PLAIN_EVENT, type Scope, SENDING_INVITATION } from "../../model.ts";
import { eventInvitations, events } from "../api.ts";
import { supposeMoved } from "../planning/what-if-changes.ts";
import { eventRecords } from "../records.ts";
import { askDeletion, askScope, type Deletion } from "../series/ask-scope.ts";
import { changeBetween, type EventFields } from "./event-draft.ts";
import type { Times } from "./occurrence.ts";
import { warnAfterSaving } from "./warn-after-saving.ts";

type EventChange = Partial<EventFields> & { scope?: Scope; zone?: string };

export const eventWrites = new RecordWrites<EventOnWire, EventChange>({
  records: eventRecords,
  verbs: events,
  // With the reason in the title (CAL-18 to CAL-21).
  report: { ...toast, failure: (title, reason) => toast.failure(`${title}: ${reason ?? t`unknown error`}`) },
  failures: {
    create: t`Failed to create event`,
    update: t`Failed to update event`,
    delete: t`Failed to delete event`,
    restore: t`Failed to restore event`,
  },
  messages: { created: t`Event created successfully`, updated: t`Event updated successfully` },
  apply: (event, { scope: _scope, zone: _zone, ...change }) => ({ ...event, ...change }),
});

export const reportFailure = eventWrites.failed;

/** Shows the new event at once. Rejects, after the specified toast, where the server refuses. */
export async function createEvent(
  fields: EventFields,
  idempotencyKey: string,
  isSilent = false,
): Promise<EventOnWire> {
  const input = { ...fields, ...inZone(fields) };
  const made = await eventWrites.create(
    draftEvent(fields),
    () => events.create.call(input, { idempotencyKey }),
    isSilent,
  );
  if (fields.rrule !== null) void eventRecords.refresh();
  return made;
}

/**
 * Saves the user's changes since `base`. Rejects if the server refuses: after the specified toast, or with the
 * conflict itself if someone else changed the event, because that is a question and not a failure.
 */
export async function saveEvent(
  base: EventOnWire,
  fields: EventFields,
  idempotencyKey: string,
  scope?: Scope | undefined,
) {
  const change = changeBetween(base, fields);
  const input = { ...change, ...inZone(change), ...(scope && { scope }) };
  const saved = await eventWrites.save(base, input, { idempotencyKey });
  if (isWide(scope) || change.rrule !== undefined) void eventRecords.refresh();
  if (saved) offerUpdate(saved, Object.keys(change));
}

/** A series keeps the time zone in which it was created. */
const inZone = ({ rrule }: Partial<EventFields>) => (rrule ? { zone: readerTimeZone() } : {});

/** Whether other events changed too. */
const isWide = (scope: Scope | undefined) => scope === "following" || scope === "all";

type Burst = { id: string; before: Times; at: number; scope: Scope | undefined };
let burst: Burst | undefined;
let lastUndo = 0;

/** Keyboard steps that follow each other within this time, in milliseconds, are one move. */
const BURST = 3000;

/** Moves the event; Undo restores the times from before the move began. While one asks 'What if' nothing is written. */
export async function moveEvent(event: EventOnWire, times: Times): Promise<void> {
  if (supposeMoved(event, times)) return;
  const { startTime, endTime, isAllDay } = event;
  const isSameMove = burst?.id === event.id && Date.now() - burst.at < BURST;
  const before = isSameMove && burst ? burst.before : { startTime, endTime, isAllDay };
  const scope = isSameMove && burst ? burst.scope : await askScope("change", event);
  if (scope === null) return;
  burst = { id: event.id, before, at: Date.now(), scope };
  toast.dismiss(lastUndo);
  let moved = event.id;
  try {
    const saved = await setTimes(event.id, times, scope);
    moved = saved?.id ?? event.id;
    if (saved) scheduleWarning(saved);
    if (isWide(scope)) {
      // Its occurrences have new ids now.
      burst = undefined;
      void eventRecords.refresh();
    }
  } catch (error) {
    return void reportFailure(t`Failed to update event`, error);
  }
  toast.dismiss(lastUndo);
  lastUndo = toast.undo(t`Event updated successfully`, () => {
    burst = undefined;
    setTimes(moved, before, isWide(scope) ? scope : undefined)
      .then(() => (isWide(scope) ? eventRecords.refresh() : undefined))
      .catch((error: unknown) => reportFailure(t`Failed to update event`, error));
  });
}

/** Moves the event back to `before` if the user wants that after everybody was notified of its new time. */
export function offerReturn(id: string, before: Times): void {
  toast.undo(t`Event moved. Everybody invited was notified.`, () => {
    setTimes(id, before, undefined)
      .then((moved) => moved && offerUpdate(moved, ["startTime"]))
      .then(() => eventRecords.refresh())
      .catch((error: unknown) => reportFailure(t`Failed to update event`, error));
  });
}

let warning: ReturnType<typeof setTimeout> | undefined;

/** Warns after the last step of a move, not at each step on the way. */
function scheduleWarning(event: EventOnWire): void {
  clearTimeout(warning);
  warning = setTimeout(() => {
    void warnAfterSaving(event);
    offerUpdate(event, ["startTime"]);
  }, 1200);
}

const CONCERNS_INVITED = new Set([
  ...Object.entries(eventFields).flatMap(([name, field]) => (field.concernsInvited ? name : [])),
  ...["startTime", "isAllDay", "rrule"],
]);

/** Invited people still have the event as it was sent. */
function offerUpdate({ id, invitation }: EventOnWire, changed: readonly string[]): void {
  if (invitation === "none" || !changed.some((field) => CONCERNS_INVITED.has(field))) return;
  toast.offer(t`Attendees have not been notified of this change`, t`Send update`, () => {
    eventInvitations.send
      .call({ eventId: id })
      .then(({ notSentTo }) =>
        notSentTo.length > 0
          ? toast.notice(NOT_INVITED, notSentTo.join(", "))
          : toast.success(SENDING_INVITATION),
      )
      .catch((error: unknown) => reportFailure(t`Failed to send the invitation`, error));
  });
}

/** A deliberate move wins over concurrent changes. */
const setTimes = (id: string, times: Times, scope: Scope | undefined) =>
  eventWrites.overwrite(id, { ...times, ...(scope && { scope }) });

/** Moves to the trash for 30 days. False if the user cancels the question about the scope. */
export async function deleteEvent(event: EventOnWire): Promise<boolean> {
  const deletion = await askDeletion(event);
  if (deletion === null) return false;
  void removeEvent(event, deletion);
  return true;
}

async function removeEvent(event: EventOnWire, { scope, shouldNotify }: Deletion): Promise<void> {
  const isDeleted = await eventWrites.moveToTrash(event, async ({ id }) => {
    const scopeInput = scope && { scope };
    if (shouldNotify && scope !== "following")
      await eventInvitations.cancel.call({ eventId: id, ...scopeInput });
    else await events.delete.call({ id, ...scopeInput });
    // The shortened series is sent to those who were invited to it.
    if (shouldNotify && scope === "following" && event.seriesId)
      await eventInvitations.send.call({ eventId: event.seriesId });
  });
  if (!isDeleted) return;
  if (!isWide(scope))
    return void toast.undo(t`Event deleted successfully`, () => void eventWrites.restore(event));
  void eventRecords.refresh();
  const { seriesId } = event;
  if (scope !== "all" || !seriesId) return void toast.success(t`Event deleted successfully`);
  toast.undo(t`Event deleted successfully`, () => void restoreSeries(seriesId));
}

async function restoreSeries(id: string): Promise<void> {
  await eventWrites.attempt(t`Failed to restore event`, async () => {
    await events.restore.call({ id });
    await eventRecords.refresh();
  });
}

/** The event as shown until the server has responded. */
function draftEvent(fields: EventFields): EventOnWire {
  const now = new Date().toISOString();
  return {
    ...PLAIN_EVENT,
    ...fields,
    // Stands for the first occurrence until the occurrences are loaded.
    seriesId: fields.rrule === null ? null : crypto.randomUUID(),
    id: crypto.randomUUID(),
    userId: "",
    createdByAi: false,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 0,
  };
}
