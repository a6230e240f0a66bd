import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/toast.ts";
import { type EventOnWire, PLAIN_EVENT } from "../model.ts";
import { events } from "./api.ts";
import { changeBetween, type EventFields } from "./event-draft.ts";
import type { Times } from "./occurrence.ts";
import { eventRecords } from "./records.ts";

/** Shows the new event at once. Rejects, after the specified toast, where the server refuses. */
export async function createEvent(fields: EventFields, idempotencyKey: string): Promise<void> {
  try {
    await eventRecords.create(draftEvent(fields), () => events.create.call(fields, { idempotencyKey }));
  } catch (error) {
    throw told("Failed to create event", error);
  }
  toast.success("Event created successfully");
}

/**
 * Saves what the person changed since `base`. Rejects where the server refuses: after the specified toast, or with
 * the conflict itself where someone else was faster, for that is a question and not a failure.
 */
export async function saveEvent(base: EventOnWire, fields: EventFields, idempotencyKey: string) {
  const change = changeBetween(base, fields);
  try {
    await eventRecords.write(
      base.id,
      (event) => ({ ...event, ...change }),
      ({ id }) => events.update.call({ id, version: base.version, ...change }, { idempotencyKey }),
    );
  } catch (error) {
    throw theirsOf(error) ? error : told("Failed to update event", error);
  }
  toast.success("Event updated successfully");
}

type Burst = { id: string; before: Times; at: number };
let burst: Burst | undefined;
let lastUndo = 0;

/** Steps of the keyboard that follow each other this fast, in milliseconds, are one move. */
const BURST = 3000;

/** Puts the event where it was dragged; Undo puts it back to where the dragging began. */
export async function moveEvent(event: EventOnWire, times: Times): Promise<void> {
  const { startTime, endTime, isAllDay } = event;
  const isOneMove = burst?.id === event.id && Date.now() - burst.at < BURST;
  const before = isOneMove && burst ? burst.before : { startTime, endTime, isAllDay };
  burst = { id: event.id, before, at: Date.now() };
  toast.dismiss(lastUndo);
  try {
    await setTimes(event.id, times);
  } catch (error) {
    return void told("Failed to update event", error);
  }
  toast.dismiss(lastUndo);
  lastUndo = toast.undo("Event updated successfully", () => {
    burst = undefined;
    setTimes(event.id, before).catch((error: unknown) => told("Failed to update event", error));
  });
}

const setTimes = (id: string, times: Times) =>
  eventRecords.write(
    id,
    (event) => ({ ...event, ...times }),
    (latest) => updateLatest(latest, times),
  );

/** One event moved on purpose wins over changes of others elsewhere: a conflict is answered with the newer version. */
async function updateLatest(latest: EventOnWire, times: Times): Promise<EventOnWire> {
  const update = ({ id, version }: EventOnWire) => events.update.call({ id, version, ...times });
  try {
    return await update(latest);
  } catch (error) {
    const theirs = theirsOf(error);
    if (!theirs) throw error;
    return update(theirs);
  }
}

/** To the trash, where it stays for 30 days. */
export async function deleteEvent(event: EventOnWire): Promise<void> {
  try {
    await eventRecords.write(event.id, inTrash, async (latest) => {
      await events.delete.call({ id: latest.id });
      return inTrash(latest);
    });
  } catch (error) {
    return void told("Failed to delete event", error);
  }
  toast.undo("Event deleted successfully", () => void restoreEvent(event));
}

export async function restoreEvent(event: EventOnWire): Promise<void> {
  const id = eventRecords.confirmedId(event.id);
  try {
    await eventRecords.create({ ...event, id, deletedAt: null }, () => events.restore.call({ id }));
  } catch (error) {
    told("Failed to restore event", error);
  }
}

/** The event as it stands on the server, where an answer says that someone else changed it. */
export function theirsOf(error: unknown): EventOnWire | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  return isConflict && error.details.current ? (error.details.current as EventOnWire) : null;
}

/** Shows the toast of a failure with its detail (CAL-18 to CAL-21) and gives the error back. */
export function told(title: string, error: unknown): unknown {
  toast.failure(`${title}: ${error instanceof Error ? error.message : String(error)}`);
  return error;
}

const inTrash = (event: EventOnWire): EventOnWire => ({ ...event, deletedAt: new Date().toISOString() });

/** What the event will look like until the server has answered. */
function draftEvent(fields: EventFields): EventOnWire {
  const now = new Date().toISOString();
  return {
    ...PLAIN_EVENT,
    ...fields,
    id: crypto.randomUUID(),
    userId: "",
    createdByAi: false,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 0,
  };
}
