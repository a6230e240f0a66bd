import { ApiError } from "#platform/client/resource-client.ts";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { toast } from "#ui/overlays/toast.ts";
import { eventFields } from "../../fields.ts";
import { type EventOnWire, NOT_INVITED, PLAIN_EVENT, type Scope } from "../../model.ts";
import { eventInvitations, events } from "../api.ts";
import { eventRecords } from "../records.ts";
import { askDeletion, askScope, type Deletion } from "../series/ask-scope.ts";
import { changeBetween, type EventFields } from "./event-draft.ts";
import type { Times } from "./occurrence.ts";
import { warnAfterSaving } from "./warn-after-saving.ts";

/** Shows the new event at once. Rejects, after the specified toast, where the server refuses. */
export async function createEvent(fields: EventFields, idempotencyKey: string): Promise<EventOnWire> {
  const made = await sendNew(fields, idempotencyKey);
  if (fields.rrule !== null) void eventRecords.refresh();
  toast.success("Event created successfully");
  return made;
}

async function sendNew(fields: EventFields, idempotencyKey: string): Promise<EventOnWire> {
  try {
    const made = { ...fields, ...inZone(fields) };
    return await eventRecords.create(draftEvent(fields), () => events.create.call(made, { idempotencyKey }));
  } catch (error) {
    throw reportFailure("Failed to create event", error);
  }
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
  let saved: EventOnWire | null = null;
  try {
    saved = await eventRecords.write(
      base.id,
      (event) => ({ ...event, ...change }),
      ({ id }) => events.update.call({ id, version: base.version, ...input }, { idempotencyKey }),
    );
  } catch (error) {
    throw conflictingEvent(error) ? error : reportFailure("Failed to update event", error);
  }
  if (isWide(scope) || change.rrule !== undefined) void eventRecords.refresh();
  toast.success("Event updated successfully");
  if (saved) offerUpdate(saved, Object.keys(change));
}

/** A series keeps the time zone in which it was created. */
const inZone = ({ rrule }: Partial<EventFields>) => (rrule ? { zone: ownTimeZone() } : {});

/** Whether other events changed too. */
const isWide = (scope: Scope | undefined) => scope === "following" || scope === "all";

type Burst = { id: string; before: Times; at: number; scope: Scope | undefined };
let burst: Burst | undefined;
let lastUndo = 0;

/** Keyboard steps that follow each other within this time, in milliseconds, are one move. */
const BURST = 3000;

/** Moves the event; Undo restores the times from before the move began. */
export async function moveEvent(event: EventOnWire, times: Times): Promise<void> {
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
    return void reportFailure("Failed to update event", error);
  }
  toast.dismiss(lastUndo);
  lastUndo = toast.undo("Event updated successfully", () => {
    burst = undefined;
    setTimes(moved, before, isWide(scope) ? scope : undefined)
      .then(() => (isWide(scope) ? eventRecords.refresh() : undefined))
      .catch((error: unknown) => reportFailure("Failed to update event", error));
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
  toast.offer("Attendees have not been notified of this change", "Send update", () => {
    eventInvitations.send
      .call({ eventId: id })
      .then(({ notSentTo }) =>
        notSentTo.length > 0
          ? toast.notice(NOT_INVITED, notSentTo.join(", "))
          : toast.success("Invitation sent"),
      )
      .catch((error: unknown) => reportFailure("Failed to send the invitation", error));
  });
}

const setTimes = (id: string, times: Times, scope: Scope | undefined) =>
  eventRecords.write(
    id,
    (event) => ({ ...event, ...times }),
    (latest) => updateLatest(latest, { ...times, ...(scope && { scope }) }),
  );

/** A deliberate move wins over concurrent changes: on a conflict it is retried on the newer version. */
async function updateLatest(latest: EventOnWire, times: Times & { scope?: Scope }): Promise<EventOnWire> {
  const update = ({ id, version }: EventOnWire) => events.update.call({ id, version, ...times });
  try {
    return await update(latest);
  } catch (error) {
    const current = conflictingEvent(error);
    if (!current) throw error;
    return update(current);
  }
}

/** Moves to the trash for 30 days. False if the user cancels the question about the scope. */
export async function deleteEvent(event: EventOnWire): Promise<boolean> {
  const deletion = await askDeletion(event);
  if (deletion === null) return false;
  void removeEvent(event, deletion);
  return true;
}

async function removeEvent(event: EventOnWire, { scope, shouldNotify }: Deletion): Promise<void> {
  try {
    await eventRecords.write(event.id, inTrash, async (latest) => {
      const scopeInput = scope && { scope };
      if (shouldNotify && scope !== "following")
        await eventInvitations.cancel.call({ eventId: latest.id, ...scopeInput });
      else await events.delete.call({ id: latest.id, ...scopeInput });
      // The shortened series is sent to those who were invited to it.
      if (shouldNotify && scope === "following" && event.seriesId)
        await eventInvitations.send.call({ eventId: event.seriesId });
      return inTrash(latest);
    });
  } catch (error) {
    return void reportFailure("Failed to delete event", error);
  }
  if (!isWide(scope)) return void toast.undo("Event deleted successfully", () => void restoreEvent(event));
  void eventRecords.refresh();
  const { seriesId } = event;
  if (scope !== "all" || !seriesId) return void toast.success("Event deleted successfully");
  toast.undo("Event deleted successfully", () => void restoreSeries(seriesId));
}

async function restoreSeries(id: string): Promise<void> {
  try {
    await events.restore.call({ id });
    await eventRecords.refresh();
  } catch (error) {
    reportFailure("Failed to restore event", error);
  }
}

export async function restoreEvent(event: EventOnWire): Promise<void> {
  const id = eventRecords.confirmedId(event.id);
  try {
    await eventRecords.create({ ...event, id, deletedAt: null }, () => events.restore.call({ id }));
  } catch (error) {
    reportFailure("Failed to restore event", error);
  }
}

/** The event as stored on the server, from the response of a conflict. */
export function conflictingEvent(error: unknown): EventOnWire | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  return isConflict && error.details.current ? (error.details.current as EventOnWire) : null;
}

/** Shows the toast of a failure with its detail (CAL-18 to CAL-21) and gives the error back. */
export function reportFailure(title: string, error: unknown): unknown {
  toast.failure(`${title}: ${error instanceof Error ? error.message : String(error)}`);
  return error;
}

const inTrash = (event: EventOnWire): EventOnWire => ({ ...event, deletedAt: new Date().toISOString() });

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
