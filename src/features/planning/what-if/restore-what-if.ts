import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { emails } from "#features/email/emails.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { WhatIfUndo } from "../alternative-model.ts";
import { changeBlocks, lockPlan } from "../change-blocks.ts";
import { timesOf } from "./change-facts.ts";
import { type Meeting, readMeetings } from "./read-meetings.ts";
import { joinUndo, lockEvents, moveEvent, NO_UNDO, setBusy, undoOnWire } from "./take-steps.ts";

/** Takes an applied alternative back, in the open transaction; its undo applies it again. */
export async function restoreWhatIf(context: SignedIn, asked: WhatIfUndo): Promise<{ ids: string[] }> {
  await lockPlan(context);
  const { timeZone } = await ownClock(context);
  const named = [
    ...[...asked.move, ...asked.answers].map(({ eventId }) => eventId),
    ...[...asked.attend, ...asked.skip],
  ];
  await lockEvents(context, [...named, ...asked.rejoin, ...asked.remove]);
  // What was removed in the meantime is left as it is.
  const there = await readMeetings(context, [...named, ...asked.rejoin], { required: [], timeZone });
  const blocks = await changeBlocks(context, asked.blocks);
  let undo = { ...NO_UNDO, blocks };
  for (const id of asked.restore) await events.restore(context, { id });
  for (const id of asked.remove) await events.delete(context, { id });
  for (const { eventId, ...times } of asked.move) {
    const meeting = there.get(eventId);
    if (!meeting) continue;
    await moveEvent(context, { eventId, timeZone, ...timesOf(times) });
    undo = joinUndo(undo, { move: [{ eventId, ...datesOf(meeting) }] });
  }
  for (const eventId of asked.rejoin) {
    const meeting = there.get(eventId);
    if (!meeting) continue;
    await events.rejoin(context, { id: eventId });
    undo = joinUndo(undo, { move: [{ eventId, ...datesOf(meeting) }] });
  }
  for (const id of [...asked.attend, ...asked.skip]) {
    if (!there.has(id)) continue;
    const isBusy = asked.attend.includes(id);
    await setBusy(context, id, isBusy);
    undo = joinUndo(undo, isBusy ? { skip: [id] } : { attend: [id] });
  }
  for (const { eventId, answer } of asked.answers) {
    const meeting = there.get(eventId);
    if (!meeting) continue;
    await eventInvitations.restoreAnswer(context, { eventId, answer });
    undo = joinUndo(undo, { answers: [{ eventId, answer: meeting.answer ?? "needs-action" }] });
  }
  for (const id of asked.removeDrafts) await emails.delete(context, { id });
  for (const id of asked.restoreDrafts) await emails.restore(context, { id });
  const back = joinUndo(undo, {
    ...{ remove: asked.restore, restore: asked.remove },
    ...{ removeDrafts: asked.restoreDrafts, restoreDrafts: asked.removeDrafts },
  });
  context.undoWith({ capability: "plan.restoreWhatIf", input: undoOnWire(back) });
  const changed = [...blocks.remove, ...blocks.restore, ...blocks.move.map(({ eventId }) => eventId)];
  return { ids: [...changed, ...asked.restore, ...asked.remove, ...named, ...asked.rejoin] };
}

const datesOf = ({ start, end }: Meeting) => ({ startTime: new Date(start), endTime: new Date(end) });
