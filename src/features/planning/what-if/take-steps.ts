import { sql } from "drizzle-orm";
import { z } from "zod";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { emails } from "#features/email/emails.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { type EventStep, type WhatIfDraft, WhatIfUndo } from "../alternative-model.ts";
import { NO_CHANGES } from "../change-blocks.ts";
import { timesOf } from "./change-facts.ts";
import type { Meeting } from "./read-meetings.ts";

export const NO_UNDO: WhatIfUndo = {
  ...{ blocks: NO_CHANGES, remove: [], restore: [], move: [], rejoin: [], answers: [] },
  ...{ attend: [], skip: [] },
  ...{ removeDrafts: [], restoreDrafts: [] },
};

/** As the input of a call. */
export const undoOnWire = (undo: WhatIfUndo) => z.encode(WhatIfUndo, undo);

/** The calendar's own capabilities do it: only the person's events, and mails go out as they do from its pages. */
export async function takeEventSteps(
  context: SignedIn,
  steps: readonly EventStep[],
  { meetings, timeZone }: Around,
): Promise<{ ids: string[]; undo: WhatIfUndo }> {
  let undo = NO_UNDO;
  const ids: string[] = [];
  for (const step of steps) {
    const [id, back] = await takeStep(context, step, { meetings, timeZone });
    ids.push(id);
    undo = joinUndo(undo, back);
  }
  return { ids, undo };
}

type Around = { meetings: ReadonlyMap<string, Meeting>; timeZone: string };
type Taken = readonly [id: string, back: Partial<WhatIfUndo>];

async function takeStep(context: SignedIn, step: EventStep, { meetings, timeZone }: Around): Promise<Taken> {
  if (step.kind === "create") {
    const id = await createEvent(context, step);
    return [id, { remove: [id] }];
  }
  const { eventId } = step;
  const meeting = meetings.get(eventId);
  if (step.kind === "ask") return [eventId, {}];
  if (step.kind === "skip") {
    await setBusy(context, eventId, false);
    return [eventId, { attend: [eventId] }];
  }
  if (step.kind === "move" || step.kind === "shorten") {
    await moveEvent(context, { eventId, timeZone, ...timesOf(step) });
    const isGenerated = meeting?.isOccurrence === true && !meeting.isStored;
    if (isGenerated || !meeting) return [eventId, { rejoin: [eventId] }];
    const former = { startTime: new Date(meeting.start), endTime: new Date(meeting.end) };
    return [eventId, { move: [{ eventId, ...former }] }];
  }
  if (step.kind === "decline") {
    await eventInvitations.answer(context, { eventId, answer: "declined" });
    return [eventId, { answers: [{ eventId, answer: meeting?.answer ?? "needs-action" }] }];
  }
  const scope = meeting?.isOccurrence ? { scope: "this" as const } : {};
  const isNotified = meeting?.isOwn === true && meeting.isInvited && meeting.hasGuests;
  if (isNotified) await eventInvitations.cancel(context, { eventId, ...scope });
  else await events.delete(context, { id: eventId, ...scope });
  return [eventId, { restore: [eventId] }];
}

async function createEvent(context: SignedIn, step: Extract<EventStep, { kind: "create" }>): Promise<string> {
  const { id } = await events.create(context, {
    title: step.title,
    ...(step.place === null ? {} : { location: step.place }),
    isAllDay: step.isAllDay,
    startTime: step.startTime.toISOString(),
    endTime: step.endTime.toISOString(),
    // A trip says where the person is; what takes their time are the ways and the meetings there.
    transparency: step.what === "trip" ? "transparent" : "opaque",
  });
  return id;
}

type Move = { eventId: string; start: number; end: number; timeZone: string };

/** Of a series only this occurrence moves. `timeZone`: whose days an all-day event covers. */
export async function moveEvent(context: SignedIn, { eventId, start, end, timeZone }: Move): Promise<void> {
  const { version } = await events.get(context, { id: eventId });
  const times = { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() };
  await events.update(context, { id: eventId, version, timeZone, ...times });
}

/** Whether an event takes the person's time; of a series only this occurrence. */
export async function setBusy(context: SignedIn, eventId: string, isBusy: boolean): Promise<void> {
  const { version } = await events.get(context, { id: eventId });
  await events.update(context, {
    ...{ id: eventId, version, transparency: isBusy ? "opaque" : "transparent" },
  });
}

/** Held until the end of the transaction, in a fixed order: what was read of them stays true. */
export async function lockEvents({ db, actor }: SignedIn, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    select id from events where user_id = ${actor.userId} and id in (
      select unnest(array[e.id, e.series_id]) from event_times e
       where e.user_id = ${actor.userId} and e.id = any(${sql.param([...ids])}::uuid[]))
     order by id for update`);
}

/** Mails that the person sends, or does not: they quote titles, which others may have written. */
export async function storeDrafts(context: SignedIn, drafts: readonly WhatIfDraft[]): Promise<string[]> {
  const ids: string[] = [];
  const provenance = isOwnText(context.provenance) ? "mail" : context.provenance;
  for (const { to, subject, text } of drafts) {
    const { id } = await writeAs(context, provenance, (own) =>
      emails.create(own, { subject, body: text, recipients: [...to] }),
    );
    ids.push(id);
  }
  return ids;
}

export const joinUndo = (one: WhatIfUndo, other: Partial<WhatIfUndo>): WhatIfUndo => ({
  blocks: other.blocks ?? one.blocks,
  remove: [...one.remove, ...(other.remove ?? [])],
  restore: [...one.restore, ...(other.restore ?? [])],
  move: [...one.move, ...(other.move ?? [])],
  rejoin: [...one.rejoin, ...(other.rejoin ?? [])],
  attend: [...one.attend, ...(other.attend ?? [])],
  skip: [...one.skip, ...(other.skip ?? [])],
  answers: [...one.answers, ...(other.answers ?? [])],
  removeDrafts: [...one.removeDrafts, ...(other.removeDrafts ?? [])],
  restoreDrafts: [...one.restoreDrafts, ...(other.restoreDrafts ?? [])],
});
